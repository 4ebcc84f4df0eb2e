// What an editor underlines: the id or the role of a call or a message, however many lines it stands on.
import { expect, test } from 'vitest';
import { LineIndex, TranscriptDocument } from '../../server/src/core/index';
import { focusOf } from '../../server/src/lsp/focus';

const list = [
  { role: 'user', content: 'Lock?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'lock', arguments: '{}' } }],
  },
  { role: 'user', content: 'Well?' },
  { role: 'tool', tool_call_id: 'call_2', content: 'open' },
  { role: 'tool', tool_call_id: 'call_3' },
];

test.each([0, 2])('a place of %i columns of indent is underlined at the same words', (indent) => {
  const text = JSON.stringify(list, null, indent);
  const transcript = TranscriptDocument.open(text, { uri: 'a.json' });
  const lines = new LineIndex(text);
  const searchable = { text, positionAt: (offset: number) => lines.positionAt(offset), transcript };
  const shown = transcript.analysis().findings.map((finding) => {
    const { start, end } = focusOf(searchable, finding);
    return `${finding.rule} ${text.slice(start, end)}`;
  });
  expect(shown).toContain('unanswered-call "call_1"');
  expect(shown).toContain('orphan-result "call_2"');
  for (const one of shown) expect(one.length).toBeLessThan(40);
});
