// A list of two dialects is read as the one that most of its entries speak, and an open document stays what it was.
import { describe, expect, test } from 'vitest';
import { type AnalyseOptions, detect, TranscriptDocument } from '../../server/src/core/index';

const user = { role: 'user', content: 'Weigh the crate.' };
const chatCall = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'call_w', type: 'function', function: { name: 'scale', arguments: '{}' } }],
};
const chatResult = { role: 'tool', tool_call_id: 'call_w', content: '41 kg' };
const use = { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_w', name: 'scale', input: {} }] };
const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_w', content: '41 kg' }] };
const flatCall = { role: 'assistant', content: '', tool_calls: [{ tool_call_id: 'c1', name: 'scale', arguments: {} }] };

function dialectOf(entries: readonly unknown[], keptDialect?: AnalyseOptions['keptDialect']) {
  return TranscriptDocument.open(JSON.stringify(entries), { uri: 'a.json', keptDialect }).conversations[0]?.dialect.id;
}

describe('a list of two dialects', () => {
  test.each([
    ['chat', [user, chatCall, chatResult, use]],
    ['messages', [user, use, result, chatCall]],
    ['chat', [user, chatCall, result]],
    ['messages', [user, use, chatResult]],
    ['messages', [user, use, result, chatCall, chatResult]],
    ['chat', [user, chatCall, chatResult, use, result]],
    ['flat', [user, flatCall, chatResult, use]],
    ['flat', [user, flatCall, chatCall]],
  ])('is %s by its majority, or else by what comes first', (dialect, entries) => {
    expect(dialectOf(entries)).toBe(dialect);
    expect(detect(JSON.stringify(entries))?.dialect).toBe(dialect);
  });
});

describe('a document that is open', () => {
  test.each([
    ['a tie', 'chat', [user, use, result, chatCall, chatResult]],
    ['a tie', 'messages', [user, chatCall, result]],
    ['signs that are gone', 'messages', [user, { role: 'assistant', content: 'Hello.' }]],
    ['signs that are gone', 'flat', [user, { role: 'assistant', content: 'Hello.' }]],
    ['a call of another shape pasted in', 'messages', [user, use, result, chatCall]],
  ] as const)('stays what it was: %s', (_, kept, entries) => {
    expect(dialectOf(entries, kept)).toBe(kept);
  });

  test('is another once most of its entries are', () => {
    expect(dialectOf([user, chatCall, use, result], 'chat')).toBe('messages');
    expect(dialectOf([user, use, chatCall, chatResult], 'messages')).toBe('chat');
  });

  test('is what the body around a plain list says', () => {
    const body = { model: 'claude-opus-4-8', max_tokens: 10, system: 'Short.', messages: [user] };
    const { conversations } = TranscriptDocument.open(JSON.stringify(body), { uri: 'a.json', keptDialect: 'chat' });
    expect(conversations[0]?.dialect.id).toBe('messages');
  });

  test('is what the configuration says', () => {
    const opened = TranscriptDocument.open(JSON.stringify([user, chatCall, chatResult]), {
      uri: 'a.json',
      keptDialect: 'chat',
    });
    opened.configure({ config: { ...opened.config, dialect: 'messages' } });
    expect(opened.conversations[0]?.dialect.id).toBe('messages');
  });
});
