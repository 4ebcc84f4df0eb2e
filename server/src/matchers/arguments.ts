import { nearest } from '../core/index';

/** Wrong use of a matcher: not a failed expectation, a mistake in the test. */
export function wrongUse(matcher: string, text: string): TypeError {
  return new TypeError(`${matcher}: ${text}`);
}

/** An option that nobody knows would silently mean its default. */
export function checkNames(matcher: string, options: unknown, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw wrongUse(matcher, `"options" must be an object such as { target: 'anthropic' }, not ${kindOf(options)}`);
  }
  const odd = Object.keys(options).find((name) => !names.includes(name));
  if (odd === undefined) return;
  const near = nearest(odd, names);
  const help = near === undefined ? `There are ${names.join(', ')}.` : `Did you mean "${near}"?`;
  throw wrongUse(matcher, `there is no option "${odd}". ${help}`);
}

/** What a value is, for a person: "a string", "null". */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
