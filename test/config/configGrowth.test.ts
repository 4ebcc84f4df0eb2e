// A configuration comes with a workspace that nobody trusts yet: reading and editing it costs what it is long.
import { describe, expect, it } from 'vitest';
import { leaveOutFile, turnOffRule } from '../../server/src/core/config/edit';
import { readConfig } from '../../server/src/core/config/read';
import { namesOf } from '../../server/src/core/rules/names';
import { expectLinear } from '../support/growth';

const names = namesOf([{ id: 'orphan-result' }]);

const many = (n: number, text: (i: number) => string) => Array.from({ length: n }, (_, i) => text(i)).join('');
const shapes: Readonly<Record<string, (n: number) => string>> = {
  'globs in a list': (n) => `{ "files": [${many(n, (i) => `"dir${i}/**",`)}] }`,
  'overrides of one rule each': (n) =>
    `{ "overrides": [${many(n, (i) => `{ "files": "a${i}", "rules": { "orphan-result": "off" } },`)}] }`,
  'unknown keys': (n) => `{ ${many(n, (i) => `"key${i}": 1,`)} }`,
  'one key over and over': (n) => `{ ${many(n, () => '"target": "openai",')} }`,
  'comments and blank lines': (n) => `{ ${many(n, () => '/* c */ // d\n\n')} "rules": {} ${many(n, () => '// e\n')} }`,
  commas: (n) => `{ "files": [${','.repeat(n * 5)}] }`,
  'brackets that nothing closes': (n) => '['.repeat(n * 5),
  'closing brackets': (n) => `{}${']'.repeat(n * 5)}`,
  'strings that nothing closes': (n) => many(n, () => '"a\n'),
  slashes: (n) => `{ ${'/ '.repeat(n * 5)} }`,
  'one long string': (n) => `{ "target": "${'\\u0061'.repeat(n * 3)}" }`,
  'a key that a broken text keeps naming': (n) => `{ ${many(n, () => '"transcript-lint"   ')}`,
};

describe.each(Object.entries(shapes))('%s', (_, text) => {
  it('read', () => {
    expectLinear(500, (n) => {
      const source = text(n);
      return () => {
        readConfig(source, names);
        readConfig(source, names, { key: 'transcript-lint' });
      };
    });
  });

  it('edited', () => {
    expectLinear(500, (n) => {
      const source = text(n);
      return () => {
        const results = [turnOffRule(source, 'orphan-result', { glob: 'a/b.json' }), leaveOutFile(source, 'a/b.json')];
        for (const result of results) expect('refused' in result || result.text.length > source.length).toBe(true);
      };
    });
  });
});
