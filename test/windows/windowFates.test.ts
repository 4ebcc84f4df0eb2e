import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { trim } from '../../server/src/core/index';

const folder = new URL('../../fixtures/faults/cases/', import.meta.url);
const { input } = JSON.parse(readFileSync(new URL('pinned-head-says-why.json', folder), 'utf8'));
const count = () => 1;

describe('pinned-head-says-why', () => {
  const window = trim(input, { budget: 5, count, pinHead: true, target: 'openai' });

  test('an entry that would have fitted and is a result is snapped', () => {
    expect(window).toMatchObject({ start: 3, dropped: 2, tokens: 4 });
    expect(window.entries.map(({ fate }) => fate)).toEqual(['head', 'cut', 'snap', 'kept', 'kept', 'kept']);
  });

  test('the reason is that of the numbers', () => {
    expect(window.reason).toBe('What fits 5 tokens begins at entry 2; the next turn that is no result is entry 3.');
  });

  test('with one token less the entry does not fit', () => {
    const { entries, reason } = trim(input, { budget: 4, count, pinHead: true, target: 'openai' });
    expect(entries.map(({ fate }) => fate)).toEqual(['head', 'cut', 'cut', 'kept', 'kept', 'kept']);
    expect(reason).toBe('With entry 2 the window would be over 4 tokens.');
  });
});

const user = (content: string) => ({ role: 'user', content });
const calls = (id: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
});
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'r' });

describe('a fate says the true reason', () => {
  test('of entries in front of the first user turn that do not fit', () => {
    const list = [{ role: 'assistant', content: 'a' }, { role: 'assistant', content: 'b' }, user('c'), user('d')];
    expect(trim(list, { budget: 3, count }).entries.map(({ fate }) => fate)).toEqual(['cut', 'snap', 'kept', 'kept']);
  });

  test('of a user turn that an exchange spans', () => {
    const list = [user('a'), calls('x'), user('b'), result('x'), user('c')];
    const { entries, reason } = trim(list, { budget: 3, count });
    expect(entries.map(({ fate }) => fate)).toEqual(['cut', 'cut', 'snap', 'snap', 'kept']);
    expect(reason).toBe(
      'What fits 3 tokens begins at entry 2; the next user turn without results outside every exchange is entry 4.',
    );
    expect(trim(list.slice(1), { budget: 9, count }).reason).toBe(
      'Everything fits from entry 3 on, the first user turn outside every exchange.',
    );
  });

  test('of what steps leave out: it fitted', () => {
    const list = Array.from({ length: 10 }, (_, at) => user(String(at)));
    const { entries, reason, start } = trim(list, { budget: 8, count, step: 4 });
    const fates = entries.map(({ fate }) => fate);
    expect([start, fates]).toEqual([5, [...Array(2).fill('cut'), ...Array(3).fill('snap'), ...Array(5).fill('kept')]]);
    expect(reason).toBe(
      'What fits 8 tokens begins at entry 2; the start moves in steps, to entry 5. It frees at least 4 tokens more than needed each time.',
    );
  });

  test('of a turn that a summary leaves no room for', () => {
    const list = [user('a'), user('b'), user('c'), user('d')];
    const size = (entry: unknown) => (JSON.stringify(entry).includes('in summary') ? 2 : 1);
    const { entries, start } = trim(list, { budget: 3, count: size, summary: 'They talked.' });
    expect([start, entries.map(({ fate }) => fate)]).toEqual([3, ['cut', 'cut', 'cut', 'kept']]);
  });
});
