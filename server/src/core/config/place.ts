import { applyEdits, createScanner, format, type JSONPath, modify, type Node } from 'jsonc-parser';
import type { Edit } from '../text/edits';

/** A value to write, from the root of the text. `isInsertion`: an element of a list that goes before what stands there; -1: last. */
export interface Change {
  readonly path: JSONPath;
  readonly value: unknown;
  readonly isInsertion?: boolean;
}

/**
 * The edits that write a value into a sound text. What goes where is the library's `modify`; how it is laid out is decided here, by
 * what stands beside it: `modify` formats by laying out anew the lines that it touches, and these are a person's. Nothing of the text
 * goes, save a value that is replaced and the blanks in an empty object or list.
 */
export function editsToSet(text: string, tree: Node, { path, value, isInsertion = false }: Change): Edit[] {
  const [change] = modify(text.replace(/^\ufeff/, ' '), path, value, { isArrayInsertion: isInsertion });
  if (change === undefined) return [];
  const { offset, length, content } = change;
  const layout = layoutOf(text, tree);
  if (length > 0) return [{ start: offset, end: offset + length, text: onOneLine(content, layout) }];
  const container = containerOf(tree, path);
  const [first] = container.children ?? [];
  const last = container.children?.at(-1);
  if (first === undefined || last === undefined) return [insertOnly(layout, container, content)];
  if (content.startsWith(',')) return insertBehind(layout, last, content.slice(1));
  return [insertBefore(layout, container, first, content.slice(0, -1))];
}

/** The whole text of a new file. */
export function newText(change: Change): string {
  const empty: Node = { type: 'object', offset: 0, length: 2, children: [] };
  const [edit] = editsToSet('{}', empty, change);
  return `{${edit?.text ?? ''}}\n`;
}

interface Layout {
  readonly text: string;
  readonly eol: string;
  /** One level of indentation. */
  readonly unit: string;
  /** No blank stands between any two signs. */
  readonly isTight: boolean;
}

function layoutOf(text: string, tree: Node): Layout {
  const [first] = tree.children ?? [];
  const indent = first !== undefined && isOnOwnLine(text, first) ? indentOfLine(text, first.offset) : '';
  return {
    text,
    eol: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n',
    unit: indent === '' ? '  ' : indent,
    isTight: !hasBlanks(text, tree),
  };
}

function hasBlanks(text: string, { offset, length }: Node): boolean {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  while (scanner.getPosition() < offset + length) {
    scanner.scan();
    if (text.slice(scanner.getTokenOffset(), scanner.getPosition()).trim() === '') return true;
  }
  return false;
}

/** The innermost object or list on the way to a value. */
function containerOf(tree: Node, path: JSONPath): Node {
  let at = tree;
  for (const step of path.slice(0, -1)) {
    const members = at.children ?? [];
    const next = typeof step === 'number' ? members[step] : members.find((one) => one.children?.[0]?.value === step);
    const child = next?.type === 'property' ? next.children?.[1] : next;
    if (child?.children === undefined) return at;
    at = child;
  }
  return at;
}

function insertOnly(layout: Layout, container: Node, member: string): Edit {
  const { text, eol, unit } = layout;
  const open = container.offset + 1;
  const close = container.offset + container.length - 1;
  const inside = text.slice(open, close);
  const indent = indentOfLine(text, container.offset);
  const holder = container.parent ?? container;
  const isSplit = container.parent === undefined || isOnOwnLine(text, holder) || /[\r\n]/.test(inside);
  const said =
    isSplit && container.type === 'object' ? onLines(member, layout, indent + unit) : onOneLine(member, layout);
  if (inside.trim() !== '') {
    const at = behindComments(text, open, 'all').end;
    return { start: at, end: at, text: isSplit ? eol + indent + unit + said : ` ${said}` };
  }
  const line = eol + indent;
  const blank = layout.isTight ? '' : ' ';
  return { start: open, end: close, text: isSplit ? line + unit + said + line : blank + said + blank };
}

function insertBehind(layout: Layout, last: Node, member: string): Edit[] {
  const { text, eol, isTight } = layout;
  const end = last.offset + last.length;
  const comma = commaBehind(text, end);
  const tail = behindComments(text, comma ?? end, 'sameLine');
  const isSplit = isOnOwnLine(text, last) || tail.isToLineEnd;
  const indent = indentOfLine(text, last.offset);
  const gap = isSplit ? eol + indent : isTight ? '' : ' ';
  const added = gap + sayBeside(layout, last, member, isSplit, indent);
  if (comma !== undefined) return [{ start: tail.end, end: tail.end, text: `${added},` }];
  // A comment behind the last one is about that one: the comma goes before it, the new one behind it.
  if (tail.end === end) return [{ start: end, end, text: `,${added}` }];
  return [
    { start: end, end, text: ',' },
    { start: tail.end, end: tail.end, text: added },
  ];
}

function insertBefore(layout: Layout, container: Node, first: Node, member: string): Edit {
  const { text, eol, isTight } = layout;
  const open = container.offset + 1;
  const isSplit = isOnOwnLine(text, first);
  const indent = indentOfLine(text, first.offset);
  const said = sayBeside(layout, first, member, isSplit, indent);
  // Comments between the bracket and the first one are about that one, save those on the bracket's line.
  if (isSplit) {
    const at = behindComments(text, open, 'sameLine').end;
    return { start: at, end: at, text: `${eol}${indent}${said},` };
  }
  const at = text.charAt(open) === ' ' ? open + 1 : open;
  return { start: at, end: at, text: `${said},${isTight ? '' : ' '}` };
}

/** A member laid out like its neighbour. */
function sayBeside(layout: Layout, neighbour: Node, member: string, isSplit: boolean, indent: string): string {
  const { offset, length, parent } = neighbour;
  const isItemOnOneLine = parent?.type === 'array' && !/[\r\n]/.test(layout.text.slice(offset, offset + length));
  return isSplit && !isItemOnOneLine ? onLines(member, layout, indent) : onOneLine(member, layout);
}

function onOneLine(member: string, layout: Layout): string {
  if (!layout.isTight) return formatted(member, layout);
  const name = nameOf(member);
  return `${name.trimEnd()}${JSON.stringify(JSON.parse(member.slice(name.length)))}`;
}

/** With what its value holds on lines of their own, and each of these on one line. */
function onLines(member: string, layout: Layout, indent: string): string {
  const name = nameOf(member);
  const lines = formatted(name + spread(JSON.parse(member.slice(name.length)), layout.eol), layout);
  return lines.replaceAll(layout.eol, layout.eol + indent);
}

function spread(value: unknown, eol: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((item) => JSON.stringify(item))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${JSON.stringify(item)}`);
  const inside = `${eol}${members.join(`,${eol}`)}${eol}`;
  return isList ? `[${inside}]` : `{${inside}}`;
}

/** `"name": ` as `modify` writes it before a value; nothing before an element of a list. */
function nameOf(member: string): string {
  return /^"(?:[^"\\]|\\.)*": /.exec(member)?.[0] ?? '';
}

function formatted(member: string, { eol, unit }: Layout): string {
  const options = { insertSpaces: !unit.startsWith('\t'), tabSize: unit.length, eol, keepLines: true };
  return applyEdits(member, format(member, undefined, options));
}

/** Where a comma behind a value ends, if there is one. */
function commaBehind(text: string, at: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(at);
  scanner.scan();
  return text.charAt(scanner.getTokenOffset()) === ',' ? scanner.getPosition() : undefined;
}

interface Tail {
  readonly end: number;
  /** The last comment runs to the end of its line. */
  readonly isToLineEnd: boolean;
}

/** Behind the comments that follow a place: all of them, or those on the same line. */
function behindComments(text: string, at: number, which: 'all' | 'sameLine'): Tail {
  const scanner = createScanner(text, false);
  scanner.setPosition(at);
  let found: Tail = { end: at, isToLineEnd: false };
  for (;;) {
    scanner.scan();
    const end = scanner.getPosition();
    const token = text.slice(scanner.getTokenOffset(), end);
    if (token === '' || (which === 'sameLine' && /[\r\n]/.test(token))) return found;
    if (token.startsWith('//') || token.startsWith('/*')) found = { end, isToLineEnd: token.startsWith('//') };
    else if (token.trim() !== '') return found;
  }
}

function isOnOwnLine(text: string, { offset }: Node): boolean {
  const start = lineStart(text, offset);
  return start > 0 && text.slice(start, offset).trim() === '';
}

function indentOfLine(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? '';
}

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
}
