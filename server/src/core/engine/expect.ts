import type { JsonNode } from '../json/node';
import { pointerOf } from '../json/node';
import type { Rewrite } from '../json/rewrite';
import type { Place, Report } from '../rules/types';
import { type LiveFinding, toFinding } from './finding';
import type { ParsedText } from './parse';
import { anchorsOf } from './runRules';

/** A fault that the file declares it is meant to have (spec 01, "What must not be flagged" 10). */
export interface Expectation {
  readonly rule: string;
  /** Where it is written: a node, or offsets that are void after an edit. */
  readonly at: Place;
  /** Only findings at or under this pointer count; `''` for the whole file. */
  readonly scope: string;
  readonly remove: () => Rewrite | undefined;
}

/** What the file and its configuration expect. `lists`: the conversations, whose entries are messages and declare nothing. */
export function readExpectations(
  parsed: ParsedText,
  lists: ReadonlySet<JsonNode>,
  configured: readonly string[],
): Expectation[] {
  const { root } = parsed;
  if (root === undefined) return [];
  return [
    ...(lists.has(root) ? [] : inObjects(root)),
    ...(parsed.hasComments ? inComments(parsed, root) : []),
    ...configured.map((rule) => ofFile(rule, root)),
  ];
}

/** Hides the findings that the file expects, and reports each expectation that nothing met. */
export function applyExpectations(
  root: JsonNode,
  findings: readonly LiveFinding[],
  expected: readonly Expectation[],
): LiveFinding[] {
  const met = new Set<Expectation>();
  const byPlace = new Map<string, Expectation[]>();
  for (const one of expected) {
    const key = `${one.rule} ${one.scope}`;
    const there = byPlace.get(key);
    if (there === undefined) byPlace.set(key, [one]);
    else there.push(one);
  }
  const kept = findings.filter(({ rule, pointer }) => {
    // A scope is the whole file, or one element or row of it.
    const meets = ['', /^\/[^/]*/.exec(pointer)?.[0] ?? ''].flatMap((scope) => byPlace.get(`${rule} ${scope}`) ?? []);
    for (const expectation of meets) met.add(expectation);
    return meets.length === 0;
  });
  return [...kept, ...expected.filter((one) => !met.has(one)).map((one) => missing(one, root))];
}

/** `"transcriptLint": {"expect": [...]}` in the root object, in each row, or in each element of a root array. */
function inObjects(root: JsonNode): Expectation[] {
  const holders = root.kind === 'array' ? root.items() : [root];
  return holders.flatMap((holder) => {
    const list = holder.kind === 'object' ? holder.get('transcriptLint')?.get('expect') : undefined;
    return (list?.items() ?? []).flatMap((node): Expectation[] => {
      if (node.kind !== 'string' || list === undefined) return [];
      const remove = (): Rewrite => new Map([[list, { kind: 'splice', remove: [node], insert: [] }]]);
      return [{ rule: node.text(), at: node, scope: pointerOf(holder), remove }];
    });
  });
}

export const COMMENT = 'transcript-lint-expect:';

/** `// transcript-lint-expect: rule, rule` anywhere in the file; the words in a string value are no comment. */
function inComments(parsed: ParsedText, root: JsonNode): Expectation[] {
  const { text } = parsed.source;
  const found: Expectation[] = [];
  const isInString = stringsOf(text);
  for (let place = text.indexOf(COMMENT); place >= 0; ) {
    const opener = openerBefore(text, place);
    if (opener < 0 || isInString(opener)) {
      place = text.indexOf(COMMENT, place + COMMENT.length);
    } else {
      const feed = text.indexOf('\n', place);
      const end = feed < 0 ? text.length : feed;
      const from = place + COMMENT.length;
      for (const match of text.slice(from, end).matchAll(/[a-z-]+/g)) {
        const start = from + match.index;
        const at = { start, end: start + match[0].length, node: root };
        found.push({ rule: match[0], at, scope: '', remove: () => undefined });
      }
      // A comment goes on to the end of its line, and so do all the words in it.
      place = text.indexOf(COMMENT, end);
    }
  }
  return found;
}

/** The place of the `//` that stands directly before, blanks aside; -1 when something else does. */
function openerBefore(text: string, place: number): number {
  let at = place - 1;
  while (at >= 0 && (text[at] === ' ' || text[at] === '\t')) at--;
  return at > 0 && text[at] === '/' && text[at - 1] === '/' ? at - 1 : -1;
}

/**
 * Tells for places asked in rising order whether they lie in a string. A JSON string ends on its line, so an odd number of
 * quotes before a place on its line means that it does. Each character is looked at once.
 */
function stringsOf(text: string): (place: number) => boolean {
  let at = 0;
  let isOpen = false;
  return (place) => {
    for (; at < place; at++) {
      const character = text[at];
      if (character === '\n') isOpen = false;
      else if (character === '\\' && isOpen) at++;
      else if (character === '"') isOpen = !isOpen;
    }
    return isOpen;
  };
}

function ofFile(rule: string, root: JsonNode): Expectation {
  const at = { start: root.start, end: Math.min(root.start + 1, root.end), node: root };
  return { rule, at, scope: '', remove: () => undefined };
}

function missing(expectation: Expectation, root: JsonNode): LiveFinding {
  const { rule, at } = expectation;
  const rewrite = expectation.remove();
  const report: Report = {
    at,
    message: `The file expects the finding "${rule}", and there is none. Remove the expectation or restore the fault.`,
    fixes: () => (rewrite === undefined ? [] : [{ title: 'Remove the expectation', safety: 'safe', rewrite }]),
  };
  return toFinding(
    { rule: 'expected-fault-missing', severity: 'error', report, anchors: anchorsOf(report), row: undefined },
    root,
    -1,
  );
}
