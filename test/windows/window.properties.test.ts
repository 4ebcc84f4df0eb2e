import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DialectName as Dialect,
  type PrepareStep,
  type Problem,
  prepare,
  type Target,
  trim,
  type WindowOptions,
} from '../../server/src/core/index';
import { conversation } from '../support/conversations';

type Entry = { readonly role?: unknown; readonly content?: unknown };

const counters: Readonly<Record<string, (entry: unknown) => number>> = {
  'one each': () => 1,
  letters: (entry) => JSON.stringify(entry).length,
  // Of two joined texts it makes less than of the two apart.
  words: (entry) => JSON.stringify(entry).split(' ').length,
  'some nothing': (entry) => JSON.stringify(entry).length % 3,
};

const options = fc.record({
  budget: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 600 })),
  counter: fc.constantFrom(...Object.keys(counters)),
  pinHead: fc.boolean(),
  step: fc.constantFrom(undefined, undefined, 1, 3, 100),
  summary: fc.constantFrom(undefined, undefined, 'They talked.'),
  onEmpty: fc.constantFrom<'fail' | 'extend'>('fail', 'extend'),
  repair: fc.constantFrom(true, true, true, false),
  merge: fc.constantFrom(true, true, true, false),
});

const lists: readonly (readonly [Dialect, Target])[] = [
  ['flat', 'own'],
  ['chat', 'openai'],
  ['chat', 'perplexity'],
  ['messages', 'anthropic'],
];

const RUNS = 700;

it('an entry behind the head is cut where all would be too much, however little the joined turns are', () => {
  const messages = [
    { role: 'user', content: 'hello' },
    { role: 'tool', content: 'real', tool_call_id: 'a' },
    { role: 'user', content: 'go on' },
    { role: 'assistant', content: 'hello' },
    { role: 'tool', content: 'real', tool_call_id: 'a' },
  ];
  const asked = { budget: 4, pinHead: true, dialect: 'chat', target: 'perplexity', count: () => 1 } as const;
  const window = trimStep(prepare(messages, { ...asked, repair: false }).steps);
  expect([window.tokens, window.entries.map(({ fate }) => fate)]).toEqual([3, ['head', 'cut', 'kept', 'kept', 'kept']]);
  expect(window.reason).toBe('With entry 1 the window would be over 4 tokens.');
  expectTrueFates(messages, window, false, asked);
});

describe.each(lists)('windows on %s for %s', (dialect, target) => {
  const history = fc.array(conversation(dialect), { minLength: 1, maxLength: 3 }).map((some) => some.flat());

  it('are what they say they are', () => {
    fc.assert(
      fc.property(history, options, (messages, { counter, ...given }) => {
        const before = JSON.stringify(messages);
        const count = counters[counter] ?? (() => 1);
        const asked = { ...given, dialect, target, count };
        const result = prepare(messages, asked);
        expect(JSON.stringify(messages)).toBe(before);
        const window = trimStep(result.steps);
        const whole = prepare(messages, { ...asked, budget: undefined });
        if (window.problem?.kind === 'no-legal-window') {
          expect(result.messages).toBe(messages);
          if (counter !== 'some nothing') checkSmallest(whole.messages, window, asked);
          return;
        }
        const kept = behindInstructions(result.messages);
        expectLegalStart(kept);
        expectTokens(kept, window, count);
        expectSuffix(whole.messages, result.messages, window);
        expectTrueFates(
          whole.messages as readonly Entry[],
          window,
          counter === 'one each' && target !== 'perplexity',
          asked,
        );
        // Without repair a fault may hide what follows from it, which shows once the fault itself is cut.
        if (given.repair) expectNoNewProblems(problemsOf(whole.steps), problemsOf(result.steps));
        // Over the budget the smallest window is taken, and a marker that says less may make another one the smallest.
        if ((counter === 'some nothing' || asked.pinHead) && window.problem !== undefined) return;
        const again = prepare(result.messages, asked);
        expect(again.messages).toEqual(result.messages);
      }),
      { numRuns: RUNS },
    );
  }, 600_000);

  it('grow with the budget, and at the newest user turn need no more than they say', () => {
    fc.assert(
      fc.property(history, options, (messages, { counter, budget, ...given }) => {
        const count = counters[counter] ?? (() => 1);
        const asked = { ...given, step: undefined, dialect, target, count };
        const small = trimStep(prepare(messages, { ...asked, budget }).steps);
        const large = trimStep(prepare(messages, { ...asked, budget: budget + 5 }).steps);
        if (small.problem !== undefined || counter === 'some nothing') return;
        expect(large.dropped).toBeLessThanOrEqual(small.dropped);
      }),
      { numRuns: 500 },
    );
  });
});

function trimStep(steps: readonly PrepareStep[]) {
  const found = steps.find((step) => step.step === 'trim');
  if (found?.step !== 'trim') throw new Error('nothing was trimmed');
  return found;
}

function problemsOf(steps: readonly PrepareStep[]): readonly Problem[] {
  const last = steps.at(-1);
  return last?.step === 'validate' ? last.problems : [];
}

function behindInstructions(messages: readonly unknown[]): readonly Entry[] {
  const entries = messages as readonly Entry[];
  const first = entries.findIndex((entry) => entry?.role !== 'system' && entry?.role !== 'developer');
  return first < 0 ? [] : entries.slice(first);
}

function expectLegalStart([first]: readonly Entry[]): void {
  expect(first?.role).toBe('user');
  expect(JSON.stringify(first?.content) ?? '').not.toContain('"tool_result"');
}

function expectTokens(
  kept: readonly unknown[],
  window: ReturnType<typeof trimStep>,
  count: (entry: unknown) => number,
): void {
  expect(window.tokens).toBe(kept.reduce<number>((all, entry) => all + count(entry), 0));
  if (window.problem?.kind === 'over-budget') expect(window.problem.over).toBe(window.tokens - window.budget);
  else expect(window.tokens).toBeLessThanOrEqual(window.budget);
}

/** The end of the list, untouched but for the entry that a marker or a summary stands in, and the head. */
function expectSuffix(
  whole: readonly unknown[],
  result: readonly unknown[],
  window: ReturnType<typeof trimStep>,
): void {
  const fates = window.entries.map(({ fate }) => fate);
  expect(fates.length).toBe(whole.length);
  const tail = fates.lastIndexOf('kept') < 0 ? [] : whole.slice(fates.indexOf('kept'));
  expect(fates.slice(fates.indexOf('kept')).every((fate) => fate === 'kept')).toBe(true);
  expect(fates.filter((fate) => fate === 'cut' || fate === 'snap').length).toBe(window.dropped);
  const rest = result.slice(result.length - tail.length + 1);
  expect(rest).toEqual(tail.slice(1));
}

/**
 * By the numbers of the report: what was snapped would have fitted, what was cut would not. `isExact`: what is put in front of a
 * window costs the same wherever it starts; elsewhere a turn that might open one may be over by what the marker costs there.
 */
function expectTrueFates(
  whole: readonly Entry[],
  { entries, start, tokens, budget, reason }: ReturnType<typeof trimStep>,
  isExact: boolean,
  { pinHead, summary, step }: Pick<WindowOptions, 'pinHead' | 'summary' | 'step'>,
): void {
  const instructions = entries.filter(({ fate }) => fate === 'instructions').length;
  const behind = entries.slice(instructions);
  const hasHead = behind.some(({ fate }) => fate === 'head');
  const mayOpen = (at: number) => {
    const { role, content } = whole[instructions + at] ?? {};
    const isTurn = role === 'user' || (hasHead && role === 'assistant');
    return isTurn && !(JSON.stringify(content) ?? '').includes('"tool_result"');
  };
  const total = behind.reduce((all, { tokens: own }) => all + own, 0);
  let more = 0;
  let isTried = false;
  for (let at = start - 1; at >= 0; at--) {
    const { fate, tokens: own } = behind[at] ?? { fate: 'kept', tokens: 0 };
    if (fate === 'head') continue;
    more += own;
    isTried ||= mayOpen(at) && fate === 'cut';
    // Directly behind the head nothing would be missing: no marker, and no turn that is joined to the head.
    const isBehindHead = hasHead && (at === 0 || behind[at - 1]?.fate === 'head');
    const fits = (isBehindHead ? total : tokens + more) <= budget;
    if (fate === 'snap') expect({ at, reason, fits }).toEqual({ at, reason, fits: true });
    else if (isExact || (pinHead !== true && summary === undefined) || !isTried) {
      expect({ at, fate, reason, fits }).toEqual({ at, fate: 'cut', reason, fits: false });
    }
    if (fate === 'snap' && step === undefined && mayOpen(at)) expect(reason).toMatch(/outside every exchange/);
  }
  const first = behind.findIndex(({ fate }) => fate === 'snap');
  const said = /begins at entry (\d+)/.exec(reason)?.[1];
  if (said !== undefined) expect(Number(said)).toBe(first);
}

function expectNoNewProblems(before: readonly Problem[], after: readonly Problem[]): void {
  const count = (problems: readonly Problem[], rule: string) =>
    problems.filter((problem) => problem.rule === rule && problem.severity === 'error').length;
  for (const { rule, severity } of after) {
    if (severity === 'error')
      expect({ rule, times: count(after, rule) <= count(before, rule) }).toEqual({ rule, times: true });
  }
}

function checkSmallest(
  messages: readonly unknown[],
  window: ReturnType<typeof trimStep>,
  asked: Omit<WindowOptions, 'budget'> & { readonly dialect: Dialect; readonly target: Target },
): void {
  const { problem } = window;
  if (problem?.kind !== 'no-legal-window' || problem.smallestBudget === undefined) return;
  const smallest = problem.smallestBudget;
  const enough = trim(messages, { ...asked, budget: smallest });
  expect(enough.problem).toBeUndefined();
  expect(enough.start).toBeLessThanOrEqual(problem.start ?? 0);
  if (smallest > 1)
    expect(trim(messages, { ...asked, budget: smallest - 1 }).problem?.kind).toBe(
      asked.onEmpty === 'extend' ? 'over-budget' : 'no-legal-window',
    );
}
