import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversationOfList } from '../../server/src/core/api/library';
import { defaultResolvedConfig } from '../../server/src/core/config/defaults';
import type { DialectName as Dialect, Target } from '../../server/src/core/index';
import { nodeOfValue } from '../../server/src/core/json/valueNode';
import { PrefixJudge } from '../../server/src/core/replay/judge';
import { type BuiltInPolicy, type PrefixReplay, replayConversation } from '../../server/src/core/replay/replay';
import { bruteForce, inShort } from '../support/bruteForce';
import { conversation, withIdLists } from '../support/conversations';

const count = (entry: unknown) => 1 + (JSON.stringify(entry).length % 7);

const policies: fc.Arbitrary<BuiltInPolicy> = fc.oneof(
  fc.record({ last: fc.integer({ min: 1, max: 6 }), count: fc.constant(count) }),
  fc.record({
    budget: fc.integer({ min: 2, max: 40 }),
    count: fc.constant(count),
    pinHead: fc.boolean(),
    step: fc.constantFrom(undefined, 4),
    onEmpty: fc.constantFrom<'fail' | 'extend'>('fail', 'extend'),
  }),
);

const lists: readonly (readonly [Dialect, Target])[] = [
  ['flat', 'own'],
  ['chat', 'openai'],
  ['chat', 'perplexity'],
  ['chat', 'mistral'],
  ['messages', 'anthropic'],
];

/** Over the dialects, all prefixes of some hundreds of conversations. */
const RUNS = 150;

describe.each(lists)('replay of %s for %s', (dialect, target) => {
  const history = fc
    .array(conversation(dialect), { minLength: 1, maxLength: 4 })
    .map((some) => withIdLists(some.flat()));

  it('says of every prefix what trimming and validating it from scratch says', () => {
    fc.assert(
      fc.property(history, policies, (messages, policy) => {
        const whole = conversationOfList('test', nodeOfValue(messages), { dialect, target, model: undefined });
        const config = { ...defaultResolvedConfig, target };
        const told = [...replayConversation(whole, policy, config)].map(inShort);
        expect(told).toEqual(bruteForce(messages, policy, dialect, target));
      }),
      { numRuns: RUNS },
    );
  }, 600_000);

  it('judges code that does what a built-in window does as it judges the window', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 6 }), (messages, last) => {
        const whole = conversationOfList('test', nodeOfValue(messages), { dialect, target, model: undefined });
        const config = { ...defaultResolvedConfig, target };
        const builtIn = [...replayConversation(whole, { last, count }, config)];
        const judge = new PrefixJudge(whole, config, count);
        const instructions = messages.length - judge.lengths.length;
        const own = judge.lengths.map((length) => {
          const prefix = judge.prefix(length);
          const tail = prefix.slice(Math.max(instructions, length - last));
          return judge.judge(length, { messages: [...prefix.slice(0, instructions), ...tail] });
        });
        // Equal entries cannot be told apart, so only what is said of them is compared.
        const said = (prefix: PrefixReplay) => ({
          length: prefix.length,
          tokens: prefix.tokens,
          trim: prefix.trim
            .filter(({ severity }) => severity === 'error')
            .map(({ rule }) => rule)
            .sort(),
          input: [...prefix.input].sort(),
        });
        if (new Set(messages.map((entry) => JSON.stringify(entry))).size < messages.length) return;
        expect(own.map(said)).toEqual(builtIn.map(said));
      }),
      { numRuns: 100 },
    );
  });
});
