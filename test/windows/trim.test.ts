import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { prepare, prepareDocument, TranscriptDocument, trim } from '../../server/src/core/index';

interface Entry {
  readonly role: string;
  readonly content: string;
  readonly tool_calls?: readonly { readonly id: string }[];
}

interface Case {
  readonly operation: string;
  readonly input: readonly Entry[];
  readonly options: {
    readonly maxTokens?: number;
    readonly maxMessages?: number;
    readonly counter?: string;
    readonly fraction?: number;
    readonly head?: number;
    readonly tail?: number;
  };
  readonly expected: readonly Entry[] | string | null;
  readonly expectedShape?: readonly Entry[];
}

const folder = new URL('../../fixtures/cases/behaviour/', import.meta.url);

const counters: Readonly<Record<string, (entry: unknown) => number>> = {
  '1 per message': () => 1,
  words: (entry) => (entry as Entry).content.split(' ').length,
};

/** What each case asks for, in our terms. Where the case gives no list, its notes say what is to hold. */
const cases: Readonly<Record<string, (of: Case) => void>> = {
  '043-lc-no-starton-leads-with-tool.json': (of) => expectNoWindow(of, 4),

  '045-lc-starton-eats-system.json': (of) => {
    // Three of the four: leading system messages are outside the budget.
    expectNoWindow(of, 3);
    expect(trim(of.input, { ...budgetOf(of), budget: 3 }).messages).toBe(of.input);
  },

  '047-lc-starton-array-tool-led.json': expectWindow,

  '049-strands-tool-heavy-fallback.json': ({ input, options }) => {
    const { maxMessages: last } = options;
    expect(trim(input, { last }).problem).toMatchObject({ kind: 'no-legal-window', start: 0, smallestBudget: 8 });
    const { messages, start, dropped, problem } = trim(input, { last, pinHead: true });
    expect({ start, dropped, problem }).toEqual({ start: 5, dropped: 4, problem: undefined });
    expect(messages).toEqual([{ role: 'user', content: 'review\n[4 earlier turns left out]' }, ...input.slice(5)]);
    expect(messages[1]?.tool_calls?.[0]?.id).toBe('3');
  },

  '051-newest-message-over-budget.json': (of) => {
    expectWindow(of);
    expect(trim(of.input, budgetOf(of)).problem).toMatchObject({ kind: 'over-budget', over: 3 });
  },

  '053-autogen-head-ends-on-call.json': ({ input, options, expectedShape }) => {
    // The head is the first user turn alone, so it never ends on an open call.
    const last = 1 + (options.tail ?? 0);
    const { messages } = trim(input, { last, pinHead: true });
    expect(withMarkersApart(messages)).toEqual(expectedShape);
  },

  '055-roo-even-fraction-marker.json': ({ input, options }) => {
    const last = input.length - (options.fraction ?? 0) * (input.length - 2);
    const { messages, dropped } = trim(input, { last, pinHead: true });
    expect(dropped).toBe(2);
    expect(messages.map(({ content }) => content)).toEqual(['task\n[2 earlier turns left out]', '3', '4', '5']);
    // Entries that an app hides instead of deleting them are not sent either.
    const tagged = input.map((entry, at) => (at === 1 || at === 2 ? { ...entry, hidden: true } : entry));
    expect(prepare(tagged).messages).toEqual([input[0], input[3], input[4], input[5]]);
  },

  '057-sk-max-tokens-skips-tools.json': (of) => {
    expectWindow(of);
    const { start, dropped, entries } = trim(of.input, budgetOf(of));
    expect({ start, dropped }).toEqual({ start: 4, dropped: 4 });
    expect(entries.map(({ fate }) => fate)).toEqual(['instructions', 'cut', 'snap', 'snap', 'snap', 'kept']);
  },

  '059-gemini-split-point-user-only.json': ({ input, options }) => {
    const count = (entry: unknown) => JSON.stringify(entry).length;
    const total = input.reduce((sum, entry) => sum + count(entry), 0);
    const half = trim(input, { count, budget: total * (options.fraction ?? 0), onEmpty: 'extend' });
    expect(half.messages).toEqual(input.slice(2));
    for (let budget = 1; budget <= total; budget += 7) {
      const { messages } = trim(input, { count, budget, onEmpty: 'extend' });
      expect(['aaaaaaaaaaaaaaaaaaaa', 'c']).toContain(messages[0]?.content);
    }
  },

  '061-aisdk-prune-zero.json': ({ input }) => {
    expect(() => trim(input, { last: 0 })).toThrow(/trim: "last" must be .* one or more/);
    const none = trim(input, { budget: 0 });
    expect(none.messages).toBe(input);
    expect(none.problem?.kind).toBe('no-budget');
    expect(trim(input, { last: 1 }).messages).toEqual([input[0], input.at(-1)]);
    expect(trim(input, { last: input.length }).messages).toBe(input);
  },

  '063-merge-separator.json': ({ input }) => {
    // Repair comes before merging and would put each result behind its call, which leaves no neighbours.
    const { messages } = prepare(input, { repair: false });
    const [first, second] = [input[2]?.tool_calls?.[0], input[3]?.tool_calls?.[0]];
    expect(messages).toEqual([
      { role: 'user', content: 'a\nb' },
      { role: 'assistant', content: 'x\ny', tool_calls: [first, second] },
      input[4],
      input[5],
    ]);
  },
};

describe('cases', () => {
  const found = readdirSync(folder).filter((file) => read(file).operation === 'trim');

  it('are all here', () => expect(Object.keys(cases)).toEqual(found));

  it.each(found)('%s', (file) => cases[file]?.(read(file)));
});

describe('trim', () => {
  const list = [
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: 'hello' },
  ];

  it.each<readonly [unknown, string]>([
    [undefined, '"options" must be an object'],
    [{}, '"budget", "limit" or "last" must be given'],
    [{ budget: 1, last: 1 }, '"budget" and "last" exclude each other'],
    [{ limit: 1, last: 1 }, '"limit" and "last" exclude each other'],
    [{ budget: Number.NaN }, '"budget" must be a number of tokens'],
    [{ budget: 9, count: 'words' }, '"count" must be a function from an entry to its tokens'],
    [{ budget: 9, encoding: 'o200k_base' }, '"encoding" must be an encoding of transcript-lint/encodings'],
    [{ budget: 9, summary: 5 }, '"summary" must be a text or a function that gives one'],
    [{ budget: 9, deletedKeys: 'gone' }, '"deletedKeys" must be a list of keys'],
  ])('refuses %j', (options, message) => {
    expect(() => trim(list, options as never)).toThrow(`trim: ${message}`);
  });

  it('refuses a count that is no number, which would spoil every sum', () => {
    for (const wrong of [Number.NaN, -1, '1', undefined]) {
      expect(() => trim(list, { budget: 9, count: () => wrong as never })).toThrow(
        '"count" must give a number of tokens',
      );
    }
  });

  it('counts the texts of an entry with an encoding, and says which', () => {
    const encoding = { name: 'letters', count: (text: string) => text.length };
    const { entries, estimator } = trim(list, { budget: 100, encoding });
    const estimate = trim(list, { budget: 100 });
    expect([estimator, estimate.estimator]).toEqual(['letters', 'estimate']);
    expect((entries[1]?.tokens ?? 0) - (entries[0]?.tokens ?? 0)).toBe('hello'.length - 'hi'.length);
  });
});

function read(file: string): Case {
  return JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
}

function budgetOf({ options }: Case) {
  const count = counters[options.counter ?? ''];
  if (count === undefined) throw new Error(`no counter ${options.counter}`);
  return { budget: options.maxTokens, count };
}

function expectWindow(of: Case): void {
  const before = JSON.stringify(of.input);
  expect(trim(of.input, budgetOf(of)).messages).toEqual(of.expected);
  expect(JSON.stringify(of.input)).toBe(before);
}

function expectNoWindow(of: Case, smallestBudget: number): void {
  const { messages, dropped, problem } = trim(of.input, budgetOf(of));
  expect(messages).toBe(of.input);
  expect({ dropped, problem }).toMatchObject({
    dropped: 0,
    problem: { kind: 'no-legal-window', smallestBudget, start: 0 },
  });
}

/** The marker as a message of its own, as those write it who have it so. */
function withMarkersApart(messages: readonly Entry[]): readonly Entry[] {
  return messages.flatMap((entry): Entry[] => {
    const marker = /^\[(\d+) earlier turns left out\]\n/.exec(entry.content);
    if (marker === null) return [entry];
    const told = { role: 'user', content: `<omission marker: ${marker[1]}>` };
    return [told, { ...entry, content: entry.content.slice(marker[0].length) }];
  });
}

describe('prepareDocument', () => {
  const open = (text: string, uri = 'file:///a.json') => TranscriptDocument.open(text, { uri, isNamed: true });

  it('cuts in place and keeps all other bytes', () => {
    const text = `{
  "model": "gpt-4o", // kept
  "messages": [
    {"role": "system", "content": "be brief"},
    {"role": "user", "content": "one"},
    {"role": "assistant", "content": "1"},
    /* the last */ {"role": "user",   "content": "two"}
  ],
  "temperature": 1.0
}
`;
    const result = prepareDocument(open(text, 'file:///a.jsonc'), { last: 1 });
    expect(result.text).toBe(`{
  "model": "gpt-4o", // kept
  "messages": [
    {"role": "system", "content": "be brief"},
    /* the last */ {"role": "user",   "content": "two"}
  ],
  "temperature": 1.0
}
`);
    expect(result.conversations[0]?.window).toMatchObject({ start: 2, dropped: 2, tokens: 1, budget: 1 });
  });
});
