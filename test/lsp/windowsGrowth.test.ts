import { describe, expect, test } from 'vitest';
import { defaultResolvedConfig } from '../../server/src/core/index';
import { readClient } from '../../server/src/lsp/capabilities';
import { openDocuments as documentsAt } from '../../server/src/lsp/documents';
import { codeLenses, resolveLens } from '../../server/src/lsp/handlers/codeLens';
import type { OpenDocument } from '../../server/src/lsp/openDocument';
import type { LensData } from '../../server/src/protocol/index';
import { questions } from '../cli/trimSamples';
import { expectLinear } from '../support/growth';

const openDocuments = documentsAt(() => 0);

const client = readClient({
  processId: null,
  rootUri: null,
  capabilities: { workspace: { applyEdit: true }, textDocument: { codeLens: {} } },
});

function open(uri: string, text: string): OpenDocument {
  const document = openDocuments.create(uri, 'json', 1, text);
  document.configure({ ...defaultResolvedConfig, window: { budget: 500 } });
  return document;
}

function showLenses(document: OpenDocument): number {
  const lenses = codeLenses(document, client);
  for (const lens of lenses) {
    const data: LensData | undefined = lens.data;
    if (lens.command === undefined && data !== undefined) resolveLens(document, lens, data, client);
  }
  return lenses.length;
}

describe('lenses', () => {
  test('of one long conversation', () => {
    expectLinear(500, (size) => {
      const text = JSON.stringify(questions(size));
      return () => expect(showLenses(open('file:///a.json', text))).toBe(2);
    });
  });

  test('of many conversations', () => {
    // Each has a problem, so that each has a line, up to what anybody reads.
    const row = `${JSON.stringify({ messages: [...questions(1), { role: 'tool', tool_call_id: 'none', content: 'x' }] })}\n`;
    expectLinear(50, (size) => {
      const text = row.repeat(size);
      return () => expect(showLenses(open('file:///a.jsonl', text))).toBeGreaterThan(size);
    });
  });
});

test('a key in one message leaves the counts of the others', () => {
  const list = questions(2000);
  const text = JSON.stringify(list);
  const document = open('file:///a.json', text);
  showLenses(document);
  const before = document.transcript.conversations[0]?.messages ?? [];
  const at = text.indexOf('Question 1999');
  const place = { line: 0, character: at };
  openDocuments.update(document, [{ range: { start: place, end: place }, text: 'x' }], 2);
  const after = document.transcript.conversations[0]?.messages ?? [];
  // Counts are kept with the messages that they are of.
  expect(after.filter((message, i) => message !== before[i])).toHaveLength(1);
});
