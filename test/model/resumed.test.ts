import { expect, test } from 'vitest';
import { chat } from '../../server/src/core/dialects/chat/index';
import { messages } from '../../server/src/core/dialects/messages/index';
import type { DialectSpec } from '../../server/src/core/dialects/types';
import { validate } from '../../server/src/core/index';
import { rewriteValue } from '../../server/src/core/json/rewriteValue';
import { normalizeConversation } from '../../server/src/core/normalize/normalize';
import { toyConversation } from '../support/pairToys';

const answer = { role: 'tool', tool_call_id: 'a', content: 'yes' };
const block = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'yes' }] };
const words = { role: 'user', content: 'go on' };

test.each<[DialectSpec, object, object, object]>([
  [chat, { previous_response_id: 'r' }, {}, answer],
  [messages, { container: { id: 'c' } }, { container: null }, block],
])(
  'what answers a call in front of the list stays in a run that goes on, and in no other',
  (dialect, on, off, first) => {
    const left = (body: object) => {
      const conversation = toyConversation(dialect, [first, words], body);
      return rewriteValue(conversation.list, normalizeConversation(conversation).rewrite);
    };
    expect(left(on)).toEqual([first, words]);
    expect(left(off)).toEqual([words]);
  },
);

test('a second result of one such call is one too many', () => {
  const list = [answer, { ...answer, content: 'no' }, words];
  const rules = (body: object) => validate({ model: 'gpt-4o', messages: list, ...body }).map(({ rule }) => rule);
  expect(rules({ previous_response_id: 'r' })).toEqual(['duplicate-result']);
  expect(rules({})).toEqual(['orphan-result', 'orphan-result']);
});
