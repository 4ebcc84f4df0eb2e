import { oneLine, visible } from '../core/index';

const RULE_PAGES = 'https://github.com/transcript-lint/transcript-lint/blob/main/docs/rules';
/** Providers' texts may quote what they were sent. */
const MAX_SAID = 400;
const MAX_CALL = 80;

/** The expectation as it stands in the test. */
export function callText(received: string, matcher: string, args: readonly string[], isNot: boolean): string {
  return `expect(${received})${isNot ? '.not' : ''}.${matcher}(${args.join(', ')})`;
}

/** The options as they were written, functions by their kind. */
export function optionsText(options: object): string[] {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const shown = given.map(([name, value]) => {
    return `${name}: ${typeof value === 'function' ? 'function' : oneLine(value, MAX_CALL)}`;
  });
  return shown.length === 0 ? [] : [`{ ${shown.join(', ')} }`];
}

export function ruleLine(rule: string): string {
  return `Rule: ${RULE_PAGES}/${rule}.md`;
}

/** A text of a provider or of somebody's code: on one line, cut, without characters that steer a terminal. */
export function said(text: string): string {
  const line = visible(text.slice(0, MAX_SAID * 2)).replaceAll(/[\s␊␍]+/g, ' ');
  return line.length <= MAX_SAID ? line : `${line.slice(0, MAX_SAID)}…`;
}

export function indented(lines: readonly string[], by: string): string[] {
  return lines.map((line) => (line === '' ? '' : `${by}${line}`));
}

/** "1 message", "5 messages". */
export function many(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : nouns}`;
}

/** "3 orphan-result, 1 unanswered-call". */
export function byRule(rules: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const rule of rules) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].map(([rule, count]) => `${count} ${rule}`).join(', ');
}

/** Targets that are no company have names such as "every provider". */
export function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
