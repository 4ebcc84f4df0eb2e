// docs/design/conversion.md, "What a conversion keeps": what random bodies, lists and rows do to a conversion beside the round
// trips: nothing wakes up, nothing of one list goes to another, no new call passes for history, no row holds up another, and
// what normalization drops is told.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convert, convertDocument, TranscriptDocument } from '../../server/src/core/index';
import { encode, exchange, factsOf } from '../support/exchanges';
import { inventory, unlisted } from '../support/inventory';
import { richBodies } from '../support/richBodies';

const RUNS = 200;
const options = { numRuns: RUNS };

type Loose = Record<string, unknown>;
type Entry = { readonly role: string; readonly content: unknown; readonly tool_calls?: readonly Loose[] };

const FOREIGN = {
  chat: ['system', 'top_k', 'thinking', 'stop_sequences'],
  messages: ['n', 'stop', 'user', 'seed'],
} as const;

describe.each([
  ['chat', 'messages'],
  ['messages', 'chat'],
] as const)('a body from %s to %s', (from, to) => {
  it('lets no key come to life that was nobody’s', () => {
    let foreign = 0;
    fc.assert(
      fc.property(richBodies[from], (given) => {
        const body = given as Loose;
        const { document, lost } = convert(body, { from, to });
        if (document === undefined) return;
        const facts = new Set(inventory(document).map(({ fact }) => fact));
        for (const name of FOREIGN[from].filter((key) => (body[key] ?? null) !== null)) {
          foreign++;
          expect(lost.map(({ pointer }) => pointer)).toContain(`/${name}`);
          expect(inventory(body[name]).filter(({ fact }) => facts.has(fact))).toEqual([]);
        }
      }),
      { ...options, numRuns: RUNS * 2 },
    );
    expect(foreign).toBeGreaterThan(RUNS / 10);
  });

  it('chooses only a tool that is declared', () => {
    fc.assert(
      fc.property(richBodies[from], (body) => {
        const made = convert(body, { from, to }).document as Loose | undefined;
        const choice = (made?.tool_choice ?? {}) as Loose;
        const name = nameOf(choice);
        if (name === undefined || made === undefined) return;
        expect((made.tools as Loose[]).map(nameOf)).toContain(name);
      }),
      options,
    );
  });
});

describe('several lists in one body', () => {
  it.each([[['messages', 'history']], [['history', 'messages']], [['input', 'history']]])(
    'keep each its own: %j',
    (keys) => {
      fc.assert(
        fc.property(exchange, exchange, (one, other) => {
          const [first = '', second = ''] = keys;
          const start: Loose = {
            max_tokens: 4096,
            [first]: encode(one, 'chat').messages,
            [second]: encode(other, 'chat').messages,
          };
          const there = convert(start, { from: 'chat', to: 'messages' });
          const back = convert(there.document, { from: 'messages', to: 'chat' }).document as Loose;
          for (const key of keys) expect(factsOf(back[key])).toEqual(factsOf(start[key]));
        }),
        options,
      );
    },
  );
});

const BAD = '{"x';
/** Turns that end anywhere, with good and bad calls, each answered at once, late or never. */
const turns = fc.array(
  fc.record({
    kind: fc.constantFrom('user', 'system', 'text', 'call', 'call', 'answered'),
    isBad: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);

function listOf(steps: readonly { readonly kind: string; readonly isBad: boolean }[]): Entry[] {
  return [
    { role: 'user', content: 'q' },
    ...steps.flatMap(({ kind, isBad }, n): Entry[] => {
      if (kind === 'user' || kind === 'system') return [{ role: kind, content: `${kind} ${n}` }];
      if (kind === 'text') return [{ role: 'assistant', content: `text ${n}` }];
      const call = { id: `c${n}`, type: 'function', function: { name: 'f', arguments: isBad ? BAD : '{}' } };
      const asked: Entry = { role: 'assistant', content: null, tool_calls: [call] };
      return kind === 'call' ? [asked] : [asked, { role: 'tool', content: 'r', tool_call_id: `c${n}` } as Entry];
    }),
  ];
}

describe.each([false, true])('new calls, normalized first: %s', (normalize) => {
  it.each([undefined, 'front', 'in-place', 'as-user'] as const)(
    'are judged by what goes out, instructions %s',
    (system) => {
      let refused = 0;
      fc.assert(
        fc.property(turns, (steps) => {
          const list = listOf(steps);
          const { document, problems } = convert(list, {
            from: 'chat',
            to: 'messages',
            normalize,
            ...(system && { system }),
          });
          // The last turn as Messages reads it: neighbours are one, and instructions are none of them.
          const said = list.filter(({ role }) => role !== 'system' || system === 'as-user');
          const answers = new Set(said.map((entry) => (entry as Entry & Loose).tool_call_id));
          while (said.at(-1)?.role === 'tool') said.pop();
          const last: Entry[] = [];
          for (let entry = said.pop(); entry?.role === 'assistant'; entry = said.pop()) last.push(entry);
          const open = last.flatMap(({ tool_calls = [] }) => tool_calls).filter(({ id }) => !answers.has(id));
          const isNew = open.some((call) => (call.function as Loose).arguments === BAD);
          expect(document === undefined).toBe(isNew);
          if (!isNew) return;
          refused++;
          expect(problems.every(({ rule }) => rule === 'malformed-arguments')).toBe(true);
        }),
        options,
      );
      expect(refused).toBeGreaterThan(RUNS / 20);
    },
  );
});

describe('an id that is used again within a turn', () => {
  it.each(['anthropic', 'mistral', 'openai', 'own'] as const)(
    'is another for each call of %s, with its own result',
    (to) => {
      fc.assert(
        fc.property(exchange, (steps) => {
          const same = steps.map((step) =>
            step.kind === 'text'
              ? step
              : {
                  ...step,
                  calls: step.calls.map((call, n) => ({ ...call, id: step.calls[0]?.id ?? '', result: `r${n}` })),
                },
          );
          const { document, problems } = convert(encode(same, 'chat'), { from: 'chat', to, rewriteIds: true });
          expect(problems.filter(({ rule }) => rule.includes('call') || rule.includes('result'))).toEqual([]);
          const { calls, results } = factsOf(document);
          expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
          expect(results.map(({ id }) => id)).toEqual(calls.map(({ id }) => id));
        }),
        options,
      );
    },
  );
});

describe('what normalization does first', () => {
  it.each(['messages', 'flat'] as const)('loses nothing without a word on the way to %s', (to) => {
    let dropped = 0;
    fc.assert(
      fc.property(exchange, fc.array(fc.nat(20), { maxLength: 3 }), (steps, gone) => {
        const { messages } = encode(steps, 'chat');
        const torn = messages.filter((_, n) => n === 0 || !gone.includes(n));
        const { document, lost, normalized, fallbacks } = convert(torn, { from: 'chat', to, normalize: true });
        const listed = [...lost, ...normalized, ...fallbacks];
        expect(unlisted(torn, document, listed)).toEqual([]);
        if (lost.some(({ reason }) => reason.includes('normalization'))) dropped++;
      }),
      { ...options, numRuns: RUNS * 2 },
    );
    expect(dropped).toBeGreaterThan(RUNS / 20);
  });
});

describe('rows', () => {
  const good = JSON.stringify({ max_tokens: 1, messages: listOf([{ kind: 'answered', isBad: true }]) });
  const refused = JSON.stringify({ max_tokens: 1, messages: listOf([{ kind: 'call', isBad: true }]) });
  const other = '{"note":1}';
  const broken = '{"messages":[{"role":"user","content":"q"}';

  it.each([false, true])('that cannot be converted stay, are listed and fail, normalized first: %s', (normalize) => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(good, refused, other, broken), { maxLength: 8 }), (more) => {
        const rows = [good, ...more];
        const document = TranscriptDocument.open(rows.join('\n'), { uri: 'file:///a.jsonl', isNamed: true });
        const made = convertDocument(document, { to: 'messages', normalize });
        const out = made.text?.split('\n') ?? [];
        const stays = (row: string) => row !== good;
        expect(out.map((row, n) => row === rows[n])).toEqual(rows.map(stays));
        const listed = rows.flatMap((row, n) => (row === refused || row === broken ? [`/${n}`] : []));
        expect(made.left.map(({ pointer }) => pointer).sort()).toEqual([...listed].sort());
        expect(made.ok).toBe(listed.length === 0);
      }),
      options,
    );
  });
});

function nameOf(tool: Loose): unknown {
  return [tool, tool.function, tool.custom]
    .map((holder) => (holder as Loose | undefined)?.name)
    .find((name) => name !== undefined);
}
