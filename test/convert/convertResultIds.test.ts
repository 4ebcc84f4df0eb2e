import { describe, expect, it } from 'vitest';
import { convert } from '../../server/src/core/index';

const call = (id: string) => ({ id, type: 'function', function: { name: 'bash', arguments: '{}' } });

describe('results whose id stands elsewhere', () => {
  it('keep their calls on the way to Messages', () => {
    for (const key of ['call_id', 'toolCallId', 'tool_use_id']) {
      const { document, problems, lost } = convert(
        [
          { role: 'user', content: 'fix' },
          { role: 'assistant', content: 'ls', tool_calls: [call('c1')] },
          { role: 'tool', [key]: 'c1', content: 'a.py' },
          { role: 'user', content: 'go on' },
        ],
        { from: 'chat', to: 'messages' },
      );
      expect(JSON.stringify(document)).toContain('{"type":"tool_result","tool_use_id":"c1","content":"a.py"}');
      expect([problems, lost]).toEqual([[], []]);
    }
  });

  it('answer every call that they name', () => {
    const { document, problems, added } = convert(
      [
        { role: 'user', content: 'fix' },
        { role: 'assistant', content: 'ls', tool_calls: [call('c1'), call('c2')] },
        { role: 'tool', tool_call_ids: ['c1', 'c2'], content: 'a.py b.py' },
        { role: 'user', content: 'go on' },
      ],
      { from: 'chat', to: 'messages' },
    );
    const results = ['c1', 'c2'].map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'a.py b.py' }));
    expect(document).toMatchObject([{}, {}, { role: 'user', content: [...results, { type: 'text', text: 'go on' }] }]);
    expect(problems).toEqual([]);
    expect(added).toMatchObject([{ pointer: '/2' }]);
  });

  it('answer one call in order where no call has an id', () => {
    const bare = (name: string) => ({ type: 'function', function: { name, arguments: '{}' } });
    const { document, problems, lost } = convert(
      [
        { role: 'user', content: 'fix' },
        { role: 'assistant', content: 'ls', tool_calls: [bare('a'), bare('b')] },
        { role: 'tool', tool_call_ids: ['x', 'y'], content: 'a.py' },
        { role: 'tool', content: 'b.py' },
        { role: 'user', content: 'go on' },
      ],
      { from: 'chat', to: 'messages' },
    );
    const results = [
      { type: 'tool_result', tool_use_id: 'call_1', content: 'a.py' },
      { type: 'tool_result', tool_use_id: 'call_2', content: 'b.py' },
    ];
    expect(document).toMatchObject([{}, {}, { role: 'user', content: [...results, { type: 'text', text: 'go on' }] }]);
    expect(problems).toEqual([]);
    expect(lost.map(({ pointer }) => pointer).sort()).toEqual(['/2/tool_call_ids/0', '/2/tool_call_ids/1']);
  });

  it('are rewritten where they stand', () => {
    const list = [
      { role: 'user', content: 'fix' },
      { role: 'assistant', content: 'ls', tool_calls: [call('call one'), call('call two')] },
      { role: 'tool', tool_call_ids: ['call one', 'call two'], content: 'a.py b.py' },
      { role: 'user', content: 'go on' },
    ];
    const { document } = convert(list, { from: 'chat', to: 'mistral', rewriteIds: true });
    const [, assistant, tool] = document as { tool_calls?: { id: string }[]; tool_call_ids?: string[] }[];
    expect(tool?.tool_call_ids).toEqual(assistant?.tool_calls?.map(({ id }) => id));
  });
});
