// What conversion calls a pair is what the rules call one.
import { expect, test } from 'vitest';
import { convert } from '../../server/src/core/index';

const call = (name: string) => ({ type: 'function', function: { name, arguments: '{}' } });
const row = (name: string, content: string) => ({ role: 'tool', name, content });
const lost = (messages: readonly unknown[]) =>
  convert({ messages }, { from: 'chat', to: 'messages' })
    .lost.map(({ reason }) => reason)
    .filter((reason) => reason.includes('tool name'));

const ask = { role: 'user', content: 'Look.' };
const calls = { role: 'assistant', content: null, tool_calls: [call('look'), call('knock')] };

test('a result that answers in order names the tool of the call that it answers', () => {
  expect(lost([ask, calls, row('look', 'Shut.'), row('knock', 'Nobody.')])).toEqual([]);
  expect(lost([ask, calls, row('knock', 'Shut.'), row('knock', 'Nobody.')])).toEqual(['a tool name that no call has']);
});
