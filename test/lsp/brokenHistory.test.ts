// What is said of a broken text must not depend on the edits that led to it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol';
import { defaultResolvedConfig, type Finding, TranscriptDocument } from '../../server/src/core/index';
import { openDocuments } from '../../server/src/lsp/documents';

interface History {
  readonly extension: string;
  readonly languageId: string;
  readonly original: string;
  readonly text: string;
  readonly edits: readonly (readonly TextDocumentContentChangeEvent[])[];
}

const folder = join(import.meta.dirname, '../../fixtures/faults/broken');
const config = { ...defaultResolvedConfig, syntaxErrors: true };
const told = (findings: readonly Finding[]) =>
  findings.map(({ rule, message, start, end }) => [rule, message, start, end]);

test.each(readdirSync(folder))('%s: the same text, the same findings', (file) => {
  const history: History = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const { extension, languageId, original, text, edits } = history;
  const uri = `file:///a.${extension}`;
  const documents = openDocuments(() => 0);
  let document = documents.create(uri, languageId, 1, original);
  document.configure(config);
  document.analysis();
  for (const [i, changes] of edits.entries()) {
    document = documents.update(document, [...changes], i + 2);
    document.analysis();
  }
  expect(document.text).toBe(text);
  const fresh = TranscriptDocument.open(text, { uri, languageId, config });
  expect(told(document.analysis().findings)).toEqual(told(fresh.analysis().findings));
});
