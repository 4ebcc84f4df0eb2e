import { describe, expect, test } from 'vitest';
import { placeOfPointer, valueFrame } from '../../server/src/core/index';
import { trim } from '../../server/src/main/lib';
import { toBeSendable, toKeepEveryPrefixSendable } from '../../server/src/main/vitest';

const weather = (id: string) => ({ id, type: 'function', function: { name: 'weather', arguments: '{}' } });

/** Turns with one tool exchange each, behind an instruction. */
function withTools(turns: number): unknown[] {
  const messages: unknown[] = [{ role: 'system', content: 'Be brief.' }];
  for (let i = 0; i < turns; i++) {
    messages.push({ role: 'user', content: `And day ${i}?` });
    messages.push({ role: 'assistant', content: null, tool_calls: [weather(`c${i}`)] });
    messages.push({ role: 'tool', tool_call_id: `c${i}`, content: `Rain on day ${i}.` });
    messages.push({ role: 'assistant', content: `It rains on day ${i}.` });
  }
  return messages;
}

const plain = Array.from({ length: 8 }, (_, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: `${at}` }));

const body = {
  model: 'claude-haiku-4-5',
  max_tokens: 100,
  messages: [
    { role: 'user', content: 'Rename fmt_row.' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Two files.' },
        { type: 'tool_use', id: 'toolu_01', name: 'edit', input: { path: 'a.py' } },
        { type: 'tool_use', id: 'toolu_02', name: 'edit', input: { path: 'b.py' } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_01', content: 'ok' }] },
    { role: 'assistant', content: 'Done.' },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_02', content: 'ok' }] },
  ],
};

const answered = [
  {
    role: 'user',
    content: ['toolu_01', 'toolu_02'].map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'ok' })),
  },
];

/** What a failed expectation says. */
async function failure(expectation: () => void | Promise<void>): Promise<string> {
  try {
    await expectation();
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error('the expectation did not fail');
}

describe('toBeSendable', () => {
  test('takes lists and whole bodies, of any dialect', () => {
    expect(withTools(3)).toBeSendable({ target: 'openai' });
    expect(plain).toBeSendable({ target: 'anthropic' });
    expect({ ...body, messages: body.messages.slice(0, 1) }).toBeSendable();
    expect({ requests: [{ model: 'gpt-5', messages: plain }] }).toBeSendable();
  });

  test('fails on what the provider would refuse, and its opposite does not', async () => {
    expect(withTools(3).slice(3)).not.toBeSendable({ target: 'openai' });
    expect(body).not.toBeSendable();
    await expect(Promise.resolve(withTools(1).slice(0, 3))).resolves.not.toBeSendable();
    expect(() => expect(plain).not.toBeSendable({ target: 'openai' })).toThrow(
      'expect(messages).not.toBeSendable({ target: "openai" })\n\nOpenAI would take the 8 messages, as far as the JSON shows.',
    );
  });

  test.each(['anthropic', 'bedrock', 'vertex'] as const)('takes no Chat Completions for %s', async (target) => {
    const messages = withTools(2).slice(1);
    expect(messages).not.toBeSendable({ target });
    expect({ model: 'claude-opus-4-5', max_tokens: 100, messages }).not.toBeSendable({ target });
    const text = await failure(() => expect(messages).toBeSendable({ target }));
    expect(text).toContain('1 problem in 8 messages');
    expect(text).toMatch(/takes Anthropic Messages, not OpenAI chat\. Convert it to "messages"/);
    expect(text).toContain('messages[1].tool_calls');
  });

  test.each(['openai', 'azure', 'gemini'] as const)('takes no blocks of Messages for %s', (target) => {
    expect(body.messages.slice(0, 3)).not.toBeSendable({ target });
  });

  test('an unchosen target, one that takes several shapes and plain text say nothing of shapes', () => {
    expect({ model: 'claude-opus-4-5', messages: withTools(1) }).toBeSendable();
    expect([...body.messages.slice(0, 2), ...answered]).toBeSendable({ target: 'deepseek' });
    expect([...body.messages.slice(0, 2), ...answered]).toBeSendable({ target: 'ollama' });
    expect(plain).toBeSendable({ target: 'openai' });
  });

  test.each<[string, unknown]>([
    ['a number', 5],
    ['a boolean', true],
    ['a function', () => 1],
    ['a bigint', 10n],
    ['a list in a list', [[]]],
    ['a list of text', ['a']],
    ['a list nested deep', Array.from({ length: 100_000 }).reduce((inside: unknown) => [inside], 'x')],
    ['an object', { a: 1 }],
  ])('content that is %s is refused where the target is chosen or the body is sent', (_, content) => {
    const messages = [...plain.slice(0, 2), { role: 'user', content }];
    for (const target of ['openai', 'anthropic', 'gemini'] as const) {
      expect(messages).not.toBeSendable({ target });
    }
    expect({ model: 'gpt-5', messages }).not.toBeSendable();
  });

  test('instructions at the head of a list are refused by every model of Anthropic', () => {
    expect([{ role: 'system', content: 'Be brief.' }, ...plain]).not.toBeSendable({ target: 'anthropic' });
    expect([plain[0], { role: 'system', content: 'Be brief.' }]).toBeSendable({ target: 'anthropic' });
  });

  test('holds a call that waits for its result against what is sent as it stands', () => {
    expect(withTools(1).slice(0, 3)).not.toBeSendable({ target: 'openai' });
  });

  test('an empty list is nothing to send', () => {
    expect([]).not.toBeSendable();
  });

  test('says what is wrong where, the other end of the pair, and what the provider would say', async () => {
    expect(await failure(() => expect(body).toBeSendable({ target: 'anthropic' }))).toMatchInlineSnapshot(`
      "expect(body).toBeSendable({ target: "anthropic" })

      Anthropic would refuse this: 1 problem in 5 messages.

      1. error at body.messages[4].content[0]  [misplaced-result]
         The result for "toolu_02" does not stand directly behind its call. Move it there.

           body.messages[4] = {
             "role": "user",
             "content": [
               { "type": "tool_result", "tool_use_id": "toolu_02", "content": "ok" }
               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
             ]
           }

         The call that it answers:
           body.messages[1] = {
             "role": "assistant",
             "content": [
               … 1 more
               { "type": "tool_use", "id": "toolu_01", "name": "edit", "input": { … } },
               { "type": "tool_use", "id": "toolu_02", "name": "edit", "input": { … } }
               ------------------------------------------------------------------------
             ]
           }

         Anthropic says: messages.2: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: toolu_02. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.
         Rule: https://github.com/transcript-lint/transcript-lint/blob/main/docs/rules/misplaced-result.md"
    `);
  });

  test('tries out whether normalizing helps', async () => {
    expect(
      await failure(() => expect(withTools(2).slice(3)).toBeSendable({ target: 'openai' })),
    ).toMatchInlineSnapshot(`
      "expect(messages).toBeSendable({ target: "openai" })

      OpenAI would refuse this: 1 problem in 6 messages.

      1. error at messages[0]  [orphan-result]
         The result for "c0" has no call before it. Remove it or add the call.

           messages[0] = { "role": "tool", "tool_call_id": "c0", "content": "Rain on day 0." }
                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

         OpenAI says: Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.
         Rule: https://github.com/transcript-lint/transcript-lint/blob/main/docs/rules/orphan-result.md

      What to do: normalize(messages) of transcript-lint repairs calls and results; it would leave none of this."
    `);
  });

  test('milder findings count when they are asked for', async () => {
    const spaced = [
      { role: 'user', content: 'Oslo?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ ...weather('c'), function: { name: 'weather', arguments: '"{}"' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'Rain.' },
    ];
    expect(spaced).toBeSendable();
    expect(spaced).not.toBeSendable({ severity: 'warning' });
    expect(await failure(() => expect(spaced).toBeSendable({ severity: 'hint' }))).toMatch(
      /^OpenAI would take this, with reservations: 1 problem in 3 messages\.$/m,
    );
  });

  test('a thousand faults are no longer to read than a handful, and no character of them steers a terminal', async () => {
    const many = Array.from({ length: 1000 }, (_, at) => ({
      role: 'tool',
      tool_call_id: `\u001b[2J\u202e${at}`,
      content: 'x'.repeat(1e4),
    }));
    const text = await failure(() => expect(many).toBeSendable({ target: 'openai' }));
    expect(text).toContain('… and 995 more: 995 orphan-result');
    expect(text.length).toBeLessThan(6000);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(text).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  });

  test('a place that is nested deep is shown from near it', async () => {
    let deep: unknown = 'end';
    for (let i = 0; i < 5000; i++) deep = { in: deep };
    const messages = [
      { role: 'user', content: 'Oslo?' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'weather', input: deep }] },
      { role: 'user', content: 'And?' },
    ];
    const text = await failure(() => expect(messages).toBeSendable({ target: 'anthropic' }));
    expect(text).toContain('unanswered-call');
    expect(text.length).toBeLessThan(3000);
  });

  test('a long way to a place is told by its end', () => {
    const pointer = '/in'.repeat(3000);
    let deep: unknown = 'end';
    for (let i = 0; i < 3000; i++) deep = { in: deep };
    const lines = valueFrame(deep, { pointer, from: '', name: 'deep', isMain: true });
    expect(lines[0]).toBe(`deep…${'.in'.repeat(12)} = {`);
    expect(lines.join('\n').length).toBeLessThan(2000);
    expect(placeOfPointer('body', '/messages/2/content/0/a b/x~1y')).toBe('body.messages[2].content[0]["a b"]["x/y"]');
  });

  test('works inside other matchers, and as a plain function', () => {
    expect({ request: plain }).toEqual({ request: expect.toBeSendable({ target: 'openai' }) });
    expect(toBeSendable(plain).pass).toBe(true);
  });

  test.each<[string, unknown, unknown, RegExp]>([
    ['text', 'hello', {}, /toBeSendable: the value must be a list of messages or a request body, not a string$/],
    ['nothing', undefined, {}, /the value must be .*, not undefined$/],
    ['an object without messages', { role: 'user' }, {}, /the value must be .*, but it holds no list of messages$/],
    ['a mistyped option', [], { taget: 'openai' }, /there is no option "taget". Did you mean "target"\?$/],
    [
      'an unknown option',
      [],
      { budget: 5 },
      /there is no option "budget". There are target, dialect, model, severity.$/,
    ],
    ['an unknown target', [], { target: 'acme' }, /toBeSendable: "target" must be one of .*, not "acme"$/],
    ['an unknown severity', [], { severity: 'fatal' }, /toBeSendable: "severity" must be one of .*, not "fatal"$/],
    ['options that are none', [], 'openai', /"options" must be an object such as .*, not a string$/],
  ])('wrong use: %s', (_, value, options, expected) => {
    const matcher = () => toBeSendable(value, options as object);
    expect(matcher).toThrow(TypeError);
    expect(matcher).toThrow(expected);
    expect(() => expect(value).not.toBeSendable(options as object)).toThrow(expected);
  });

  test('what a provider sent is not what is sent to one', () => {
    const answer = {
      id: 'x',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hi.' } }],
    };
    expect(() => expect(answer).toBeSendable()).toThrow(/but it is what a provider sent$/);
  });
});

describe('toKeepEveryPrefixSendable', () => {
  const conversations = [withTools(6), { name: 'small talk', messages: plain }];
  const lastFour = (messages: readonly unknown[]) => [
    ...messages.slice(0, 1),
    ...messages.slice(Math.max(1, messages.length - 4)),
  ];
  const withBudget = (messages: readonly unknown[]) => trim(messages, { budget: 60, onEmpty: 'extend' }).messages;

  test('a window that is cut where the list stays valid keeps its promise, waited for or not', async () => {
    await expect(withBudget).toKeepEveryPrefixSendable(conversations, { target: 'openai' });
    await expect(async (messages: readonly unknown[]) => withBudget(messages)).toKeepEveryPrefixSendable(conversations);
  });

  test('its opposite fails there', async () => {
    await expect(lastFour).not.toKeepEveryPrefixSendable(conversations, { target: 'openai' });
    const kept = () => expect(withBudget).not.toKeepEveryPrefixSendable(conversations);
    expect(await failure(kept)).toContain('withBudget keeps all 32 prefixes of 2 conversations sendable.');
  });

  test('shows which prefix, what came back, how often, and what to do', async () => {
    const naive = () => expect(lastFour).toKeepEveryPrefixSendable(conversations, { target: 'openai' });
    expect(await failure(naive)).toMatchInlineSnapshot(`
      "expect(lastFour).toKeepEveryPrefixSendable(conversations, { target: "openai" })

      lastFour breaks 15 of 32 prefixes (47 %), in 1 of 2 conversations. With tools 15 of 24, without 0 of 8.

         prefixes  conversations  rule
               10              1  first-message-not-user
                5              1  orphan-result

      1. first-message-not-user: first in conversations[0], prefix of 6 messages
         The window opens with "assistant", not with a user message: it would answer to nothing. Start it at a user turn.

         lastFour returned 5 messages (-: left out, +: not in the prefix):
             0  { "role": "system", "content": "Be brief." }
           - 1  { "role": "user", "content": "And day 0?" }
         >   2  { "role": "assistant", "content": null, "tool_calls": [{ "id": "c0", … }] }
             3  { "role": "tool", "tool_call_id": "c0", "content": "Rain on day 0." }
             4  { "role": "assistant", "content": "It rains on day 0." }
             5  { "role": "user", "content": "And day 1?" }

         Rule: https://github.com/transcript-lint/transcript-lint/blob/main/docs/rules/first-message-not-user.md

      2. orphan-result: first in conversations[0], prefix of 7 messages
         The result for "c0" has no call before it. Remove it or add the call.

         lastFour returned 5 messages (-: left out, +: not in the prefix):
             0  { "role": "system", "content": "Be brief." }
           - 1  { "role": "user", "content": "And day 0?" }
           - 2  { "role": "assistant", "content": null, "tool_calls": [{ "id": "c0", … }] }
         >   3  { "role": "tool", "tool_call_id": "c0", "content": "Rain on day 0." }
             4  { "role": "assistant", "content": "It rains on day 0." }
             5  { "role": "user", "content": "And day 1?" }
             6  { "role": "assistant", "content": null, "tool_calls": [{ "id": "c1", … }] }

         OpenAI says: Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.
         Rule: https://github.com/transcript-lint/transcript-lint/blob/main/docs/rules/orphan-result.md

      What to do:
         Cut only in front of a user turn that holds no tool result: nothing before it can then be missed.
         trim(messages, { budget }) of transcript-lint does that; prepare(messages, { budget }) repairs what is broken already, too."
    `);
  });

  test('shows where code threw, and what it gave that was no list', async () => {
    const flaky = (messages: readonly unknown[]) => {
      if (messages.length === 3) throw new RangeError('no luck');
      return messages.length === 5 ? (null as unknown as readonly unknown[]) : messages;
    };
    const text = await failure(() => expect(flaky).toKeepEveryPrefixSendable([plain]));
    expect(text).toMatch(
      /policy-threw: first in conversations\[0\], prefix of 3 messages\n {3}RangeError: no luck\n {3}at .*matchers\.test\.ts:\d+/,
    );
    expect(text).toMatch(
      /policy-malformed: .*prefix of 5 messages\n {3}The answer is no list of messages\.\n {3}It is null\./,
    );
    expect(text).not.toContain('server/src/');
  });

  test('gives each call its own copy: what a function does to it is seen by nobody else', async () => {
    const history = withTools(3);
    const before = JSON.stringify(history);
    const greedy = (messages: readonly unknown[]) => {
      for (const message of messages as { content?: unknown; tool_call_id?: string }[]) {
        if (message.tool_call_id !== undefined && messages.length > 6) message.tool_call_id = 'lost';
      }
      return messages.length > 6 ? messages.slice(-1) : messages;
    };
    await expect(greedy).not.toKeepEveryPrefixSendable([history]);
    expect(JSON.stringify(history)).toBe(before);
    const seen: string[] = [];
    const spoiling = (messages: readonly unknown[]) => {
      const [first] = messages as { content: string }[];
      seen.push(first?.content ?? '');
      if (first !== undefined) first.content += '!';
      return messages;
    };
    await expect(spoiling).toKeepEveryPrefixSendable([plain]);
    expect(new Set(seen)).toEqual(new Set(['0']));
  });

  test('what the untrimmed prefix has is not the function’s fault, and is said', async () => {
    const broken = [{ role: 'user', content: 'x' }, { role: 'tool', tool_call_id: 'gone', content: 'y' }, ...plain];
    await expect((messages: readonly unknown[]) => messages).toKeepEveryPrefixSendable([broken], { target: 'openai' });
    const text = await failure(() =>
      expect(lastFour).toKeepEveryPrefixSendable([broken, withTools(3)], { target: 'openai' }),
    );
    expect(text).toContain('Wrong before trimming already, and not counted: orphan-result (4).');
  });

  test('takes rules of one’s own', async () => {
    const validate = (messages: readonly unknown[]) =>
      messages.length < 4
        ? [{ rule: 'too-few', severity: 'error' as const, pointer: '/0', message: 'Fewer than four.' }]
        : [];
    const text = await failure(() =>
      expect((messages: readonly unknown[]) => messages.slice(-3)).toKeepEveryPrefixSendable([plain], { validate }),
    );
    expect(text).toContain('breaks 5 of 8 prefixes (63 %), in 1 of 1 conversation.');
    expect(text).toContain('{ validate: function }');
    expect(text).toMatch(/> {3}1 {2}\{ "role": "assistant", "content": "1" \}/);
  });

  test('stays short, whatever the conversations hold', async () => {
    const long = withTools(80).map((message) => ({ ...(message as object), note: 'x'.repeat(3000) }));
    const text = await failure(() => expect(lastFour).toKeepEveryPrefixSendable([long], { target: 'openai' }));
    expect(text.length).toBeLessThan(6000);
  });

  test.each<[string, unknown, unknown, unknown, RegExp]>([
    ['no function', [plain], [plain], {}, /^toKeepEveryPrefixSendable: the value must be a function .*, not a list$/],
    ['no conversations', lastFour, undefined, {}, /"conversations" must be a list of conversations, not undefined$/],
    ['an empty list', lastFour, [], {}, /"conversations" is empty: there is nothing to try$/],
    ['empty conversations', lastFour, [[], []], {}, /"conversations" hold no message: there is nothing to try$/],
    [
      'one conversation',
      lastFour,
      plain,
      {},
      /"conversations\[0\]" must be .*\. A single conversation goes in a list: \[messages\]$/,
    ],
    ['text', lastFour, ['[]'], {}, /"conversations\[0\]" must be a list of messages, not a string$/],
    [
      'what is no JSON',
      lastFour,
      [[{ role: 'user', content: 1n }]],
      {},
      /"conversations\[0\]" cannot be written as JSON/,
    ],
    [
      'a mistyped option',
      lastFour,
      [plain],
      { tarfet: 'openai' },
      /there is no option "tarfet". Did you mean "target"\?$/,
    ],
    ['an unknown target', lastFour, [plain], { target: 'acme' }, /^toKeepEveryPrefixSendable: "target" must be one of/],
    [
      'a validate that is none',
      lastFour,
      [plain],
      { validate: 5 },
      /^toKeepEveryPrefixSendable: "validate" must be a function$/,
    ],
  ])('wrong use: %s', async (_, value, given, options, expected) => {
    const matched = toKeepEveryPrefixSendable(value, given as unknown[][], options as object);
    await expect(matched).rejects.toThrow(TypeError);
    await expect(toKeepEveryPrefixSendable(value, given as unknown[][], options as object)).rejects.toThrow(expected);
  });

  test('conversations in another shape than the target takes could never fail, and are wrong use', async () => {
    const matched = toKeepEveryPrefixSendable(lastFour, [plain, withTools(2)], { target: 'anthropic' });
    await expect(matched).rejects.toThrow(
      /^toKeepEveryPrefixSendable: "conversations\[1\]": Anthropic takes Anthropic Messages, not OpenAI chat/,
    );
  });

  test.each<[string, unknown, RegExp]>([
    ['text', 'x', /must give a list of .*, but on the prefix of 1 message of tides it gave a string$/],
    ['nothing', null, /it gave null$/],
    ['a promise', Promise.resolve([]), /it gave a promise\. It is not waited for/],
    ['an empty object', [{}], /"rule" of its \[0\] is undefined, not a text$/],
    ['a hole', [{ rule: 'a', severity: 'error', pointer: '', message: 'b' }, null], /its \[1\] is null$/],
    [
      'a foreign severity',
      [{ rule: 'a', severity: 'fatal', pointer: '', message: 'b' }],
      /"severity" of its \[0\] must/,
    ],
  ])('a validate that gives %s is wrong use, and is told what to give', async (_, answer, expected) => {
    const validate = (() => answer) as unknown as () => [];
    const run = () => toKeepEveryPrefixSendable(lastFour, [{ name: 'tides', messages: plain }], { validate });
    await expect(run()).rejects.toThrow(TypeError);
    await expect(run()).rejects.toThrow(expected);
    await expect(run()).rejects.toThrow(/^toKeepEveryPrefixSendable: "validate" /);
  });

  test('a validate that throws is told on which prefix', async () => {
    const validate = (messages: readonly unknown[]) => {
      if (messages.length === 3) throw new RangeError('three');
      return [];
    };
    await expect(toKeepEveryPrefixSendable((all: unknown[]) => all, [plain], { validate })).rejects.toThrow(
      /^toKeepEveryPrefixSendable: "validate" threw on the prefix of 3 messages of conversations\[0\]: RangeError: three$/,
    );
  });

  test.each<[string, unknown]>([
    [
      'an object that cannot be written',
      {
        toString() {
          throw 1;
        },
      },
    ],
    ['an object without a prototype', Object.create(null)],
    ['an error whose text throws', Object.defineProperty(new Error(''), 'message', { get: () => raise(2) })],
    ['an error whose stack throws', Object.defineProperty(new Error(''), 'stack', { get: () => raise(3) })],
    ['a symbol', Symbol('s')],
  ])('a function that throws %s has failed on that prefix', async (_, thrown) => {
    const text = await failure(() => expect(() => raise(thrown)).toKeepEveryPrefixSendable([plain]));
    expect(text).toContain('policy-threw');
  });

  test('each call gets dates, maps and sets of its own, and functions and instances as they are', async () => {
    class Note {
      text = 'now';
      read() {
        return this.text;
      }
    }
    const note = new Note();
    const at = new Date(0);
    const extra = { at, tags: new Map([['a', { n: 1 }]]), seen: new Set(['a']), run: () => 1, note, un: undefined };
    const first = { role: 'user', content: 'Oslo?', extra };
    const kinds: unknown[] = [];
    const policy = (messages: readonly unknown[]) => {
      const held = (messages[0] as typeof first).extra;
      kinds.push([
        held.at.getTime(),
        held.tags.get('a')?.n,
        held.seen.size,
        held.run === extra.run,
        held.note === note && held.note.read(),
        'un' in held,
      ]);
      held.at.setTime(5);
      held.tags.set('a', { n: 2 });
      held.seen.clear();
      return messages;
    };
    await toKeepEveryPrefixSendable(policy, [[first, { role: 'assistant', content: 'Rain.' }]]);
    expect(kinds).toEqual([
      [0, 1, 1, true, 'now', true],
      [0, 1, 1, true, 'now', true],
    ]);
    expect([at.getTime(), extra.tags.get('a')?.n, extra.seen.size]).toEqual([0, 1, 1]);
  });

  test('a bound function has its own name', async () => {
    const cut = function lastOne(messages: readonly unknown[]) {
      return messages.slice(-1);
    }.bind(undefined);
    expect(await failure(() => expect(cut).toKeepEveryPrefixSendable([plain]))).toMatch(/^lastOne breaks /m);
    const nameless = ((messages: readonly unknown[]) => messages.slice(-1)).bind(undefined);
    Object.defineProperty(nameless, 'name', { value: 'bound ' });
    expect(await failure(() => expect(nameless).toKeepEveryPrefixSendable([plain]))).toMatch(/^trim breaks /m);
  });
});

function raise(error: unknown): never {
  throw error;
}
