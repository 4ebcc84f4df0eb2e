import fc from 'fast-check';

/** Dialects that the tests write by hand; one that comes may join them, and has tests of its own until then. */
export type Shaped = 'flat' | 'chat' | 'messages';

/** How an exchange is written in each dialect, by the tests' own hand. */
export interface Shape {
  readonly prefix: string;
  readonly calling: (ids: readonly (string | undefined)[]) => object;
  readonly result: (id: unknown, text: string) => object;
}

const without = (key: string, id: unknown) => (id === undefined ? {} : { [key]: id });

export const shapes: Readonly<Record<Shaped, Shape>> = {
  flat: {
    prefix: 'c_',
    calling: (ids) => ({
      role: 'assistant',
      content: '',
      tool_calls: ids.map((id) => ({ ...without('tool_call_id', id), name: 'measure' })),
    }),
    result: (id, content) => ({ role: 'tool', content, ...without('tool_call_id', id) }),
  },
  chat: {
    prefix: 'call_',
    calling: (ids) => ({
      role: 'assistant',
      content: null,
      tool_calls: ids.map((id) => ({
        ...without('id', id),
        type: 'function',
        function: { name: 'measure', arguments: '{}' },
      })),
    }),
    result: (id, content) => ({ role: 'tool', ...without('tool_call_id', id), content }),
  },
  messages: {
    prefix: 'toolu_',
    calling: (ids) => ({
      role: 'assistant',
      content: ids.map((id) => ({ type: 'tool_use', ...without('id', id), name: 'measure', input: {} })),
    }),
    result: (id, content) => ({
      role: 'user',
      content: [{ type: 'tool_result', ...without('tool_use_id', id), content }],
    }),
  },
};

/** What may happen to an id on its way, half typed or finished. */
const slips: readonly ((id: string, prefix: string) => unknown)[] = [
  (_, prefix) => prefix,
  (_, prefix) => prefix.slice(0, 2),
  (id) => id.slice(0, -1),
  (id) => id.slice(1),
  (id) => `${id}0`,
  (id) => `${id.slice(0, -2)}${id.at(-1)}${id.at(-2)}`,
  (id) => `${id.slice(0, -1)}q`,
  (id) => id.toUpperCase(),
  (id) => `functions.${id}`,
  (id) => id.replace('_', '-'),
  (id) => `${id}|item_1`,
  (_, prefix) => `${prefix}unheardof`,
  () => '',
  () => ' ',
  () => '0',
  () => undefined,
  () => null,
  () => 41,
  (id) => [id],
];

export interface Slipped {
  readonly messages: readonly object[];
  /** The texts of all results, each once. */
  readonly texts: readonly string[];
}

/** Conversations of a few exchanges, each call answered, in which one id of a result went wrong, and some results come late. */
export function slipped(dialect: Shaped): fc.Arbitrary<Slipped> {
  const { prefix, calling, result } = shapes[dialect];
  const exchange = fc.record({ calls: fc.integer({ min: 1, max: 3 }), isLate: fc.boolean(), hasReply: fc.boolean() });
  return fc
    .record({
      exchanges: fc.array(exchange, { minLength: 1, maxLength: 4 }),
      hurt: fc.nat(),
      slip: fc.constantFrom(...slips),
      seed: fc.integer({ min: 1000, max: 9999 }),
    })
    .map(({ exchanges, hurt, slip, seed }) => {
      const messages: object[] = [{ role: 'user', content: 'begin' }];
      const texts: string[] = [];
      const total = exchanges.reduce((sum, { calls }) => sum + calls, 0);
      for (const { calls, isLate, hasReply } of exchanges) {
        const ids = Array.from({ length: calls }, (_, c) => `${prefix}${seed}${'kmw'[c]}${texts.length + c}`);
        messages.push(calling(ids));
        if (isLate) messages.push({ role: 'user', content: 'still there?' });
        for (const id of ids) {
          const text = `reading ${texts.length} of the gauge`;
          messages.push(result(texts.length === hurt % total ? slip(id, prefix) : id, text));
          texts.push(text);
        }
        if (hasReply) messages.push({ role: 'assistant', content: 'Noted.' }, { role: 'user', content: 'Go on.' });
      }
      messages.push({ role: 'assistant', content: 'Done.' }, { role: 'user', content: 'Thanks.' });
      return { messages, texts };
    });
}
