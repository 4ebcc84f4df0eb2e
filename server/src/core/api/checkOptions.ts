/** What is wrong with a value of an option, as the end of a sentence; undefined when nothing is. */
type Check = (value: unknown) => string | undefined;

export const aBoolean: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be a boolean');

export const aString: Check = (value) => (typeof value === 'string' ? undefined : 'must be a string');

export const anArray: Check = (value) => (Array.isArray(value) ? undefined : 'must be an array');

export function oneOf(names: readonly string[]): Check {
  return (value) => {
    if (typeof value !== 'string') return `must be a string: ${names.join(', ')}`;
    return names.includes(value) ? undefined : `must be one of ${names.join(', ')}, not ${JSON.stringify(value)}`;
  };
}

/** `noun` is what the names are of: "rule". There may be too many to list. */
export function listOf(noun: string, isName: (text: string) => boolean): Check {
  return (value) => {
    if (!Array.isArray(value)) return `must be an array of ${noun} ids`;
    const odd = value.findIndex((one) => typeof one !== 'string' || !isName(one));
    if (odd < 0) return undefined;
    const one: unknown = value[odd];
    return typeof one === 'string'
      ? `holds ${JSON.stringify(one)}, which is no ${noun} id`
      : `must be an array of ${noun} ids`;
  };
}

/** Wrong use of the library is a `TypeError` that names the function and the argument. */
export function checkArgument(caller: string, name: string, value: unknown, check: Check): void {
  const fault = check(value);
  if (fault !== undefined) throw new TypeError(`${caller}: "${name}" ${fault}`);
}

/** Checks the options of a call; those that are absent or undefined mean their defaults. */
export function checkOptions(caller: string, options: unknown, checks: Readonly<Record<string, Check>>): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new TypeError(`${caller}: "options" must be an object`);
  }
  for (const [name, check] of Object.entries(checks)) {
    const value = (options as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined) checkArgument(caller, name, value, check);
  }
}
