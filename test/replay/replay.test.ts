import { describe, expect, it } from 'vitest';
import { compareReplays } from '../../server/src/core/index';
import { type ReplayReport, replay } from '../../server/src/main/lib';

/** Turns with one tool exchange each, behind an instruction. */
function withTools(turns: number): unknown[] {
  const messages: unknown[] = [{ role: 'system', content: 'Be brief.' }];
  for (let i = 0; i < turns; i++) {
    const call = { id: `c${i}`, type: 'function', function: { name: 'look', arguments: '{}' } };
    messages.push({ role: 'user', content: `And ${i}?` });
    messages.push({ role: 'assistant', content: null, tool_calls: [call] });
    messages.push({ role: 'tool', tool_call_id: `c${i}`, content: `${i}` });
    messages.push({ role: 'assistant', content: `It is ${i}.` });
  }
  return messages;
}

function plain(turns: number): unknown[] {
  return Array.from({ length: 2 * turns }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `${at}`,
  }));
}

const lastFour = (messages: readonly unknown[]) => [
  ...messages.slice(0, 1),
  ...messages.slice(Math.max(1, messages.length - 4)),
];

describe('replay', () => {
  it('finds that a naive window cuts between a call and its result, and says how the provider would say it', async () => {
    const report = await replay([withTools(6), plain(6)], { policy: { last: 4 }, target: 'openai' }).summary();
    expect(report.policy).toBe('last 4');
    expect(report.conversations).toEqual({ total: 2, failing: 2, tools: 1, failingTools: 1 });
    expect(report.byShape.tools).toEqual({ prefixes: 24, failing: 15, rate: 15 / 24 });
    expect(report.rules).toContainEqual({ rule: 'orphan-result', blame: 'trim', prefixes: 5, conversations: 1 });
    expect(report.failures.find(({ rule }) => rule === 'orphan-result')).toMatchObject({
      path: '#0',
      length: 7,
      start: 2,
      dropped: 2,
      prefixes: 5,
      providerError:
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    });
  });

  it('finds nothing in windows that are cut where the list stays valid', async () => {
    for (const policy of [{ budget: 40 }, { budget: 60, pinHead: true }, { budget: 60, step: 20 }]) {
      const report = await replay([withTools(6), plain(6)], { policy, target: 'openai' }).summary();
      expect(report.all).toEqual({ prefixes: 36, failing: 0, rate: 0 });
      expect(report.dropped.max).toBeGreaterThan(0);
    }
  });

  it('says of a function what it says of the built-in window that does the same', async () => {
    const options = { target: 'openai' } as const;
    const own = await replay([withTools(6)], { ...options, policy: lastFour }).summary();
    const builtIn = await replay([withTools(6)], { ...options, policy: { last: 4 } }).summary();
    const comparable = (report: ReplayReport) => ({
      ...report,
      policy: '',
      failures: report.failures.map(({ providerError: _, ...rest }) => rest),
    });
    expect(comparable(own)).toEqual(comparable(builtIn));
  });

  it('goes on behind a prefix on which the function fails', async () => {
    const policy = (messages: readonly unknown[]) => {
      if (messages.length === 3) throw new Error('no luck');
      return messages.length === 4 ? ('nothing' as unknown as readonly unknown[]) : messages;
    };
    const report = await replay([plain(4)], { policy, target: 'openai' }).summary();
    expect(report.all).toEqual({ prefixes: 8, failing: 2, rate: 0.25 });
    expect(report.failures.map(({ rule, message, length }) => [rule, message, length])).toEqual([
      ['policy-threw', 'Error: no luck', 3],
      ['policy-malformed', 'The answer is no list of messages.', 4],
    ]);
  });

  it('takes what the untrimmed prefix has for the fault of the input', async () => {
    const broken = [{ role: 'user', content: 'x' }, ...withTools(1).slice(3), ...plain(2)];
    const report = await replay([broken], { policy: { last: 100 }, target: 'openai' }).summary();
    expect(report.all.failing).toBe(0);
    expect(report.rules).toEqual([{ rule: 'orphan-result', blame: 'input', prefixes: 6, conversations: 1 }]);
  });

  it('knows how much of a request repeats the one before', async () => {
    const whole = await replay([plain(20)], { policy: { budget: 100_000 } }).summary();
    const sliding = await replay([plain(20)], { policy: { last: 3 } }).summary();
    const stepping = await replay([plain(20)], { policy: { budget: 60, step: 30 } }).summary();
    const close = await replay([plain(20)], { policy: { budget: 60 } }).summary();
    expect(whole.reuse.share).toBeGreaterThan(0.8);
    expect(sliding.reuse.share).toBeLessThan(0.2);
    expect(stepping.reuse.share).toBeGreaterThan(close.reuse.share);
  });

  it('knows a message again whose keys come back in another order', async () => {
    const sorted = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(sorted)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .sort(([a], [b]) => (a < b ? 1 : -1))
                .map(([key, one]) => [key, sorted(one)]),
            )
          : value;
    const broken = [{ role: 'user', content: 'x' }, ...withTools(1).slice(3), ...plain(2)];
    const policy = (messages: readonly unknown[]) => sorted(messages) as readonly unknown[];
    const report = await replay([broken, withTools(3)], { policy, target: 'openai' }).summary();
    expect([report.all.failing, report.dropped.max]).toEqual([0, 0]);
  });

  it('gives the words of the provider for the very fault, and not for another of its rule', async () => {
    const calls = ['c1', 'c2'].flatMap((id) =>
      withTools(1)
        .slice(1)
        .map(
          (entry) => JSON.parse(JSON.stringify(entry).replaceAll('c0', id)) as { role?: string; tool_call_id?: string },
        ),
    );
    const unanswered = calls.filter(({ tool_call_id: id }) => id !== 'c1');
    const policy = (messages: readonly { tool_call_id?: string }[]) =>
      messages.filter(({ tool_call_id: id }) => id !== 'c2');
    const report = await replay([unanswered], { policy, target: 'openai' }).summary();
    const failure = report.failures.find(({ rule }) => rule === 'unanswered-call');
    expect(failure?.message).toContain('"c2"');
    expect(failure?.providerError).toContain('c2');
    expect(failure?.providerError).not.toContain('c1');
  });

  it('gives each prefix as it is done', async () => {
    const lengths: number[] = [];
    const run = replay([plain(3), { name: 'second', messages: plain(1) }], { policy: { budget: 1000 } });
    for await (const { name, length } of run) lengths.push(name === 'second' ? -length : length);
    expect(lengths).toEqual([1, 2, 3, 4, 5, 6, -1, -2]);
    expect((await run.summary()).all.prefixes).toBe(8);
  });

  it.each([
    ['a window', { last: 4 }],
    ['a function', (messages: readonly unknown[]) => messages.slice(-4)],
  ])(
    "says once that a conversation is in another shape than the target's, as the input's fault: %s",
    async (_, policy) => {
      const messages = withTools(4).slice(1);
      const report = await replay([messages], { policy, target: 'anthropic' }).summary();
      const found = report.rules.filter(({ rule }) => rule === 'dialect-not-accepted');
      expect(found).toEqual([{ rule: 'dialect-not-accepted', blame: 'input', prefixes: 15, conversations: 1 }]);
      const unchosen = await replay([messages], { policy }).summary();
      expect(unchosen.rules.map(({ rule }) => rule)).not.toContain('dialect-not-accepted');
    },
  );

  it('takes rules of your own', async () => {
    const validate = (messages: readonly unknown[]) =>
      messages.length < 4 ? [] : [{ rule: 'too-many', severity: 'error' as const, pointer: '/3', message: 'Four.' }];
    const report = await replay([plain(4)], { policy: { last: 4 }, validate }).summary();
    expect(report.rules).toEqual([
      { rule: 'too-many', blame: 'trim', prefixes: 4, conversations: 1 },
      { rule: 'too-many', blame: 'input', prefixes: 1, conversations: 1 },
    ]);
  });

  it('names the argument that is wrong', () => {
    const wrong = (conversations: unknown, options: unknown) => () =>
      replay(conversations as unknown[][], options as { policy: { last: number } });
    expect(wrong(5, { policy: { last: 1 } })).toThrow(/"conversations"/);
    expect(wrong([], undefined)).toThrow(/"options"/);
    expect(wrong([], {})).toThrow(/"policy"/);
    expect(wrong([], { policy: {} })).toThrow(/"budget"/);
    expect(wrong([], { policy: { last: 0 } })).toThrow(/"last"/);
    expect(wrong([], { policy: { last: 1 }, validate: 5 })).toThrow(/"validate"/);
  });
});

describe('compareReplays', () => {
  it('says what else two runs differ in', async () => {
    const options = { policy: { last: 4 }, target: 'openai' } as const;
    const before = await replay([withTools(6)], options).summary();
    const after = await replay([withTools(6)], { ...options, target: 'anthropic' }).summary();
    expect(compareReplays(before, before)).toMatchObject({ isSameInput: true, differences: [] });
    expect(compareReplays(before, { ...after, isPartial: true }).differences).toEqual([
      'target openai, then anthropic',
      'run whole, then stopped before its end',
    ]);
  });
});
