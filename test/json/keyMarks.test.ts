// Holds the walk that tells which of some members an object has: the same over a text as over a value.
import { expect, test } from 'vitest';
import { KeyMarks } from '../../server/src/core/json/keyMarks';
import { marksOf } from '../../server/src/core/json/marksOf';
import { parseText } from '../../server/src/core/json/scan';
import { nodeOfValue } from '../../server/src/core/json/valueNode';

const names = new KeyMarks(['type', 'kind', 'role', 'a', 'type']);

test.each([
  ['{}', []],
  ['{"type": 1, "other": 2, "king": 3, "rule": 4}', ['type']],
  ['{"role": 1, "kind": null, "role": 2}', ['role', 'kind']],
  ['{"\\u0061": 1, "t\\u0079pe": 2}', ['a', 'type']],
  ['{"inside": {"role": 1}}', []],
  ['["type"]', []],
  ['"type"', []],
])('%s', (text, expected) => {
  const bits = expected.reduce((all, name) => all | names.of(name), 0);
  const { root } = parseText({ text });
  expect(root === undefined ? undefined : marksOf(root, names)).toBe(bits);
  expect(marksOf(nodeOfValue(JSON.parse(text)), names)).toBe(bits);
});

test('a name has one bit, however often it is asked for', () => {
  expect(names.size).toBe(4);
  expect(names.of('other')).toBe(0);
});
