// Somebody who types in a transcript: the texts that an editor has on the way.
import * as fc from 'fast-check';

export type Shape = 'chat' | 'messages' | 'flat';
export type Layout = 'one line' | 'pretty' | 'tabs';

type Entry = Record<string, unknown>;

const shapes: Record<
  Shape,
  { call: (id: string, name: string) => Entry; result: (id: string, text: string) => Entry }
> = {
  chat: {
    call: (id, name) => ({
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name, arguments: '{"path":"a\\\\b.ts"}' } }],
    }),
    result: (id, text) => ({ role: 'tool', tool_call_id: id, content: text }),
  },
  messages: {
    call: (id, name) => ({ role: 'assistant', content: [{ type: 'tool_use', id, name, input: { path: ['a', 'b'] } }] }),
    result: (id, text) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] }),
  },
  flat: {
    call: (id, name) => ({ role: 'assistant', content: '', tool_calls: [{ tool_call_id: id, name }] }),
    result: (id, text) => ({ role: 'tool', content: text, tool_call_id: id }),
  },
};

export const callOf = (shape: Shape, id: string, name = 'read_file') => shapes[shape].call(id, name);
export const resultOf = (shape: Shape, id: string, text: string) => shapes[shape].result(id, text);

/** A conversation of exchanges, each with or without a fault of its own. */
export type Exchange = 'sound' | 'open' | 'orphan' | 'doubled' | 'no role' | 'talk';

export function entriesOf(shape: Shape, exchanges: readonly Exchange[]): Entry[] {
  const { call, result } = shapes[shape];
  const entries: Entry[] = [{ role: 'user', content: 'Sort the "tide" tables, {all} of [them].' }];
  for (const [i, exchange] of exchanges.entries()) {
    const id = `call_${i}`;
    if (exchange !== 'talk' && exchange !== 'no role') entries.push(call(id, i % 2 === 0 ? 'read_file' : 'list_files'));
    if (exchange === 'sound' || exchange === 'doubled') entries.push(result(id, `page ${i}`));
    if (exchange === 'doubled') entries.push(result(id, `page ${i}, again`));
    if (exchange === 'orphan') entries.push(result(`lost_${i}`, 'of nobody'));
    if (exchange === 'no role') entries.push({ content: `no role ${i}` });
    entries.push({ role: 'assistant', content: `Seen ${i}.` }, { role: 'user', content: `Go on ${i}.` });
  }
  return entries;
}

export interface Place {
  readonly text: string;
  /** Where each entry stands. */
  readonly entries: readonly { readonly start: number; readonly end: number }[];
}

const UNITS: Record<Layout, string> = { 'one line': '  ', pretty: '  ', tabs: '\t' };

/** One entry as it stands in a file of this layout, without the white space before it. */
export function printEntry(entry: unknown, layout: Layout, inBody: boolean): string {
  const unit = UNITS[layout];
  const margin = unit.repeat(inBody ? 2 : 1);
  if (layout === 'one line') return JSON.stringify(entry);
  return JSON.stringify(entry, undefined, unit).replaceAll('\n', `\n${margin}`);
}

export function print(entries: readonly unknown[], layout: Layout, inBody: boolean): Place {
  const unit = UNITS[layout];
  const margin = unit.repeat(inBody ? 2 : 1);
  let text = inBody ? `{\n${unit}"messages": [` : '[';
  const places: { start: number; end: number }[] = [];
  for (const [i, entry] of entries.entries()) {
    text += `${i === 0 ? '' : ','}\n${margin}`;
    const start = text.length;
    text += printEntry(entry, layout, inBody);
    places.push({ start, end: text.length });
  }
  text += inBody ? `\n${unit}]\n}\n` : '\n]\n';
  return { text, entries: places };
}

export const marginOf = (layout: Layout, inBody: boolean) => UNITS[layout].repeat(inBody ? 2 : 1);

/** What a person types at one place, key by key, as an editor with or without auto-closing pairs leaves it. */
export class Typist {
  text: string;
  cursor: number;
  private readonly isAuto: boolean;
  private readonly from: number;
  private right = '';

  constructor(text: string, cursor: number, isAuto: boolean) {
    this.text = text;
    this.cursor = cursor;
    this.from = cursor;
    this.isAuto = isAuto;
  }

  /** The edit that the editor sends for a key; undefined where the key only steps over what it had put there. */
  key(key: string): { readonly at: number; readonly insert: string } | undefined {
    const { text, cursor } = this;
    if (this.isAuto && this.right.startsWith(key) && text[cursor - 1] !== '\\') {
      this.right = this.right.slice(1);
      this.cursor += 1;
      return undefined;
    }
    const quotes = text.slice(this.from, cursor).replace(/\\./g, '').match(/"/g) ?? [];
    const pairs: Readonly<Record<string, string>> = { '{': '}', '[': ']', '"': '"' };
    const closing = this.isAuto && quotes.length % 2 === 0 ? (pairs[key] ?? '') : '';
    const insert = key + closing;
    this.text = text.slice(0, cursor) + insert + text.slice(cursor);
    this.cursor += key.length;
    this.right = closing + this.right;
    return { at: cursor, insert };
  }
}

export const exchanges = fc.array(
  fc.constantFrom<Exchange>('sound', 'sound', 'open', 'orphan', 'doubled', 'no role', 'talk'),
  { minLength: 3, maxLength: 8 },
);
export const anyShape = fc.constantFrom<Shape>('chat', 'messages', 'flat');
export const anyLayout = fc.constantFrom<Layout>('one line', 'pretty', 'tabs');
