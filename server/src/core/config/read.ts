import type { RuleNames } from '../rules/names';
import { parseConfigText } from './configText';
import { type ConfigReading, readConfigNode } from './validate';

/**
 * Reads the text of a configuration file: JSON with comments. `key`: only that property of the root configures us, as in a
 * package.json; undefined when it is not there.
 */
export function readConfig(text: string, names: RuleNames): ConfigReading;
export function readConfig(
  text: string,
  names: RuleNames,
  options: { readonly key: string },
): ConfigReading | undefined;
export function readConfig(
  text: string,
  names: RuleNames,
  options?: { readonly key: string },
): ConfigReading | undefined {
  const { root, problem } = parseConfigText(text);
  const node = options === undefined ? root : root?.get(options.key);
  // Whether a package.json is JSON is not for us to say, unless it is meant to configure us.
  if (options !== undefined && node === undefined && !(root === undefined && hasObject(text, options.key)))
    return undefined;
  if (node === undefined) {
    const { offset, length, message } = problem ?? {
      offset: 0,
      length: text.length,
      message: 'Expected a JSON object',
    };
    return { config: undefined, problems: [{ start: offset, end: offset + length, message: `${message}.` }] };
  }
  return readConfigNode(node, names);
}

/** Whether a text that does not parse has a property that looks like an object. */
function hasObject(text: string, key: string): boolean {
  const name = JSON.stringify(key);
  const opening = /\s*:\s*\{/y;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    opening.lastIndex = at + name.length;
    if (opening.test(text)) return true;
  }
  return false;
}
