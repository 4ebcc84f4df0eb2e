// Holds the catalogue together: list = files = pages = configuration schema = README, and each page's examples do what the page
// says they do.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ruleTable, withTable } from '../../scripts/ruleTable.mjs';
import {
  configSchema,
  dialects,
  isRuleId,
  type ResolvedConfig,
  ruleIds,
  ruleNames,
  rules,
} from '../../server/src/core/index';
import type { RuleContext } from '../../server/src/core/rules/types';
import { profiles } from '../../server/src/core/targets/index';
import type { TargetTable } from '../../server/src/core/targets/types';
import { findingsIn } from '../support/fixtures';

const root = new URL('../../', import.meta.url);
const text = (path: string) => readFileSync(new URL(path, root), 'utf8');
const names = (path: string) => readdirSync(new URL(path, root)).sort();

test('the list is sorted, and has each rule once', () => {
  expect(ruleIds).toEqual([...new Set(ruleIds)].sort());
});

test('the ids are those of the rules', () => {
  expect(rules.map(({ id }) => id)).toEqual(ruleIds);
});

test('an old id is that of one rule, and no rule has it now', () => {
  const old = rules.flatMap(({ aliases = [] }) => aliases);
  expect(old).toEqual([...new Set(old)]);
  expect(old.filter(isRuleId)).toEqual([]);
  expect([...ruleNames.aliases.keys()]).toEqual(old);
});

test('a misspelt id, and an option that a rule does not know, do not compile', () => {
  const tables: TargetTable[] = [
    // @ts-expect-error no rule has this id
    { 'orphan-reslt': { severity: 'error' } },
    // @ts-expect-error it asks for nothing
    { 'orphan-result': { severity: 'error', options: { max: 4 } } },
    // @ts-expect-error it asks for a number
    { 'messages-too-long': { severity: 'error', options: { max: '4' } } },
    // @ts-expect-error it asks for one
    { 'tool-call-id-too-long': { severity: 'error' } },
  ];
  // @ts-expect-error no rule has this id
  const asks = ({ enforces }: RuleContext) => enforces('orphan-reslt');
  expect([tables.length, typeof asks]).toEqual([4, 'function']);
});

test('every rule is a file, and every file a rule', () => {
  const files = names('server/src/core/rules').filter(
    (name) => !['ids.ts', 'index.ts', 'names.ts', 'types.ts'].includes(name),
  );
  expect(files).toEqual(ruleIds.map((id) => `${id}.ts`));
});

test('every rule has a page, and every page a rule', () => {
  expect(names('docs/rules')).toEqual(ruleIds.map((id) => `${id}.md`));
});

test('the configuration schema knows every rule', () => {
  const { definitions } = configSchema(rules) as { definitions: { rule: { enum: string[] } } };
  expect([...definitions.rule.enum].sort()).toEqual(ruleIds);
});

test("README's table is what the rules say: npm run generate", () => {
  expect(text('README.md')).toBe(withTable(text('README.md'), 'rules', ruleTable(rules, dialects)));
});

test("every row of a target's table names a rule", () => {
  const strangers = profiles.flatMap((profile) =>
    Object.keys(profile.rules)
      .filter((rule) => !isRuleId(rule))
      .map((rule) => `${profile.id}: ${rule}`),
  );
  expect(strangers).toEqual([]);
});

test('a rule without a severity of its own is in some table', () => {
  const listed = new Set(profiles.flatMap((profile) => Object.keys(profile.rules)));
  const lost = rules.filter((rule) => Object.keys(rule.severity).length === 0 && !listed.has(rule.id));
  expect(lost.map((rule) => rule.id)).toEqual([]);
});

/** Their examples would be longer than their pages. */
const WITHOUT_EXAMPLES = ['messages-too-long', 'too-deep', 'too-large'];

describe.each(ruleIds)('docs/rules/%s.md', (rule) => {
  const page = text(`docs/rules/${rule}.md`);
  const meta = rules.find(({ id }) => id === rule);

  test('opens with its name and its summary', () => {
    expect(page.startsWith(`# ${rule}\n\n${meta?.summary}\n`)).toBe(true);
  });

  test('quotes the providers as the tables have them', () => {
    const said = profiles.flatMap((profile) => [profile.rules[rule] ?? []].flat().flatMap((row) => row.error ?? []));
    const own = said.filter((error) => !error.startsWith('The model returned the following errors: '));
    expect([...new Set(own)].filter((error) => !page.includes(error))).toEqual([]);
  });

  const examples = examplesOf(page);

  test('shows what is wrong and what is right', () => {
    const kinds = WITHOUT_EXAMPLES.includes(rule) ? [] : ['correct', 'incorrect'];
    expect([...new Set(examples.map(({ kind }) => kind))].sort()).toEqual(kinds);
  });

  test.each(examples.map((example, at) => ({ ...example, at: at + 1 })))('example $at is $kind', (example) => {
    const isOff = meta?.severity === 'off';
    const isListed = profiles.some((profile) => rule in profile.rules);
    const config = { ...example.config, ...(isOff && !isListed ? { rules: { [rule]: 'info' as const } } : {}) };
    const found = findingsIn(example.text, `example.${example.extension}`, config).map((finding) => finding.rule);
    if (example.kind === 'incorrect') expect(found).toContain(rule);
    else expect(found).toEqual([]);
  });
});

interface Example {
  readonly kind: string;
  readonly text: string;
  readonly extension: string;
  readonly config: Partial<ResolvedConfig>;
}

/** Fenced blocks such as ```` ```json incorrect target=mistral ````. */
function examplesOf(page: string): Example[] {
  return [...page.matchAll(/^```(jsonc?|jsonl) (incorrect|correct)([^\n]*)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [, extension = '', kind = '', attributes = '', body = ''] = match;
    const config = Object.fromEntries(
      [...attributes.matchAll(/(\w+)=([\w-]+)/g)].map(([, name, value]) => [name, value]),
    );
    return { kind, text: body, extension, config };
  });
}
