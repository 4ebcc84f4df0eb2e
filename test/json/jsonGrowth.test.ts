import { describe, it } from 'vitest';
import { rewriteText } from '../../server/src/core/json/jsonEdits';
import type { JsonNode } from '../../server/src/core/json/node';
import { looksLikeJsonl, parseRecords } from '../../server/src/core/json/records';
import { type NewJson, node, type Rewrite, value } from '../../server/src/core/json/rewrite';
import { rewriteValue } from '../../server/src/core/json/rewriteValue';
import { parseText } from '../../server/src/core/json/scan';
import { parseTolerant } from '../../server/src/core/json/tolerant';
import { nodeOfValue } from '../../server/src/core/json/valueNode';
import { applyEdits } from '../../server/src/core/text/edits';
import { LineIndex } from '../../server/src/core/text/lineIndex';
import { expectLinear } from '../support/growth';

function rootOf(text: string): JsonNode {
  const { root, problem } = parseText({ text });
  if (root === undefined) throw new Error(problem?.message);
  return root;
}

describe('the scanner is linear in', () => {
  it.each<readonly [string, (size: number) => string]>([
    ['escaped quotes', (n) => `["${'\\"'.repeat(n)}"]`],
    ['escaped quotes apart', (n) => `["${'abcdefgh\\"'.repeat(n / 4)}"]`],
    ['backslashes', (n) => `["${'\\\\'.repeat(n)}"]`],
    ['empty strings', (n) => `[${'"",'.repeat(n)}""]`],
    ['nesting', (n) => '['.repeat(n) + ']'.repeat(n)],
    ['numbers', (n) => `[${'1,'.repeat(n)}1]`],
    ['blank lines', (n) => `[${'\n'.repeat(n)}]`],
    ['comments', (n) => `[${'/**/\n//\n'.repeat(n / 4)}]`],
    ['strings without line ends', (n) => `[${'"abcdefghij",'.repeat(n / 4)}1]`],
    ['members', (n) => `{${Array.from({ length: n / 8 }, (_, i) => `"key${i}":${i}`).join(',')}}`],
  ])('%s', (_name, make) => {
    expectLinear(40_000, (size) => {
      const text = make(size);
      return () => rootOf(text);
    });
  });

  it('keys that are looked up one after the other', () => {
    expectLinear(10_000, (size) => {
      const names = Array.from({ length: size }, (_, i) => `key${i}`);
      const text = `{${names.map((name) => `"${name}": 1`).join(', ')}}`;
      return () => {
        const root = rootOf(text);
        for (const name of names) if (root.get(name) === undefined) throw new Error(name);
      };
    });
  });
});

describe('half-typed text and rows cost no more than their length', () => {
  it.each<readonly [string, (size: number) => string]>([
    ['strings left open', (n) => `[\n${'  {"a": "x\n'.repeat(n)}`],
    ['brackets left open', (n) => `[\n${'  {"a": [1,\n'.repeat(n)}`],
    ['quotes missing on one line', (n) => `[${'{"a":"x,"b":1},'.repeat(n)}1]`],
    ['strings glued to the next on one line', (n) => `{"a":[${'{"b":"c"},"d:'.repeat(n)}`],
    [
      'glued strings in ever new elements',
      (n) => `[${Array.from({ length: n }, (_, i) => `[{"k${i}":"x"y}]`).join(',')}`,
    ],
    ['stray brackets', (n) => `[${'}1,'.repeat(n)}]`],
    ['junk', (n) => `{${'x y '.repeat(n)}}`],
    ['a deep layout with flat lines', (n) => `${'[\n'.repeat(900)}${'}\n'.repeat(n)}`],
  ])('%s', (_name, make) => {
    expectLinear(5000, (size) => {
      const text = make(size);
      return () => parseTolerant({ text });
    });
  });

  it.each<readonly [string, (size: number) => string]>([
    ['rows cut off', (n) => '{"a":"x\n'.repeat(n)],
    ['rows cut off among whole ones', (n) => '{"a":"x\n{"b":1}\n{"c":2}\n'.repeat(n / 2)],
    ['lines of one string', (n) => `{"a":"${'x\n'.repeat(n)}"}\n`],
    ['strings of two lines', (n) => '{"a":"x\ny"}\n'.repeat(n / 2)],
    ['glued values', (n) => `${'{"a":1}'.repeat(n)}\n`],
    ['NUL', (n) => `${'\0{'.repeat(n)}\n`],
    ['rows without quotes', (n) => '[1,\n'.repeat(n)],
    ['rows with an open comment', (n) => '[1 /* x\n'.repeat(n)],
  ])('%s', (_name, make) => {
    expectLinear(3000, (size) => {
      const text = make(size);
      return () => {
        parseRecords({ text });
        looksLikeJsonl(text);
      };
    });
  });
});

describe('rewrites cost what they touch', () => {
  const list = (size: number, lineEnd: string) =>
    `[${lineEnd}${Array.from({ length: size }, (_, i) => `  {"id": "call_${i}", "n": ${i}}, // ${i}`).join('\n')}${lineEnd}]`;

  it('a list turned round, its elements changed', () => {
    expectLinear(2500, (size) => {
      const root = rootOf(list(size, '\n'));
      const items = [...root.items()].reverse();
      const rewrite: Rewrite = new Map([[root, { kind: 'items', items: items.map((item) => node(item)) }]]);
      for (const item of items) rewrite.set(item, { kind: 'properties', remove: ['n'], set: [['id', value('x')]] });
      return () => {
        applyEdits(root.raw(), rewriteText(root, rewrite));
        rewriteValue(root, rewrite);
      };
    });
  });

  it('every other element out of a list, and a new one in', () => {
    expectLinear(5000, (size) => {
      const root = rootOf(list(size, '\n'));
      const fresh: NewJson = value({ id: 'y' });
      const insert = root.items().map((_, index) => ({ index, items: [fresh] }));
      const remove = root.items().filter((_, index) => index % 2 === 0);
      const rewrite: Rewrite = new Map([[root, { kind: 'splice', remove, insert }]]);
      return () => {
        rewriteText(root, rewrite);
        rewriteValue(root, rewrite);
      };
    });
  });

  it('one rewrite an element, as each fix is made by itself', () => {
    for (const lineEnd of ['\n', '']) {
      expectLinear(1500, (size) => {
        const text =
          lineEnd === '' ? JSON.stringify(Array.from({ length: size }, (_, i) => ({ i }))) : list(size, lineEnd);
        const root = rootOf(text);
        return () => {
          for (const item of root.items()) {
            const insert = [{ index: Number(item.key), items: [value({ role: 'tool', content: [] })] }];
            rewriteText(root, new Map([[root, { kind: 'splice', remove: [item], insert }]]));
            rewriteText(root, new Map([[item, { kind: 'properties', remove: [], set: [['new', value([1])]] }]]));
          }
        };
      });
    }
  });

  it('rows out and in', () => {
    expectLinear(10_000, (size) => {
      const { root } = parseRecords({ text: '{"a": 1}\n'.repeat(size) });
      const remove = root.items().filter((_, index) => index % 3 === 0);
      const insert = root.items().map((_, index) => ({ index, items: [value({ b: 2 })] }));
      const rewrite: Rewrite = new Map([[root, { kind: 'splice', remove, insert }]]);
      return () => rewriteText(root, rewrite);
    });
  });

  it('values of the library', () => {
    expectLinear(20_000, (size) => {
      const input = Array.from({ length: size }, (_, id) => ({ id, content: 'x' }));
      return () => {
        const root = nodeOfValue(input);
        const rewrite: Rewrite = new Map();
        for (const item of root.items()) rewrite.set(item, { kind: 'properties', remove: ['id'], set: [] });
        rewriteValue(root, rewrite);
      };
    });
  });

  it('lines', () => {
    expectLinear(200_000, (size) => {
      const text = 'ab\r\n'.repeat(size);
      return () => new LineIndex(text).positionAt(text.length);
    });
  });
});
