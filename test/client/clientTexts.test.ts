// What the extension works out without an editor: where a report leads, and where a line is in another shape.

import { expect, test } from 'vitest';
import { changeLines, conversionLines } from '../../client/src/common/changes/changeLines';
import { sameText } from '../../client/src/common/preview/sameText';
import { reportLinks } from '../../client/src/common/reportLinks';
import { dialectOf } from '../../server/src/core/dialects/index';

test('the lines of a report lead into the source, but for those of the new document', () => {
  const report = [
    'a.json as OpenAI chat: 1 lost',
    '',
    'Lost: what the other dialect cannot hold, or holds with less',
    '  line 12  /messages/0/name  gone',
    '  (the document)  line 4',
    'Problems: what the target says of the new document, by its lines',
    '  line 3  /0  error: wrong',
  ].join('\n');
  expect(reportLinks(report)).toEqual([{ row: 3, start: 2, end: 9, line: 12 }]);
});

test('a line is found by its longest text, nearest to where it should be', () => {
  const text = '["Again, please."], ["Rain in Oslo."], ["Again, please."]';
  expect(sameText('{ "role": "user", "content": "Rain in Oslo." }', text, 0)).toBe(text.indexOf('Rain'));
  expect(sameText('"content": "Again, please."', text, 0)).toBe(text.indexOf('Again'));
  expect(sameText('"content": "Again, please."', text, 0.9)).toBe(text.lastIndexOf('Again'));
  expect(sameText('"role": "user"', text, 0.5)).toBeUndefined();
  expect(sameText('  },', text, 0.5)).toBeUndefined();
});

test('each thing that a change does is a line, with its first words and its place', () => {
  const range = { start: { line: 4, character: 2 }, end: { line: 4, character: 9 } };
  const lines = changeLines([
    { kind: 'dropped', words: 'Rain.', why: 'result, orphan-result', pointer: '/1', range },
    { kind: 'left', words: '', why: 'mid-system-first', pointer: '/2' },
  ]);
  expect(lines).toEqual([
    { icon: 'trash', words: 'Rain.', what: 'dropped: result, orphan-result', range },
    { icon: 'circle-slash', words: '', what: 'left as it is: mid-system-first' },
  ]);
});

test('a conversion says of each loss what the text was, and of a new problem what it is', () => {
  const range = { start: { line: 3, character: 0 }, end: { line: 3, character: 5 } };
  const lines = conversionLines(
    {
      ...{
        to: dialectOf('messages').id,
        name: 'Anthropic Messages',
        ok: false,
        summary: '',
        languageId: 'json',
        left: [],
        added: [],
      },
      fallbacks: [{ pointer: '/1', reason: 'no JSON', id: 'c', name: 'weather', text: '{"a', range }],
      lost: [{ pointer: '/0/name', reason: 'the name has no equal', range }],
      problems: [{ pointer: '/0', reason: 'It is wrong.', rule: 'role-invalid', severity: 'error', range }],
    },
    (at) => (at === range ? 'ann' : ''),
  );
  expect(lines.map(({ words, what, range: at }) => [words, what, at])).toEqual([
    ['ann', 'lost: the name has no equal', range],
    ['ann', 'input of weather becomes {}: no JSON', range],
    ['It is wrong.', 'role-invalid', undefined], // its place is one of the new text
  ]);
});
