/** Something that a document says, with its place. */
export interface Fact {
  readonly fact: string;
  readonly pointer: string;
}

/** Words of a dialect's own grammar, and the place of a call in a stream; everything else is somebody's. */
const GRAMMAR: ReadonlySet<string> = new Set(['role', 'type', 'index']);

/**
 * Every scalar that says something, taken without the code under test. Arguments that are text of an object say what is in
 * them, a data URL its type and its data; a flag that is not set says nothing, nor does `null`.
 */
export function inventory(value: unknown, pointer = '', key = ''): Fact[] {
  if (typeof value === 'string') {
    const inner = key === 'arguments' ? parsed(value) : undefined;
    if (inner !== undefined) return inventory(inner).map(({ fact }) => ({ fact, pointer }));
    const data = /^data:([^;,]*);base64,/.exec(value.slice(0, 200));
    if (data !== null) return [value.slice(data[0].length), data[1] ?? ''].map((fact) => ({ fact, pointer }));
    return GRAMMAR.has(key) || value.trim() === '' ? [] : [{ fact: value.trim(), pointer }];
  }
  if (typeof value === 'number') return GRAMMAR.has(key) ? [] : [{ fact: String(value), pointer }];
  if (value === true) return [{ fact: key, pointer }];
  if (Array.isArray(value)) return value.flatMap((item, i) => inventory(item, `${pointer}/${i}`));
  if (typeof value !== 'object' || value === null) return [];
  // A result that names its tool says what its call has said.
  const { role } = value as { role?: unknown };
  const entries = Object.entries(value).filter(
    ([name]) => !(name === 'name' && (role === 'tool' || role === 'function')),
  );
  return entries.flatMap(([name, item]) => inventory(item, `${pointer}/${escaped(name)}`, name));
}

/** Facts of the source that are neither in the result nor below a place that the report lists. */
export function unlisted(source: unknown, made: unknown, listed: readonly { readonly pointer: string }[]): Fact[] {
  const pointers = new Set(listed.map(({ pointer }) => pointer));
  const there = new Map<string, number>();
  for (const { fact } of inventory(made)) there.set(fact, (there.get(fact) ?? 0) + 1);
  const texts = [...there.keys()];
  return inventory(source).filter(({ fact, pointer }) => {
    if (isBelow(pointer, pointers)) return false;
    const count = there.get(fact) ?? 0;
    there.set(fact, count - 1);
    // Texts that were joined are part of another now; all but the first of them are listed.
    return count <= 0 && !texts.some((one) => one.length > fact.length && one.includes(fact));
  });
}

function isBelow(pointer: string, listed: ReadonlySet<string>): boolean {
  for (let end = pointer.length; end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
    if (listed.has(pointer.slice(0, end))) return true;
    if (end === 0) break;
  }
  return false;
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
