import type { JsonNode } from '../json/node';
import { pointerOf } from '../json/node';
import { type Rewrite, value } from '../json/rewrite';
import { asChoices, type LiveFinding, toFinding } from '../lint/finding';
import { anchorsOf } from '../lint/runRules';
import { ruleNames } from '../rules/index';
import type { Place, ProposedFix, Report, Severity } from '../rules/types';
import { nearest } from '../text/nearest';
import { quote } from '../text/quote';
import { expectedWords } from './expectComments';
import type { ParsedText } from './parse';

/** A fault that the file declares it is meant to have (docs/design/rules.md, "Faults that a file declares"). */
export interface Expectation {
  /** The rule's id, or what is written where no rule has that name. */
  readonly rule: string;
  /** No rule has this name. `meant` is the one that it was likely to be. */
  readonly unknown: { readonly meant: string | undefined } | undefined;
  /** Where it is written: a node, or offsets that are void after an edit. */
  readonly at: Place;
  /** Only findings at or under this pointer count; `''` for the whole file. */
  readonly scope: string;
  /** The string that names it, and the list that holds it; undefined where a comment or the configuration does. */
  readonly written: { readonly node: JsonNode; readonly list: JsonNode } | undefined;
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
    ...declaredIn(root, lists),
    ...(parsed.hasComments ? inComments(parsed, root) : []),
    ...configured.map((rule) => ofFile(rule, root)),
  ];
}

/** Hides the findings that the file expects, and reports each expectation that nothing met or that no rule can meet. */
export function applyExpectations(
  root: JsonNode,
  findings: readonly LiveFinding[],
  expected: readonly Expectation[],
  severity: Severity | 'off' = 'error',
  faults: readonly { readonly start: number; readonly end: number }[] = [],
): LiveFinding[] {
  const met = new Set<Expectation>();
  const byRule = groupBy(
    expected.filter(({ unknown }) => unknown === undefined),
    (one) => `${one.rule} ${one.scope}`,
  );
  const misnamed = groupBy(
    expected.filter(({ unknown }) => unknown !== undefined),
    ({ scope }) => scope,
  );
  const depths = new Set(expected.map(({ scope }) => depthOf(scope)));
  const kept: LiveFinding[] = [];
  for (const finding of findings) {
    const scopes = scopesOf(finding.pointer, depths);
    const meets = scopes.flatMap((scope) => byRule.get(`${finding.rule} ${scope}`) ?? []);
    for (const expectation of meets) met.add(expectation);
    if (meets.length > 0) continue;
    // Which fault is meant to be there nobody can tell, so none of them is mended unasked.
    const isMaybeMeant = misnamed.size > 0 && scopes.some((scope) => misnamed.has(scope));
    kept.push(isMaybeMeant ? asChoices(finding) : finding);
  }
  if (severity !== 'off') {
    for (const one of expected) if (!met.has(one)) kept.push(missing(one, root, severity, faults));
  }
  return kept;
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function depthOf(pointer: string): number {
  return pointer.split('/').length - 1;
}

/** The pointers around a pointer, itself included, that are as deep as some expectation is written. */
function scopesOf(pointer: string, depths: ReadonlySet<number>): string[] {
  const steps = pointer.split('/');
  return [...depths].filter((depth) => depth < steps.length).map((depth) => steps.slice(0, depth + 1).join('/'));
}

/**
 * `"transcriptLint": {"expect": [...]}` in an object around a conversation, and in the root object, each row or each element of a
 * root array, where no conversation is left.
 */
export function declaredIn(root: JsonNode, lists: ReadonlySet<JsonNode>): Expectation[] {
  const holders = new Set<JsonNode>();
  if (!lists.has(root)) for (const holder of root.kind === 'array' ? root.items() : [root]) holders.add(holder);
  const seen = new Set<JsonNode>();
  for (const list of lists) {
    for (let at = list.parent; at !== undefined && !seen.has(at); at = at.parent) {
      seen.add(at);
      holders.add(at);
    }
  }
  return [...holders].flatMap(inObject);
}

function inObject(holder: JsonNode): Expectation[] {
  const list = holder.kind === 'object' ? holder.get('transcriptLint')?.get('expect') : undefined;
  if (list === undefined) return [];
  const scope = pointerOf(holder);
  return list.items().flatMap((node): Expectation[] => {
    if (node.kind !== 'string') return [];
    return [{ ...named(node.text()), at: node, scope, written: { node, list } }];
  });
}

function inComments(parsed: ParsedText, root: JsonNode): Expectation[] {
  return expectedWords(parsed.source.text, ruleNames).map(({ text, start }) => ({
    ...named(text),
    at: { start, end: start + text.length, node: root },
    scope: '',
    written: undefined,
  }));
}

function named(name: string): Pick<Expectation, 'rule' | 'unknown'> {
  const rule = ruleNames.find(name);
  return rule === undefined
    ? { rule: name, unknown: { meant: nearest(name, ruleNames.ids) } }
    : { rule, unknown: undefined };
}

function ofFile(rule: string, root: JsonNode): Expectation {
  const at = { start: root.start, end: Math.min(root.start + 1, root.end), node: root };
  return { ...named(rule), at, scope: '', written: undefined };
}

function missing(
  expectation: Expectation,
  root: JsonNode,
  severity: Severity,
  faults: readonly { readonly start: number; readonly end: number }[],
): LiveFinding {
  const { at, written } = expectation;
  // A list that is cut off or broken is nothing to rewrite.
  const isHeld = () =>
    written !== undefined && faults.some(({ start, end }) => start <= written.list.end && end >= written.list.start);
  const report: Report = { at, message: describe(expectation), fixes: () => fixes(expectation) };
  return toFinding(
    { rule: 'expected-fault-missing', severity, report, anchors: anchorsOf(report), row: undefined },
    root,
    -1,
    isHeld,
  );
}

function describe({ rule, unknown }: Expectation): string {
  if (unknown === undefined) return `"${rule}" is expected and not found. Remove the expectation or restore the fault.`;
  const hint = unknown.meant === undefined ? 'Name the rule of the fault.' : `Did you mean "${unknown.meant}"?`;
  return `The file expects the finding ${quote(rule)}, and no rule has that name. ${hint}`;
}

/** An expectation whose rule nobody knows may still be the reason for the fault: it goes only when somebody chooses so. */
function fixes({ unknown, written }: Expectation): ProposedFix[] {
  if (written === undefined) return [];
  const { node, list } = written;
  const remove: Rewrite = new Map([[list, { kind: 'splice', remove: [node], insert: [] }]]);
  const does = { kind: unknown === undefined ? 'drop-expectation' : 'choice' } as const;
  const removing: ProposedFix = { title: 'Remove the expectation', does, rewrite: remove };
  if (unknown?.meant === undefined) return [removing];
  const rename: Rewrite = new Map([[node, { kind: 'replace', with: value(unknown.meant) }]]);
  return [{ title: `Change it to "${unknown.meant}"`, does: { kind: 'choice' }, rewrite: rename }, removing];
}
