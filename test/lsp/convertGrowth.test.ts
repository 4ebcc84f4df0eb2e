import { describe, expect, test } from 'vitest';
import { dialectOf } from '../../server/src/core/dialects/index';
import { defaultResolvedConfig } from '../../server/src/core/index';
import { openDocuments as documentsAt } from '../../server/src/lsp/documents';
import { conversionEdits, conversionOf, conversionReport } from '../../server/src/lsp/handlers/conversion';
import type { OpenDocument } from '../../server/src/lsp/openDocument';
import { expectLinear } from '../support/growth';

const openDocuments = documentsAt(() => 0);

function open(uri: string, text: string): OpenDocument {
  const document = openDocuments.create(uri, 'json', 1, text);
  document.configure(defaultResolvedConfig);
  return document;
}

/** Each turn loses a name and has an input that is no object. */
const exchange = (i: number) => [
  { role: 'user', name: 'ann', content: 'q' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `c${i}`, type: 'function', function: { name: 'f', arguments: '{"a' } }],
  },
  { role: 'tool', tool_call_id: `c${i}`, content: 'r' },
];
const turns = (count: number) => Array.from({ length: count }, (_, i) => exchange(i)).flat();

function convert(document: OpenDocument): number {
  const result = conversionOf(document, { to: 'messages' });
  conversionEdits(document, result);
  return conversionReport(document, dialectOf('messages').id, result, true).lost.length;
}

describe('a preview with its places', () => {
  test('of one long conversation', () => {
    expectLinear(300, (size) => {
      const text = JSON.stringify([...turns(size), { role: 'user', content: 'q' }]);
      return () => expect(convert(open('file:///a.json', text))).toBe(size);
    });
  });

  test('of many conversations', () => {
    expectLinear(100, (size) => {
      const text = `${JSON.stringify({ messages: turns(1) })}\n`.repeat(size);
      return () => expect(convert(open('file:///a.jsonl', text))).toBe(size);
    });
  });
});

test('what was foreseen is not worked out again, until the text changes', () => {
  const document = open('file:///a.json', JSON.stringify(turns(3)));
  const first = conversionOf(document, { to: 'messages' });
  expect(conversionOf(document, { to: 'messages' })).toBe(first);
  expect(conversionOf(document, { to: 'flat' })).not.toBe(first);
  const at = document.positionAt(document.text.indexOf('"q"') + 1);
  openDocuments.update(document, [{ range: { start: at, end: at }, text: 'x' }], 2);
  expect(conversionOf(document, { to: 'messages' })).not.toBe(first);
});
