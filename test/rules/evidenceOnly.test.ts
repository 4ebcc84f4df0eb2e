import { expect, it } from 'vitest';
import { TranscriptDocument } from '../../server/src/core/document/document';
import { runRules } from '../../server/src/core/lint/runRules';
import { insertMessage, messageRewrites } from '../../server/src/core/message/index';
import type { Conversation } from '../../server/src/core/model/types';
import { normalizeConversation } from '../../server/src/core/normalize/normalize';
import { trimmed } from '../../server/src/core/passes/trim';
import { mergeNeighbours } from '../../server/src/core/window/merge';
import { dropUnsent } from '../../server/src/core/window/unsent';

const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
const TEXT = JSON.stringify([
  { role: 'user', content: 'a question' },
  { role: 'user', content: { of: 'an object' } },
  'text in place of a message',
  { role: 'assistant', content: '', tool_calls: [call('c1'), call('c1'), call('0')] },
  { role: 'user', content: 'its result, on another role', tool_call_id: 'c1' },
  { role: 'tool', content: 'of no call', tool_call_id: 'c9' },
  { role: 'assistant', content: null, tool_calls: [] },
  { content: 'of nobody' },
  { role: 'assistant', content: '', tool_calls: [call('c2')] },
  { role: 'user', content: 'deleted', deleted: true },
  { role: 'user', content: 'go on' },
]);

const document = TranscriptDocument.open(TEXT, { uri: 'file:///a.json' });

function read(isWritten: boolean): Conversation {
  const [conversation] = document.conversations;
  if (conversation === undefined) throw new Error('no conversation');
  const { edit: _, ...unwritten } = conversation.dialect;
  return isWritten ? conversation : { ...conversation, dialect: unwritten };
}

it('finds in a dialect that is only read what it finds in one that is written', () => {
  const found = (isWritten: boolean) => {
    const { ofMessages, ofConversation, faults } = runRules(read(isWritten), document.config);
    expect(faults).toEqual([]);
    return [...ofMessages.flatMap((some) => some ?? []), ...ofConversation];
  };
  const of = (isWritten: boolean) => found(isWritten).map(({ rule, anchors }) => ({ rule, anchors }));
  expect(of(true).length).toBeGreaterThan(8);
  expect(of(false)).toEqual(of(true));
  expect(found(true).some(({ report }) => (report.fixes?.() ?? []).length > 0)).toBe(true);
  for (const { report } of found(false)) {
    expect(report.fixes?.() ?? []).toEqual([]);
    expect(report.isUnnecessary).not.toBe(true);
  }
});

it('writes nothing into it, whatever the pass', () => {
  const conversation = read(false);
  const { rewrite, drops, inserted } = normalizeConversation(conversation);
  expect([rewrite.size, drops.length, inserted.length]).toEqual([0, 0, 0]);
  expect(dropUnsent(conversation)).toEqual({ rewrite: new Map(), dropped: [] });
  expect(mergeNeighbours(conversation, true)).toEqual({ rewrite: new Map(), merged: [] });
  expect(messageRewrites([conversation], 0, TEXT.length)).toEqual([]);
  expect(insertMessage([conversation], 1, { role: 'user', content: 'more' })).toBeUndefined();
  const window = trimmed(conversation, { last: 2, pinHead: true, summary: 'what went before' });
  expect(window.rewrite.size).toBe(0);
  expect(window.report).toMatchObject({ start: 0, dropped: 0, problem: { kind: 'no-legal-window' } });
});
