import { describe, expect, it } from 'vitest';
import { getLanguageService, TextDocument } from 'vscode-json-languageservice';
import { defaultConfig, defaultResolvedConfig } from '../../server/src/core/config/defaults';
import { matchesGlob } from '../../server/src/core/config/globs';
import { readConfig } from '../../server/src/core/config/read';
import { resolveConfig } from '../../server/src/core/config/resolve';
import { configSchema } from '../../server/src/core/config/schema';
import type { CheckedConfig } from '../../server/src/core/config/types';
import { dialectIds, dialectNames } from '../../server/src/core/dialects/index';
import { namesOf } from '../../server/src/core/rules/names';
import { targetIds } from '../../server/src/core/targets/index';

const ruleIds = ['orphan-result', 'unanswered-call', 'role-invalid'] as const;
const names = namesOf(ruleIds.map((id) => ({ id })));

/** Problems as the marked text and what is said of it. */
const problemsOf = (text: string) =>
  readConfig(text, names).problems.map(({ start, end, message }) => [text.slice(start, end), message]);

describe('reading a configuration', () => {
  it('gives what the text says, comments and trailing commas aside', () => {
    const text = `\ufeff// ours
    {
      "$schema": "./schema.json",
      "files": [{ "glob": "logs/**", "dialect": "none" }, "fixtures/**", { "glob": "*.chat.json" }],
      "dialect": "auto", "target": "mistral", "sentAsIs": true,
      "rules": { "orphan-result": "off", "role-invalid": "hint", },
      "expect": ["unanswered-call"],
      "normalize": { "keepOpenTail": true, "reusedIds": "rename" },
      "window": { "budget": 8000, "pinHead": true, "step": 0 },
      "syntaxErrors": true, "codeLens": false,
      "overrides": [{ "files": "malformed/**", "expect": ["orphan-result"] }, { "files": ["a", "b"], "dialect": "flat" }],
    }`;
    expect(readConfig(text, names)).toEqual({
      problems: [],
      config: {
        files: [
          { glob: 'logs/**', dialect: 'none' },
          { glob: 'fixtures/**', dialect: 'auto' },
          { glob: '*.chat.json', dialect: 'auto' },
        ],
        dialect: 'auto',
        target: 'mistral',
        sentAsIs: true,
        rules: { 'orphan-result': 'off', 'role-invalid': 'hint' },
        expect: ['unanswered-call'],
        normalize: { keepOpenTail: true, reusedIds: 'rename' },
        window: { budget: 8000, pinHead: true, step: 0 },
        syntaxErrors: true,
        codeLens: false,
        overrides: [
          { files: ['malformed/**'], expect: ['orphan-result'] },
          { files: ['a', 'b'], dialect: 'flat' },
        ],
      },
    });
  });

  it('holds every key of a configuration and no other', () => {
    const { properties } = configSchema([]);
    const keys = Object.keys(properties as object).filter((key) => key !== '$schema');
    expect(keys.sort()).toEqual(Object.keys(defaultConfig).sort());
  });

  it.each([...dialectIds, 'auto'])('knows the dialect %s', (dialect) => {
    expect(readConfig(JSON.stringify({ dialect }), names)).toEqual({ config: { dialect }, problems: [] });
  });

  it.each([...targetIds, 'auto'])('knows the target %s', (target) => {
    expect(readConfig(JSON.stringify({ target }), names)).toEqual({ config: { target }, problems: [] });
  });

  it.each([
    ['{ "override": [] }', '"override"', 'Unknown key "override". Did you mean "overrides"?'],
    ['{ "Target": "openai" }', '"Target"', 'Unknown key "Target". Did you mean "target"?'],
    ['{ "ignore": [] }', '"ignore"', /^Unknown key "ignore"\. Known: .*files/],
    ['{ "target": "opneai" }', '"opneai"', 'Unknown target "opneai". Did you mean "openai"?'],
    ['{ "target": "OpenAI" }', '"OpenAI"', 'Unknown target "OpenAI". Did you mean "openai"?'],
    ['{ "dialect": "chatty" }', '"chatty"', 'Unknown dialect "chatty". Did you mean "chat"?'],
    ['{ "dialect": "yaml" }', '"yaml"', `Unknown dialect "yaml". Known: auto, ${dialectNames.join(', ')}.`],
    [
      '{ "rules": { "orphan-results": "off" } }',
      '"orphan-results"',
      'Unknown rule "orphan-results". Did you mean "orphan-result"?',
    ],
    ['{ "rules": { "role-invalid": "warn" } }', '"warn"', 'Unknown severity "warn". Did you mean "warning"?'],
    [
      '{ "rules": { "role-invalid": "information" } }',
      '"information"',
      'Unknown severity "information". Did you mean "info"?',
    ],
    ['{ "rules": { "role-invalid": 2 } }', '2', '"role-invalid" must be a string: a severity.'],
    ['{ "rules": ["role-invalid"] }', '["role-invalid"]', '"rules" must be an object of rule ids and severities.'],
    [
      '{ "expect": ["orphan_result"] }',
      '"orphan_result"',
      'Unknown rule "orphan_result". Did you mean "orphan-result"?',
    ],
    ['{ "expect": "orphan-result" }', '"orphan-result"', '"expect" must be a list.'],
    ['{ "sentAsIs": "yes" }', '"yes"', '"sentAsIs" must be true or false.'],
    ['{ "normalize": { "reusedIds": "keep" } }', '"keep"', 'Unknown setting "keep". Known: drop, rename.'],
    [
      '{ "normalize": { "keepOpenTails": true } }',
      '"keepOpenTails"',
      'Unknown key "keepOpenTails". Did you mean "keepOpenTail"?',
    ],
    ['{ "window": { "bugdet": 5 } }', '"bugdet"', 'Unknown key "bugdet". Did you mean "budget"?'],
    ['{ "window": { "budget": 0 } }', '0', '"budget" must be a whole number, 1 or more.'],
    ['{ "window": { "budget": 1.5 } }', '1.5', '"budget" must be a whole number, 1 or more.'],
    ['{ "window": { "limit": "8k" } }', '"8k"', '"limit" must be a whole number, 1 or more.'],
    ['{ "window": { "last": 8, "step": -1 } }', '-1', '"step" must be a whole number, 0 or more.'],
    ['{ "window": { "budget": 8, "last": 9 } }', '9', '"budget" and "last" exclude each other.'],
    ['{ "window": 8000 }', '8000', '"window" must be an object.'],
    ['{ "files": [{ "dialect": "flat" }] }', '{ "dialect": "flat" }', 'An entry of "files" needs "glob".'],
    ['{ "files": [{ "glob": 1 }] }', '1', '"glob" must be a string.'],
    ['{ "files": [""] }', '""', 'The glob is empty.'],
    ['{ "files": ["a\\\\b"] }', '"a\\\\b"', 'The glob has a backslash; folders are separated by /.'],
    ['{ "overrides": [{ "target": "openai" }] }', '{ "target": "openai" }', 'An entry of "overrides" needs "files".'],
    ['{ "overrides": [{ "files": "a", "files": "b" }] }', '"files"', '"files" stands here twice; the last one counts.'],
    ['[]', '[]', 'The configuration must be an object.'],
    ['{ "target": "openai" "dialect": "chat" }', '"', /^Expected a comma/],
    ['', '', /^Unexpected end/],
  ])('marks %s at %s', (text, marked, message) => {
    const expected: unknown = message instanceof RegExp ? expect.stringMatching(message) : message;
    expect(problemsOf(text)).toEqual([[marked, expected]]);
  });

  it('keeps what means something beside what does not', () => {
    const text =
      '{ "target": "opneai", "dialect": "flat", "rules": { "x": "off", "role-invalid": "off" }, "files": [1, "a"] }';
    const { config, problems } = readConfig(text, names);
    expect(config).toEqual({
      dialect: 'flat',
      rules: { 'role-invalid': 'off' },
      files: [{ glob: 'a', dialect: 'auto' }],
    });
    expect(problems.length).toBe(3);
  });

  it('gives nothing for a text that is not JSON, so that the last good one can stay', () => {
    expect(readConfig('{ "target": ', names).config).toBeUndefined();
    expect(readConfig('7', names).config).toBeUndefined();
  });

  it('reads one property of a package.json, and leaves every other to npm', () => {
    const read = (text: string) => readConfig(text, names, { key: 'transcript-lint' });
    expect(read('{ "name": "x" }')).toBeUndefined();
    expect(read('{ "name": ')).toBeUndefined();
    expect(read('{ "name": "x", "transcript-lint": { "target": "openai" } }')?.config).toEqual({ target: 'openai' });
    const text = '{ "name": "x", "transcript-lint": { "targets": "openai" } }';
    const problem = read(text)?.problems[0];
    expect(text.slice(problem?.start, problem?.end)).toBe('"targets"');
  });

  it('takes hostile names for what they are', () => {
    const text = '{ "__proto__": { "target": "openai" }, "rules": { "constructor": "off", "__proto__": "off" } }';
    const { config, problems } = readConfig(text, names);
    expect(config).toEqual({ rules: {} });
    expect(problems.length).toBe(3);
    expect(Object.getPrototypeOf(config)).toBe(Object.prototype);
    const long = 'x'.repeat(100_000);
    expect(problemsOf(`{ "${long}": 1 }`).length).toBe(1);
  });
});

describe('resolving for one path', () => {
  const config: CheckedConfig = {
    ...defaultConfig,
    target: 'openai',
    rules: { 'orphan-result': 'warning', 'role-invalid': 'off' },
    normalize: { keepOpenTail: true },
    files: [
      { glob: 'logs/keep.json', dialect: 'auto' },
      { glob: 'logs/', dialect: 'none' },
      { glob: '*.flat.json', dialect: 'flat' },
    ],
    overrides: [
      { files: ['claude/**'], target: 'anthropic', rules: { 'orphan-result': 'error' } },
      { files: ['claude/old/**', 'x'], rules: { 'unanswered-call': 'hint' }, normalize: { reusedIds: 'drop' } },
      { files: ['**/malformed/**'], expect: ['orphan-result'], sentAsIs: true },
    ],
  };

  it('is the defaults where nothing is configured', () => {
    expect(resolveConfig(defaultConfig, 'a/b.json')).toEqual(defaultResolvedConfig);
  });

  it.each([
    ['logs/keep.json', 'auto'],
    ['logs/a.json', 'none'],
    ['logs/deep/a.flat.json', 'none'],
    ['a.flat.json', 'flat'],
    ['deep/.hidden/a.flat.json', 'flat'],
    ['a.json', 'unlisted'],
    ['../a.json', 'unlisted'],
  ])('says what the first glob that matches %s decides: %s', (path, file) => {
    expect(resolveConfig(config, path).file).toBe(file);
  });

  it('lays overrides over each other, rules and options one by one', () => {
    expect(resolveConfig(config, 'claude/old/malformed/a.json')).toEqual({
      ...defaultResolvedConfig,
      target: 'anthropic',
      rules: { 'orphan-result': 'error', 'role-invalid': 'off', 'unanswered-call': 'hint' },
      normalize: { keepOpenTail: true, reusedIds: 'drop' },
      expect: ['orphan-result'],
      sentAsIs: true,
    });
    expect(resolveConfig(config, 'a.json').rules).toEqual(config.rules);
  });

  it.each([
    ['fixtures/**', 'fixtures/a/b.json', true],
    ['fixtures/**', 'other/fixtures/b.json', false],
    ['/fixtures/*.json', 'fixtures/b.json', true],
    ['./fixtures/*.json', './fixtures/b.json', true],
    ['*.json', 'a/b/c.json', true],
    ['/*.json', 'a/c.json', false],
    ['/*.json', 'c.json', true],
    ['**/x/*.{json,jsonl}', 'a/x/c.jsonl', true],
    ['**/x/*.{json,jsonl}', 'x/c.json', true],
    ['!a/**', 'a/b.json', false],
    ['!a/**', 'b.json', true],
    ['[ab].json', 'b.json', true],
    ['a?.json', 'ab.json', true],
    ['a b/(c).json', 'a b/(c).json', true],
  ])('%s on %s: %s', (glob, path, expected) => {
    expect(matchesGlob(glob, path)).toBe(expected);
  });

  it('does not hang on a hostile glob and file name', () => {
    const name = 'a'.repeat(120);
    for (const glob of [
      '(a+)+b',
      '(a*)*b',
      '{(a+)+,(a+)+}b',
      '*a*a*b',
      '*(a|aa|*(a))b',
      '**/a/**/a/**/a/**/b',
      '{a,aa,aaa}*{a,aa}*b',
    ]) {
      expect(matchesGlob(glob, `${'a/'.repeat(60)}${name}`)).toBe(false);
    }
    expect(matchesGlob('*a*a*a*a*a*a*b', name)).toBe(false);
  });

  it('takes no more globs than can be asked for each file, and says so once, at the first one too many', () => {
    for (const files of [
      Array.from({ length: 200_000 }, (_, index) => `**/*${index}*`),
      Array.from({ length: 100 }, (_, index) => 'a'.repeat(1_000 + index)),
    ]) {
      const text = JSON.stringify({ files, overrides: [{ files: files.slice(0, 3) }] });
      const { config: read, problems } = readConfig(text, names);
      expect(problems.map(({ message }) => message)).toEqual([
        'The glob is one too many: a configuration may have 1000 globs and 50000 characters in them.',
      ]);
      const [problem] = problems;
      const count = read?.files?.length ?? 0;
      expect(text.slice(problem?.start, problem?.end)).toBe(JSON.stringify(files[count]));
    }
  });
});

describe('the schema', () => {
  const service = getLanguageService({});
  const rules = ruleIds.map((id) => ({ id, summary: `About ${id}.` }));
  service.configure({ schemas: [{ uri: 'test://schema', fileMatch: ['*'], schema: configSchema(rules) }] });

  async function complaints(text: string): Promise<string[]> {
    const document = TextDocument.create('file:///transcript-lint.config.json', 'jsonc', 1, text);
    const diagnostics = await service.doValidation(document, service.parseJSONDocument(document));
    return diagnostics.map(({ range }) => document.getText(range));
  }

  it.each([
    '{}',
    '{ "files": ["a", { "glob": "b", "dialect": "none" }], "overrides": [{ "files": "a", "rules": { "role-invalid": "off" } }] }',
    '{ "dialect": "flat", "target": "strict", "expect": ["orphan-result"], "normalize": { "reusedIds": "drop" } }',
    '{ "sentAsIs": true, "syntaxErrors": false, "codeLens": false }',
    '{ "window": { "limit": 200000, "reserve": 0, "pinHead": true, "step": 2000 } }',
    '{ "overrides": [{ "files": "a", "window": { "last": 8 } }] }',
  ])('and the reader both take %s', async (text) => {
    expect(await complaints(text)).toEqual([]);
    expect(problemsOf(text)).toEqual([]);
  });

  it.each([
    '{ "override": [] }',
    '{ "target": "opneai" }',
    '{ "rules": { "orphan-results": "off" } }',
    '{ "rules": { "role-invalid": "warn" } }',
    '{ "expect": ["orphan_result"] }',
    '{ "files": [{ "dialect": "flat" }] }',
    '{ "files": [""] }',
    '{ "overrides": [{ "files": [], "files2": 1 }] }',
    '{ "sentAsIs": 1 }',
    '{ "normalize": { "keepOpenTail": "x" } }',
    '{ "window": { "budget": 0 } }',
    '{ "window": { "budget": 2.5 } }',
    '{ "window": { "budget": 1, "limit": 2 } }',
    '{ "window": { "limit": 1, "last": 2 } }',
    '[]',
  ])('and the reader both refuse %s', async (text) => {
    expect((await complaints(text)).length).toBeGreaterThan(0);
    expect(problemsOf(text).length).toBeGreaterThan(0);
  });
});

describe('the text of a configuration', () => {
  it('keeps its places behind a byte order mark', () => {
    expect(problemsOf('\ufeff{ "target": "opneai" }')).toEqual([
      ['"opneai"', 'Unknown target "opneai". Did you mean "openai"?'],
    ]);
    expect(problemsOf('\ufeff')).toEqual([['', 'Unexpected end of the text: expected a value.']]);
  });

  it('may be nested without end', () => {
    const message = 'Arrays and objects are nested deeper than 1000 levels.';
    for (const [bracket, text] of [
      ['[', '['.repeat(100_000)],
      ['{', '{"a":'.repeat(100_000)],
      ['[', `{ "files": ${'['.repeat(5000)}${']'.repeat(5000)} }`],
    ] as const)
      expect(problemsOf(text)).toEqual([[bracket, message]]);
    const brackets = JSON.stringify('['.repeat(5000));
    expect(problemsOf(`{ "$schema": ${brackets} } // ${brackets}`)).toEqual([]);
  });

  it.each([
    ["{ 'target': 1 }", "'target'", 'Strings stand in double quotes: "…".'],
    [
      '{ "target": opneai }',
      'opneai',
      'Unknown word "opneai": expected true, false, null or a string in double quotes.',
    ],
    ['{ "target" "openai" }', '"', 'Expected a colon.'],
    ['{ target: 1 }', 'target', 'Unknown word "target": expected true, false, null or a string in double quotes.'],
    ['{ "target": "openai }', '"openai }', 'Unterminated string: the closing " is missing.'],
    ['{ } /* open', '/* open', 'Unterminated comment: the closing */ is missing.'],
    ['{ "target": "\\x" }', '"\\x"', 'Invalid escape in a string.'],
    ['{ "target": "a\tb" }', '"a\tb"', 'A control character in a string must be escaped.'],
    ['{ "window": { "last": 1. } }', '1.', 'Invalid number.'],
    ['{} {}', '{', 'Expected nothing more behind the JSON value.'],
    ['{ "files": [,] }', ',', 'Expected a value.'],
  ])('is refused at its first fault: %s', (text, marked, message) => {
    expect(problemsOf(text)).toEqual([[marked, message]]);
  });
});
