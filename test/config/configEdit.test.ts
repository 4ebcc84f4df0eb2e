import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../server/src/core/config/defaults';
import {
  type ConfigEdit,
  type ConfigRefusal,
  globOfFile,
  initialConfig,
  leaveOutFile,
  setDialectOf,
  setTargetOf,
  turnOffRule,
} from '../../server/src/core/config/edit';
import { matchesGlob } from '../../server/src/core/config/globs';
import { readConfig } from '../../server/src/core/config/read';
import { resolveConfig } from '../../server/src/core/config/resolve';
import { parseText } from '../../server/src/core/json/scan';
import { namesOf } from '../../server/src/core/rules/names';
import { applyEdits } from '../../server/src/core/text/edits';
import { canonical, decorate, decoration } from '../support/jsonc';

const RULES = ['orphan-result', 'unanswered-call', 'role-invalid'] as const;
const NAMES = namesOf(RULES.map((id) => ({ id })));
const FILE = 'logs/a.json';

function textOf(result: ConfigEdit | ConfigRefusal): string {
  if ('refused' in result) throw new Error(result.refused);
  return result.text;
}

const off = (text: string | undefined, glob?: string) =>
  textOf(turnOffRule(text, 'orphan-result', glob === undefined ? {} : { glob }));

describe('a configuration file that there is none of', () => {
  it.each([undefined, '', '\n', '  \r\n'])('is begun: %j', (text) => {
    expect(off(text)).toBe('{\n  "rules": {\n    "orphan-result": "off"\n  }\n}\n');
    expect(textOf(leaveOutFile(text, FILE))).toBe(
      '{\n  "files": [\n    { "glob": "logs/a.json", "dialect": "none" }\n  ]\n}\n',
    );
  });

  it('keeps a byte order mark', () => {
    expect(off('\ufeff')).toMatch(/^\ufeff\{\n/);
  });

  it('can begin with what is worth saying, and with comments', () => {
    expect(readConfig(initialConfig(), NAMES)).toEqual({
      config: { target: 'auto', files: [], rules: {} },
      problems: [],
    });
    expect(off(initialConfig())).toContain('"rules": {\n    "orphan-result": "off"\n  }\n}\n');
  });
});

describe('turning a rule off', () => {
  it.each([
    [
      'one line stays one line',
      '{ "target": "openai" }',
      '{ "target": "openai", "rules": { "orphan-result": "off" } }',
    ],
    ['tight stays tight', '{"target":"openai"}', '{"target":"openai","rules":{"orphan-result":"off"}}'],
    [
      'odd spaces of the line stay',
      '{  "target":"openai"  ,"rules" : { "x":  "off"}  }',
      '{  "target":"openai"  ,"rules" : { "x":  "off", "orphan-result": "off"}  }',
    ],
    [
      'tabs and CRLF',
      '{\r\n\t"rules": {\r\n\t\t"x": "off"\r\n\t}\r\n}\r\n',
      '{\r\n\t"rules": {\r\n\t\t"x": "off",\r\n\t\t"orphan-result": "off"\r\n\t}\r\n}\r\n',
    ],
    [
      'a comment stays behind what it is about',
      '{\n    "target": "openai" // ours\n}',
      '{\n    "target": "openai", // ours\n    "rules": {\n        "orphan-result": "off"\n    }\n}',
    ],
    [
      'a trailing comma stays the last sign',
      '{\n  "rules": {\n    "x": "off", // noise\n  },\n}',
      '{\n  "rules": {\n    "x": "off", // noise\n    "orphan-result": "off",\n  },\n}',
    ],
    [
      'a comment alone in an object',
      '{\n  "rules": {\n    // none yet\n  }\n}',
      '{\n  "rules": {\n    // none yet\n    "orphan-result": "off"\n  }\n}',
    ],
    [
      'a comment in an object of one line',
      '{ "rules": { /* none */ } }',
      '{ "rules": { /* none */ "orphan-result": "off" } }',
    ],
    ['another severity is replaced', '{ "rules": {"orphan-result" :"hint"} }', '{ "rules": {"orphan-result" :"off"} }'],
    ['off already', '{ "rules": {"orphan-result" : "off"} }', '{ "rules": {"orphan-result" : "off"} }'],
    ['a mark at the start', '\ufeff{}', '\ufeff{\n  "rules": {\n    "orphan-result": "off"\n  }\n}'],
    [
      'a line comment that ends a line',
      '{ "a": 1 // x\n}',
      '{ "a": 1, // x\n"rules": {\n  "orphan-result": "off"\n}\n}',
    ],
  ])('everywhere: %s', (_, before, after) => {
    expect(off(before)).toBe(after);
  });

  it.each([
    [
      'a new override goes last',
      '{ "overrides": [{ "files": "**", "rules": { "orphan-result": "error" } }] }',
      '{ "overrides": [{ "files": "**", "rules": { "orphan-result": "error" } }, { "files": "logs/a.json", "rules": { "orphan-result": "off" } }] }',
    ],
    [
      'one for the same file is used',
      '{ "overrides": [{ "files": ["logs/a.json"], "target": "openai" }, { "files": "b" }] }',
      '{ "overrides": [{ "files": ["logs/a.json"], "target": "openai", "rules": { "orphan-result": "off" } }, { "files": "b" }] }',
    ],
    [
      'unless a later one speaks of the rule',
      '{"overrides":[{"files":"logs/a.json"},{"files":"*","rules":{"orphan-result":"error"}}]}',
      '{"overrides":[{"files":"logs/a.json"},{"files":"*","rules":{"orphan-result":"error"}},{"files":"logs/a.json","rules":{"orphan-result":"off"}}]}',
    ],
  ])('for one file: %s', (_, before, after) => {
    expect(off(before, FILE)).toBe(after);
  });

  it('in the one property of a package.json that is ours', () => {
    const edit = (text: string) => textOf(turnOffRule(text, 'orphan-result', { key: 'transcript-lint' }));
    expect(edit('{ "name": "x" }')).toBe('{ "name": "x", "transcript-lint": { "rules": { "orphan-result": "off" } } }');
    // What stands twice elsewhere is npm's business.
    const twice = '{ "name": "x", "name": "y", "transcript-lint": { "rules": {} } }';
    expect(edit(twice)).toBe(twice.replace('{}', '{ "orphan-result": "off" }'));
  });
});

describe('saying what a file is', () => {
  it.each([
    [
      'before the others, as the first match wins',
      '{\n  "files": [ // by hand\n    // all of these\n    "logs/**"\n  ]\n}',
      '{\n  "files": [ // by hand\n    { "glob": "logs/a.json", "dialect": "none" },\n    // all of these\n    "logs/**"\n  ]\n}',
    ],
    [
      'in the entry that is there',
      '{ "files": ["b.json", { "glob": "logs/a.json", "dialect": "flat" }] }',
      '{ "files": ["b.json", { "glob": "logs/a.json", "dialect": "none" }] }',
    ],
    [
      'in an entry that is a glob alone',
      '{ "files": [ "logs/a.json" ] }',
      '{ "files": [ { "glob": "logs/a.json", "dialect": "none" } ] }',
    ],
    [
      'not in one that an earlier entry hides',
      '{ "files": ["logs/**", "logs/a.json"] }',
      '{ "files": [{ "glob": "logs/a.json", "dialect": "none" }, "logs/**", "logs/a.json"] }',
    ],
  ])('%s', (_, before, after) => {
    expect(textOf(leaveOutFile(before, FILE))).toBe(after);
  });

  it('names one file by a glob, whatever its name', () => {
    const names = [
      'a.json',
      'deep/a.json',
      '[x].json',
      'a[1]/b.json',
      '{a,b}.json',
      'a*.json',
      'a?.json',
      'a b (c).json',
    ];
    for (const name of [...names, '!a.json', 'ü.json', 'a\\b.json', 'a]b.json']) {
      const glob = globOfFile(name);
      expect(glob, name).toBeDefined();
      expect(matchesGlob(glob ?? '', name), name).toBe(true);
      expect(matchesGlob(glob ?? '', `other/${name}`), name).toBe(false);
      expect(matchesGlob(glob ?? '', name.replace(/[^/]*$/, 'other.json')), name).toBe(false);
    }
  });
});

describe('what is refused', () => {
  it.each([
    ['{ "rules": { "a": "off" }, "rules": {} }', '"rules"', '"rules" stands here twice. Remove one first.'],
    ['{ "overrides": [{ "files": "a", "files": "b" }] }', '"files"', '"files" stands here twice. Remove one first.'],
    ['\ufeff{ "rules": ', '', 'Unexpected end of the text: expected a value.'],
    ['{ "target": "openai" "rules": {} }', '"', 'Expected a comma.'],
    ['{ "rules": ["x"] }', '["x"]', '"rules" must be an object.'],
    ['[]', '[]', 'The configuration must be an object.'],
    ['[['.repeat(50_000), '[', 'Arrays and objects are nested deeper than 1000 levels.'],
  ])('%.60s', (text, marked, message) => {
    const result = turnOffRule(text, 'orphan-result');
    if (!('refused' in result)) throw new Error(result.text);
    expect([text.slice(result.start, result.end), result.refused]).toEqual([marked, message]);
  });

  it('says so of lists as well', () => {
    expect(leaveOutFile('{ "files": "a" }', FILE)).toMatchObject({ refused: '"files" must be a list.' });
    expect(setTargetOf('{ "overrides": {} }', FILE, 'openai')).toMatchObject({
      refused: '"overrides" must be a list.',
    });
    expect(setTargetOf('{ "overrides": ["a"] }', 'a', 'openai')).not.toHaveProperty('refused');
  });

  it('and a package.json whose key stands twice', () => {
    const text = '{ "transcript-lint": {}, "transcript-lint": {} }';
    expect(turnOffRule(text, 'x', { key: 'transcript-lint' })).toMatchObject({
      refused: '"transcript-lint" stands here twice. Remove one first.',
    });
  });
});

const rule = fc.constantFrom(...RULES);
const glob = fc.constantFrom(FILE, 'logs/**', '*.json', '**/a.json', 'b.json', '!c/**');
const severities = fc.dictionary(rule, fc.constantFrom('error', 'hint', 'off'), { maxKeys: 3 });
const config = fc.record(
  {
    target: fc.constantFrom('openai', 'anthropic'),
    rules: severities,
    files: fc.array(fc.oneof(glob, fc.record({ glob, dialect: fc.constantFrom('none', 'flat') })), { maxLength: 4 }),
    window: fc.record({ last: fc.constant(3) }),
    overrides: fc.array(
      fc.record(
        { files: fc.oneof(glob, fc.array(glob, { minLength: 1, maxLength: 2 })), rules: severities },
        { requiredKeys: ['files'] },
      ),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: [] },
);
const style = fc
  .tuple(decoration, fc.constantFrom('lines' as const, 'wild' as const, 'row' as const), fc.constantFrom('\n', '\r\n'))
  .map(([options, manner, lineBreak]) => ({ ...options, style: manner, lineBreak: lineBreak as '\n' | '\r\n' }));
const edits = [
  (text: string, key: object) => turnOffRule(text, 'orphan-result', key),
  (text: string, key: object) => turnOffRule(text, 'orphan-result', { ...key, glob: FILE }),
  (text: string, key: object) => leaveOutFile(text, FILE, key),
  (text: string, key: object) => setDialectOf(text, FILE, 'chat', key),
  (text: string, key: object) => setTargetOf(text, FILE, 'mistral', key),
] as const;

describe('whatever the text looks like', () => {
  const parsed = (text: string) => parseText({ text }).root?.value() as Record<string, unknown>;

  it('every character outside the edit stays, and the text says what was asked for', () => {
    fc.assert(
      fc.property(config, style, fc.nat(4), fc.boolean(), (value, options, which, isInPackage) => {
        const key = isInPackage ? { key: 'transcript-lint' } : {};
        const whole = isInPackage ? { name: 'x', 'transcript-lint': value, version: '1' } : value;
        const text = decorate(whole, options);
        const result = (edits[which] ?? edits[0])(text, key);
        if ('refused' in result) {
          expect(options.duplicates && result.refused).toMatch(/stands here twice/);
          return;
        }
        expect(result.text).toBe(applyEdits(text, result.edits));
        expect(parseText({ text: result.text }).problem).toBeUndefined();
        for (const { start, end, text: put } of result.edits) {
          const gone = text.slice(start, end);
          // A value that is replaced, or the blanks in empty brackets; never a comment.
          expect(gone.trim() === '' || /^"[^"]*"$/.test(gone)).toBe(true);
          if (options.style === 'lines' && options.lineBreak === '\r\n') expect(put).not.toMatch(/(^|[^\r])\n/);
          if (options.style === 'row' && !options.comments && text.includes(':')) expect(put).not.toMatch(/\n.*:.*\n/s);
        }
        const reading = readConfig(result.text, NAMES, { key: 'transcript-lint' }) ?? readConfig(result.text, NAMES);
        const after = isInPackage ? reading.config : readConfig(result.text, NAMES).config;
        const resolved = resolveConfig({ ...defaultConfig, ...after }, FILE);
        if (which === 0) expect(after?.rules?.['orphan-result']).toBe('off');
        if (which === 1) expect(resolved.rules['orphan-result']).toBe('off');
        if (which === 2) expect(resolved.file).toBe('none');
        if (which === 3) expect(resolved.file).toBe('chat');
        if (which === 4) expect(resolved.target).toBe('mistral');
        expectRestKept(isInPackage ? (parsed(text)['transcript-lint'] as object) : parsed(text), after ?? {}, which);
        const again = (edits[which] ?? edits[0])(result.text, key);
        expect('text' in again && again.text).toBe(result.text);
      }),
      { numRuns: 400 },
    );
  });

  /** All that was said before is still said, in its order. */
  function expectRestKept(before: object, after: object, which: number): void {
    const { rules = {}, files = [], overrides = [], ...rest } = readConfig(JSON.stringify(before), NAMES).config ?? {};
    const now = after as typeof defaultConfig;
    const { rules: rulesNow = {}, files: filesNow = [], overrides: overridesNow = [], ...restNow } = now;
    expect(canonical(restNow)).toBe(canonical(rest));
    if (which === 0) expect(rulesNow).toEqual({ ...rules, 'orphan-result': 'off' });
    else expect(rulesNow).toEqual(rules);
    if (which === 2 || which === 3) {
      const others = (entries: typeof files) => entries.filter(({ glob: one }) => one !== FILE);
      expect(others(filesNow)).toEqual(others(files));
      expect(filesNow.length - files.length).toBeLessThanOrEqual(1);
    } else expect(filesNow).toEqual(files);
    if (which === 1 || which === 4) {
      expect(overridesNow.length - overrides.length).toBeLessThanOrEqual(1);
      for (const [at, one] of overrides.entries()) expect(overridesNow[at]).toMatchObject({ files: one.files });
    } else expect(overridesNow).toEqual(overrides);
  }
});
