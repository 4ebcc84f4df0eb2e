import { describe, expect, it } from 'vitest';
import { prepare, trim } from '../../server/src/core/index';

const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });

describe('markers of an earlier trimming', () => {
  const summed = user('[2 earlier turns left out, in summary:]\nThey talked.\n[end of summary]');

  it('make the head where the head was nothing else', () => {
    const list = [summed, user('c'), assistant('d'), user('n'), assistant('m')];
    const window = trim(list, { last: 3, pinHead: true, target: 'anthropic', dialect: 'messages' });
    expect(window.messages).toEqual([user('[4 earlier turns left out]'), user('n'), assistant('m')]);
  });

  it('leave what stands beside them in the head', () => {
    const image = { type: 'image_url', image_url: { url: 'https://example.org/a.png' } };
    const head = user([{ type: 'text', text: '[3 earlier turns left out]' }, image]);
    const list = [head, assistant('a'), user('b'), assistant('c'), user('d')];
    const window = trim(list, { last: 2, pinHead: true, target: 'openai', dialect: 'chat' });
    expect(JSON.stringify(window.messages[0])).toContain('a.png');
    expect(JSON.stringify(window.messages)).toContain('[6 earlier turns left out]');
  });

  it('are told from a line in the middle that somebody wrote', () => {
    const head = user('Explain this:\n[3 earlier turns left out]\nIMPORTANT DETAIL');
    const list = [head, assistant('a'), user('b'), assistant('c'), user('d')];
    const window = trim(list, { last: 2, pinHead: true, target: 'openai', dialect: 'chat' });
    expect(window.messages).toEqual([head, user('[3 earlier turns left out]\nd')]);
  });
});

describe('prepare', () => {
  it('takes null for nothing where neighbours become one', () => {
    const refused = { role: 'assistant', content: null, refusal: 'I cannot.' };
    const { messages } = prepare([user('q'), { ...assistant('x'), refusal: null }, refused], { target: 'openai' });
    expect(messages).toEqual([user('q'), { role: 'assistant', content: 'x', refusal: 'I cannot.' }]);
  });

  it('drops a message of blank parts', () => {
    const blank = [{ type: 'text', text: '' }];
    for (const dialect of ['chat', 'messages'] as const) {
      const { messages } = prepare([user('q'), assistant(blank), user('z')], { dialect });
      expect(messages).toEqual([user('q\nz')]);
    }
  });

  it('drops the call of a deleted result, and says so', () => {
    const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
    const result = (id: string, more = {}) => ({ role: 'tool', tool_call_id: id, content: 'r', ...more });
    const both = { role: 'assistant', content: 'Hm.', tool_calls: [call('a'), call('b')] };
    const one = prepare([user('q'), both, result('a', { deleted: true }), result('b'), user('z')]);
    expect(one.messages).toEqual([user('q'), { ...both, tool_calls: [call('b')] }, result('b'), user('z')]);
    expect(one.steps[0]).toMatchObject({
      dropped: [
        { why: 'deleted', pointer: '/2' },
        { why: 'partner', pointer: '/1/tool_calls/0' },
      ],
    });
    const all = prepare([
      user('q'),
      both,
      result('a', { deletedAt: '2026-01-01' }),
      result('b', { hidden: true }),
      user('z'),
    ]);
    expect(all.messages).toEqual([user('q'), assistant('Hm.'), user('z')]);
  });
});

describe('a pinned tail', () => {
  it('does not start between a call of the provider and its result', () => {
    const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} };
    const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] };
    const list = [
      user('q'),
      assistant([search]),
      assistant([found, { type: 'text', text: 'Here.' }]),
      user('z'),
      assistant('d'),
    ];
    const window = trim(list, { last: 4, pinHead: true, target: 'anthropic', dialect: 'messages' });
    expect(JSON.stringify(window.messages)).not.toContain('web_search_tool_result');
  });
});
