// What the extension works out without an editor: where a report leads, and where a line is in another shape.
import { expect, test } from 'vitest';
import { reportLinks } from '../client/src/common/reportLinks';
import { sameText } from '../client/src/common/sameText';

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
