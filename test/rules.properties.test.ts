// What holds of rules and fixes on any conversation, however broken.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits, type Dialect, fixText, hasOverlap, type Target } from '../server/src/core/index';
import { conversation } from './support/conversations';
import { findingsIn, open, optionsFor } from './support/fixtures';

const RUNS = 120;

const setups: [Dialect, Target][] = [
  ['flat', 'own'],
  ['flat', 'strict'],
  ['chat', 'openai'],
  ['chat', 'mistral'],
  ['chat', 'strict'],
  ['messages', 'anthropic'],
  ['messages', 'minimax'],
  ['messages', 'strict'],
];

describe.each(setups)('%s for %s', (dialect, target) => {
  const config = { dialect, target };
  const text = conversation(dialect).map((entries) => JSON.stringify(entries, null, 1));

  test('no rule fails, and findings come in document order', () => {
    fc.assert(
      fc.property(text, (source) => {
        const { faults, findings } = open(source, 'a.json', config).analysis();
        expect(faults).toEqual([]);
        expect(findings.map(({ start }) => start)).toEqual(findings.map(({ start }) => start).sort((a, b) => a - b));
      }),
      { numRuns: RUNS },
    );
  });

  test('one place has one finding of a rule', () => {
    fc.assert(
      fc.property(text, (source) => {
        const said = findingsIn(source, 'a.json', config).map(({ rule, start, end }) => `${rule} ${start} ${end}`);
        expect(said).toEqual([...new Set(said)]);
      }),
      { numRuns: RUNS },
    );
  });

  test('every fix changes the text and leaves JSON', () => {
    fc.assert(
      fc.property(text, (source) => {
        for (const finding of findingsIn(source, 'a.json', config)) {
          for (const fix of finding.fixes) {
            expect(hasOverlap(fix.edits)).toBe(false);
            const after = applyEdits(source, fix.edits);
            expect(() => JSON.parse(after)).not.toThrow();
            expect(after).not.toBe(source);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  test('fix-all comes to rest with nothing safe left to do', () => {
    fc.assert(
      fc.property(text, (source) => {
        const options = optionsFor('a.json', config);
        const { text: after, remaining, edits } = fixText(source, options);
        expect(applyEdits(source, edits)).toBe(after);
        // Information is no fault: fix-all leaves it alone.
        const faults = remaining.filter(({ severity }) => severity === 'error' || severity === 'warning');
        expect(faults.filter((finding) => finding.fixes.some((fix) => fix.safety === 'safe'))).toEqual([]);
        expect(fixText(after, options).edits).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});

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

test.each(Object.entries(crowds))('%s cost as much as there are of them', (_, { dialect, entries }) => {
  const [small, large] = [1500, 6000].map((n) => {
    const source = JSON.stringify(entries(n));
    const options = optionsFor('a.json', { dialect });
    return Math.min(...times(3, () => timed(() => fixText(source, options))));
  });
  // Four times the size: linear is 4, quadratic 16. The rest is room for a busy machine.
  expect(large ?? 0).toBeLessThan(9 * (small ?? 0) + 150);
});

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

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
