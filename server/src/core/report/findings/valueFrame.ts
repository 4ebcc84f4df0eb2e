import { visible } from '../visible';

/** A place in a value to point at. */
export interface ValueMark {
  /** JSON pointer from the value's root. */
  readonly pointer: string;
  /** Where the shown part begins: a pointer that `pointer` goes on from. */
  readonly from: string;
  /** What the root is called. */
  readonly name: string;
  readonly isMain: boolean;
}

const COLUMNS = 96;
/** Members of an object, and neighbours in a list, that are shown around what is pointed at. */
const MAX_MEMBERS = 8;
const MAX_NEIGHBOURS = 1;
const MAX_KEY = 40;
/** A pointer into a value that is nested deeper than this is shown from further in. */
const MAX_LEVELS = 12;
/** Of a longer way to a place its end is told. */
const MAX_STEPS = 12;

/** The part of a value that a mark is in, laid out as JSON, with a line of signs under the place. Bounded, whatever the value holds. */
export function valueFrame(root: unknown, { pointer, from, name, isMain }: ValueMark): string[] {
  const all = keysOf(pointer);
  const shown = Math.max(keysOf(from).length, all.length - MAX_LEVELS);
  let value = root;
  for (const key of all.slice(0, shown)) value = memberOf(value, key);
  const lines: string[] = [];
  const title = `${placeText(name, all.slice(0, shown))} = `;
  layOut(lines, { value, path: all.slice(shown), before: title, indent: '', after: '', sign: isMain ? '^' : '-' });
  return lines;
}

/** A pointer as JavaScript says it: `messages[2].content`. */
export function placeOfPointer(name: string, pointer: string): string {
  return placeText(name, keysOf(pointer));
}

function placeText(name: string, keys: readonly string[]): string {
  const steps = keys.slice(-MAX_STEPS).map((key) => {
    if (/^\d+$/.test(key)) return `[${key.slice(0, MAX_KEY)}]`;
    if (/^[A-Za-z_$][\w$]*$/.test(key) && key.length <= MAX_KEY) return `.${key}`;
    return `[${oneLine(key, MAX_KEY)}]`;
  });
  return `${name}${keys.length > MAX_STEPS ? '…' : ''}${steps.join('')}`;
}

interface Piece {
  readonly value: unknown;
  /** Keys from here to what is pointed at. */
  readonly path: readonly string[];
  readonly before: string;
  readonly indent: string;
  readonly after: string;
  readonly sign: string;
}

function layOut(lines: string[], piece: Piece): void {
  const { value, path, before, indent, after, sign } = piece;
  const [key, ...rest] = path;
  const start = `${indent}${before}`;
  if (key === undefined || !isContainer(value)) {
    const text = oneLine(value, COLUMNS - start.length);
    lines.push(`${start}${text}${after}`, `${' '.repeat(start.length)}${sign.repeat(Math.max(1, text.length))}`);
    return;
  }
  const isList = Array.isArray(value);
  lines.push(`${start}${isList ? '[' : '{'}`);
  const inner = `${indent}  `;
  for (const member of isList ? around(value, key) : membersAround(value, key)) {
    const comma = member.isLast ? '' : ',';
    if (member.key === undefined) lines.push(`${inner}… ${member.skipped} more`);
    else if (member.key === key)
      layOut(lines, { value: member.value, path: rest, before: member.label, indent: inner, after: comma, sign });
    else {
      const room = COLUMNS - inner.length - member.label.length;
      lines.push(`${inner}${member.label}${oneLine(member.value, room)}${comma}`);
    }
  }
  lines.push(`${indent}${isList ? ']' : '}'}${after}`);
}

interface Member {
  /** Undefined for a line that stands for `skipped` others. */
  readonly key: string | undefined;
  readonly value: unknown;
  readonly label: string;
  readonly skipped: number;
  readonly isLast: boolean;
}

function around(list: readonly unknown[], key: string): Member[] {
  const at = Number(key);
  const from = Math.max(0, at - MAX_NEIGHBOURS);
  const to = Math.min(list.length, at + MAX_NEIGHBOURS + 1);
  const near = list.slice(from, to).map((value, i) => {
    return { key: String(from + i), value, label: '', skipped: 0, isLast: from + i === list.length - 1 };
  });
  return [...skipped(from), ...near, ...skipped(list.length - to)];
}

function membersAround(object: object, key: string): Member[] {
  const keys = Object.keys(object);
  const at = keys.indexOf(key);
  const from = Math.max(0, Math.min(at - MAX_MEMBERS / 2, keys.length - MAX_MEMBERS));
  const to = Math.min(keys.length, from + MAX_MEMBERS);
  const near = keys.slice(from, to).map((name, i) => {
    const label = `${oneLine(name, MAX_KEY)}: `;
    return { key: name, value: memberOf(object, name), label, skipped: 0, isLast: from + i === keys.length - 1 };
  });
  // A key that is missing is what is said of it; the rest of the object shows that.
  return [...skipped(from), ...near, ...skipped(keys.length - to)];
}

function skipped(count: number): Member[] {
  return count === 0 ? [] : [{ key: undefined, value: undefined, label: '', skipped: count, isLast: false }];
}

/** Any value as JSON on one line, cut where the room ends. Looks at no more of it than it shows. */
export function oneLine(value: unknown, room: number): string {
  const columns = Math.max(room, MIN_ROOM);
  if (typeof value === 'string') return quoted(value, columns);
  if (!isContainer(value)) return visible(String(value)).slice(0, columns);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const count = isList ? value.length : Object.keys(value).length;
  if (count === 0) return `${open}${close}`;
  const pad = isList ? '' : ' ';
  let text = `${open}${pad}`;
  let done = 0;
  for (const [key, member] of isList ? value.entries() : Object.entries(value)) {
    const before = `${done === 0 ? '' : ', '}${isList ? '' : `${quoted(String(key), MAX_KEY)}: `}`;
    const left = columns - text.length - before.length - 2 - CUT_TAIL;
    if (left < MIN_ROOM) break;
    text += before + oneLine(member, left);
    done++;
  }
  return done === count ? `${text}${pad}${close}` : `${text}${done === 0 ? '' : ', '}…${pad}${close}`;
}

/** Less than this shows nothing. */
const MIN_ROOM = 8;
/** Kept free for saying that there is more. */
const CUT_TAIL = 4;

function quoted(text: string, columns: number): string {
  // Each unit takes a column or more: what is behind so many cannot be shown.
  const whole = visible(JSON.stringify(text.slice(0, columns)));
  if (text.length <= columns && whole.length <= columns) return whole;
  const cut = whole.slice(0, columns - 2);
  // Not amid an escape or a pair of surrogates.
  return `${cut.replace(/\\(?:u[0-9a-f]{0,3})?$|[\ud800-\udbff]$/, '')}…"`;
}

function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function memberOf(value: unknown, key: string): unknown {
  if (!isContainer(value) || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
