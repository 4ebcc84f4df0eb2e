// Conversations with as many faults as messages cost what they are long.
import { describe, expect, it } from 'vitest';
import type { DialectName as Dialect } from '../../server/src/core/index';
import { fixText } from '../support/fixText';
import { optionsFor } from '../support/fixtures';
import { expectLinear } from '../support/growth';

/** Conversations with as many faults as messages or blocks, each of which a careless rule or fix would meet n times n. */
const crowds: Record<string, { dialect: Dialect; entries: (n: number) => unknown[] }> = {
  'orphan results': {
    dialect: 'chat',
    entries: (n) => [user('hi'), ...times(n, (i) => tool(`x${i}`)), user('go')],
  },
  'unanswered calls of as many turns': {
    dialect: 'chat',
    entries: (n) => times(n, (i) => [calling([call(`c${i}`)]), user('go')]).flat(),
  },
  'unanswered calls of one turn': {
    dialect: 'chat',
    entries: (n) => [user('hi'), calling(times(n, (i) => call(`c${i}`))), user('go')],
  },
  'results behind the next turn': {
    dialect: 'chat',
    entries: (n) => [calling(times(n, (i) => call(`c${i}`))), user('go'), ...times(n, (i) => tool(`c${n - i}`))],
  },
  'results of one call': { dialect: 'chat', entries: (n) => [calling([call('c')]), ...times(n, () => tool('c'))] },
  'reuses of one id': {
    dialect: 'flat',
    entries: (n) => times(n, () => [calling([{ tool_call_id: 'c', name: 'f' }]), tool('c')]).flat(),
  },
  'blocks behind text': {
    dialect: 'messages',
    entries: (n) => [
      { role: 'assistant', content: times(n, (i) => use(`c:${i}`)) },
      { role: 'user', content: [{ type: 'text', text: 'x' }, ...times(n, (i) => result(`c:${i}`))] },
    ],
  },
  'blocks in messages of their own': {
    dialect: 'messages',
    entries: (n) => [
      { role: 'assistant', content: times(n, (i) => use(`c${i}`)) },
      user('hm'),
      ...times(n, (i) => ({ role: 'user', content: [result(`c${i}`)] })),
    ],
  },
};

describe('as many as there are of them', () => {
  it.each(Object.entries(crowds))('%s', (_, { dialect, entries }) => {
    expectLinear(600, (n) => {
      const source = JSON.stringify(entries(n));
      const options = optionsFor('a.json', { dialect });
      return () => expect(fixText(source, options).text.length).toBeGreaterThan(2);
    });
  });
});

function times<T>(n: number, make: (i: number) => T): T[] {
  return Array.from({ length: n }, (_, i) => make(i));
}

function user(content: string) {
  return { role: 'user', content };
}

function calling(calls: unknown[]) {
  return { role: 'assistant', content: '', tool_calls: calls };
}

function call(id: string) {
  return { id, type: 'function', function: { name: 'f', arguments: '{}' } };
}

function tool(id: string) {
  return { role: 'tool', tool_call_id: id, content: 'r' };
}

function use(id: string) {
  return { type: 'tool_use', id, name: 'f', input: {} };
}

function result(id: string) {
  return { type: 'tool_result', tool_use_id: id, content: 'r' };
}
