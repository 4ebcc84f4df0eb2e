import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalize, validate } from '../../server/src/core/index';
import { conversation, eventsOf } from '../support/conversations';

/** Rules that say a call and a result do not fit; what normalization promises to mend. */
const PAIRING: ReadonlySet<string> = new Set([
  'entry-not-a-message',
  'role-missing',
  'unusable-call-id',
  'untrimmed-call-id',
  'orphan-result',
  'unanswered-call',
  'misplaced-result',
  'duplicate-result',
  'duplicate-call-id',
  'call-on-wrong-role',
  'tool-calls-empty-array',
  'tool-call-id-missing',
  'tool-call-id-empty',
  'tool-use-wrong-role',
  'tool-result-wrong-role',
  'result-not-first',
]);

/** Those of which random conversations are made here. */
const DIALECTS = ['flat', 'chat', 'messages'] as const;
type Made = (typeof DIALECTS)[number];

/**
 * Each of these happens in at least one of a hundred generated conversations: every row of the table (docs/design/pairing.md,
 * "The repair pass") fires.
 */
const ROWS: Readonly<Record<Made, readonly string[]>> = {
  flat: [
    'entry dropped',
    'no role',
    'content coerced',
    'id coerced',
    'system moved',
    'unusable call',
    'call declared before in the turn',
    'call declared before in an earlier turn',
    'call on a wrong role',
    'calls no list',
    'empty calls removed',
    'null calls removed',
    'turn gone',
    'unusable result',
    'orphan',
    'orphan before its call',
    'duplicate result',
    'stub replaced',
    'result moved',
    'call closed',
  ],
  chat: [
    'entry dropped',
    'content coerced',
    'id coerced',
    'system moved',
    'unusable call',
    'call declared before in the turn',
    'call declared before in an earlier turn',
    'call on a wrong role',
    'calls no list',
    'empty calls removed',
    'turn gone',
    'unusable result',
    'orphan',
    'orphan before its call',
    'duplicate result',
    'stub replaced',
    'result moved',
    'call closed',
    'renamed',
  ],
  messages: [
    'entry dropped',
    'content coerced',
    'id coerced',
    'system left',
    'unusable call',
    'call declared before in the turn',
    'call declared before in an earlier turn',
    'call on a wrong role',
    'turn gone',
    'message emptied by a drop',
    'message emptied by a move',
    'unusable result',
    'orphan',
    'orphan before its call',
    'duplicate result',
    'stub replaced',
    'result moved',
    'call closed',
    'renamed',
    'message made',
  ],
};

/** So many that one in a hundred is told from one in a few hundred. */
const RUNS: Readonly<Record<Made, number>> = { flat: 8000, chat: 4000, messages: 4000 };

describe.each(DIALECTS)('random conversations in %s', (dialect) => {
  it('are idempotent, sendable and reported drop by drop, and every row of the table fires', () => {
    const seen = new Map<string, number>();
    let runs = 0;
    fc.assert(
      fc.property(conversation(dialect), fc.boolean(), (messages, keepOpenTail) => {
        runs += 1;
        const before = JSON.stringify(messages);
        const once = normalize(messages, { dialect, keepOpenTail });
        expect(JSON.stringify(messages)).toBe(before);
        expect(once.dropped).toBe(once.drops.length);
        const twice = normalize(once.messages, { dialect, keepOpenTail });
        if (twice.messages !== once.messages) expect(twice.messages).toEqual(once.messages);
        expect(twice.dropped).toBe(0);
        expect(twice.moved).toEqual([]);
        expect(twice.inserted).toEqual([]);
        const problems = validate(once.messages, { dialect }).filter(
          ({ rule, severity }) => PAIRING.has(rule) && severity !== 'info' && severity !== 'hint',
        );
        expect(problems).toEqual([]);
        expect(leadingResults(once.messages)).toEqual([]);
        for (const event of eventsOf(messages, once, dialect)) seen.set(event, (seen.get(event) ?? 0) + 1);
      }),
      { numRuns: RUNS[dialect] },
    );
    const rare = ROWS[dialect].filter((row) => (seen.get(row) ?? 0) < runs / 100);
    expect(rare, JSON.stringify([...seen])).toEqual([]);
  }, 240_000);
});

/** Rule 4: nothing of role `tool`, and no result block, leads the list behind its system messages. */
function leadingResults(messages: readonly unknown[]): unknown[] {
  const first = messages.find((message) => !['system', 'developer'].includes((message as { role: string }).role)) as
    | { role: string; content: unknown }
    | undefined;
  if (first === undefined) return [];
  const blocks = Array.isArray(first.content) ? (first.content as { type?: string }[]) : [];
  return first.role === 'tool' || blocks[0]?.type === 'tool_result' ? [first] : [];
}
