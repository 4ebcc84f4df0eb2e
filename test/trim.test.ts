import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { prepare, prepareDocument, TranscriptDocument, trim } from '../server/src/core/index';

const folder = new URL('../fixtures/cases/behaviour/', import.meta.url);

describe('prepareDocument', () => {
  const open = (text: string, uri = 'file:///a.json') => TranscriptDocument.open(text, { uri, isNamed: true });

  it('cuts in place and keeps all other bytes', () => {
    const text = `{
  "model": "gpt-4o", // kept
  "messages": [
    {"role": "system", "content": "be brief"},
    {"role": "user", "content": "one"},
    {"role": "assistant", "content": "1"},
    /* the last */ {"role": "user",   "content": "two"}
  ],
  "temperature": 1.0
}
`;
    const result = prepareDocument(open(text, 'file:///a.jsonc'), { last: 1 });
    expect(result.text).toBe(`{
  "model": "gpt-4o", // kept
  "messages": [
    {"role": "system", "content": "be brief"},
    /* the last */ {"role": "user",   "content": "two"}
  ],
  "temperature": 1.0
}
`);
    expect(result.conversations[0]?.window).toMatchObject({ start: 2, dropped: 2, tokens: 1, budget: 1 });
  });
});
