// A rule that was renamed goes on to be meant by its old name, wherever people wrote it. No rule was renamed yet, so one is here.
import { describe, expect, test, vi } from 'vitest';
import { configSchema, editorSchema, fix, lint, readConfig, ruleNames, rules } from '../../server/src/core/index';
import { namesOf } from '../../server/src/core/rules/names';
import { cli } from '../cli/cli';
import { folderOf } from '../cli/folder';
import { Client, pushClient } from '../lsp/support';

const OLD = 'stray-result';
const NEW = 'orphan-result';

vi.mock('../../server/src/core/rules/index', async (original) => {
  const actual = await original<typeof import('../../server/src/core/rules/index')>();
  const { namesOf: named } = await import('../../server/src/core/rules/names');
  const renamed = actual.ruleMetas.map((meta) =>
    meta.id === 'orphan-result' ? { ...meta, aliases: ['stray-result'] } : meta,
  );
  return { ...actual, ruleMetas: renamed, ruleNames: named(renamed) };
});

const lone = { role: 'tool', tool_call_id: 'call_7', content: 'Rain.' };
const orphan = [{ role: 'user', content: 'Weather?' }, lone, { role: 'user', content: 'And now?' }];
const text = JSON.stringify({ messages: orphan });
const found = (source: string, config = {}) => lint(source, { uri: 'a.json', config }).map(({ rule }) => rule);

test('the fault is there, under its new name', () => {
  expect(found(text)).toEqual([NEW]);
});

describe('a configuration', () => {
  const read = (config: object) => readConfig(JSON.stringify(config), ruleNames);

  test('says what the rule is called now, at its place, and is no worse for it', () => {
    const source = JSON.stringify({
      rules: { [OLD]: 'off' },
      expect: [OLD],
      overrides: [{ files: ['a'], expect: [OLD] }],
    });
    const { config, problems, notes = [] } = readConfig(source, ruleNames);
    expect(config).toEqual({
      rules: { [NEW]: 'off' },
      expect: [NEW],
      overrides: [{ files: ['a'], expect: [NEW] }],
    });
    expect(problems).toEqual([]);
    expect(notes.map(({ start, end, message }) => [source.slice(start, end), message])).toEqual(
      [0, 1, 2].map(() => [`"${OLD}"`, `The rule "${OLD}" is called "${NEW}" now. Write "${NEW}".`]),
    );
  });

  test.each([[{ [OLD]: 'off', [NEW]: 'warning' }], [{ [NEW]: 'warning', [OLD]: 'off' }]])(
    '%j: what is said under the new name counts',
    (severities) => {
      expect(read({ rules: severities }).config).toEqual({ rules: { [NEW]: 'warning' } });
    },
  );

  test('of the library works with the old name', () => {
    expect(found(text, { rules: { [OLD]: 'off' } })).toEqual([]);
    expect(found(text, { expect: [OLD] })).toEqual([]);
  });

  test('says nothing of names that are current', () => {
    expect(read({ rules: { [NEW]: 'off' } })).toEqual({ config: { rules: { [NEW]: 'off' } }, problems: [] });
  });

  test('that misspells the old name is helped to the new one or not at all', () => {
    const [problem] = read({ rules: { 'orphan-results': 'off' } }).problems;
    expect(problem?.message).toContain(`Did you mean "${NEW}"?`);
  });
});

test.each([
  ['in its object', JSON.stringify({ transcriptLint: { expect: [OLD] }, messages: orphan })],
  ['in a comment', `// transcript-lint-expect: ${OLD}\n${text}`],
])('an expectation %s is met', (_, source) => {
  expect(lint(source, { uri: 'a.jsonc' })).toEqual([]);
});

test('an expectation that nothing meets says which rule it is about', () => {
  const source = JSON.stringify({ transcriptLint: { expect: [OLD] }, messages: [orphan[0]] });
  expect(lint(source, { uri: 'a.json' }).map(({ message }) => message)).toEqual([
    `"${NEW}" is expected and not found. Remove the expectation or restore the fault.`,
  ]);
});

test('the library mends by the old name', () => {
  const byNew = fix(text, { uri: 'a.json', only: [NEW], unsafe: true });
  expect(byNew.report).toHaveLength(1);
  expect(fix(text, { uri: 'a.json', only: [OLD], unsafe: true })).toEqual(byNew);
});

describe('the command line', () => {
  test('takes the old name with --rule', async () => {
    const cwd = folderOf({ 'a.json': text });
    expect((await cli(['check'], { cwd })).code).toBe(1);
    expect((await cli(['check', '--rule', `${OLD}=off`], { cwd })).code).toBe(0);
  });

  test('prints the page of the rule', async () => {
    const rulePages = { [NEW]: '# The page\n' };
    expect((await cli(['rules', OLD], { rulePages })).stdout).toBe('# The page\n');
    const { stdout } = await cli(['rules', OLD, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ id: NEW, aliases: [OLD] });
  });

  test('tells once that a configuration has an old name, and checks', async () => {
    const config = JSON.stringify({ rules: { [OLD]: 'off' } });
    const cwd = folderOf({ 'a.json': text, 'b.json': text, 'transcript-lint.config.json': config });
    const { code, stderr } = await cli(['check'], { cwd });
    expect(code).toBe(0);
    expect(stderr.split(`The rule "${OLD}" is called "${NEW}" now.`)).toHaveLength(2);
    expect(stderr).not.toContain('error');
  });
});

test('an editor shows it as information', async () => {
  const client = await Client.start({ capabilities: pushClient });
  const uri = 'file:///work/transcript-lint.config.json';
  await client.open(uri, JSON.stringify({ rules: { [OLD]: 'off' } }));
  expect((await client.diagnostics(uri)).map(({ severity, message }) => [severity, message])).toEqual([
    [3, `The rule "${OLD}" is called "${NEW}" now. Write "${NEW}".`],
  ]);
});

describe('the schema', () => {
  test('takes old names, strikes them through and does not offer them', () => {
    const { definitions } = configSchema(rules) as {
      definitions: { rule: { anyOf: unknown[] }; severities: { properties: Record<string, unknown> } };
    };
    const old = { deprecationMessage: `It is called "${NEW}" now.`, doNotSuggest: true };
    expect(definitions.rule.anyOf.slice(1)).toEqual([{ const: OLD, ...old }]);
    expect(definitions.severities.properties[OLD]).toEqual({ ...old, $ref: '#/definitions/severity' });
  });

  test('of an editor with our server leaves it to the server to say so', () => {
    expect(JSON.stringify(editorSchema(rules))).not.toContain(OLD);
  });
});

test('an id that is current stays itself, whatever was called so before', () => {
  const names = namesOf([{ id: 'orphan-result', aliases: ['role-missing', 'old'] }, { id: 'role-missing' }]);
  expect(['old', 'role-missing', 'orphan-result', 'none'].map(names.find)).toEqual([
    ...['orphan-result', 'role-missing', 'orphan-result', undefined],
  ]);
});
