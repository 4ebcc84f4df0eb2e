import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dialectOf } from '../../server/src/core/dialects/index';
import {
  applyEdits,
  coercionRewrite,
  insertMessage,
  type MessageRewrite,
  messageRewrites,
  newTranscript,
  TranscriptDocument,
  textToMessage,
} from '../../server/src/core/index';
import { rewriteText } from '../../server/src/core/json/jsonEdits';
import type { Rewrite } from '../../server/src/core/json/rewrite';

function open(text: string, name = 'a.jsonc'): TranscriptDocument {
  return TranscriptDocument.open(text, { uri: `file:///${name}`, isNamed: true });
}

function carryOut(document: TranscriptDocument, rewrite: Rewrite): string {
  if (document.root === undefined) throw new Error('the text does not parse');
  return applyEdits(document.text, rewriteText(document.root, rewrite));
}

/** What is offered where `piece` stands, by title. */
function offers(text: string, piece: string, name?: string): Map<string, MessageRewrite> {
  const at = text.indexOf(piece);
  if (at < 0) throw new Error(`there is no ${piece}`);
  return new Map(messageRewrites(open(text, name).conversations, at, at).map((rewrite) => [rewrite.title, rewrite]));
}

/** The text after the offer of that title was taken where `piece` stands. */
function take(text: string, piece: string, title: string, name?: string): string {
  const at = text.indexOf(piece);
  const document = open(text, name);
  const offer = messageRewrites(document.conversations, at, at).find((rewrite) => rewrite.title === title);
  if (offer === undefined) throw new Error(`"${title}" is not offered at ${piece}`);
  return carryOut(document, offer.rewrite());
}

const COERCE = 'Apply the text-to-message coercions';
const AS_USER = 'Turn text into a user message';
const AS_ASSISTANT = 'Turn text into an assistant message';
const AS_SYSTEM = 'Turn text into a system message';
const AS_TOOL = 'Turn text into a tool message';

const chat = (entries: string) => `[
  { "role": "user", "content": "hi" },
  { "role": "assistant", "content": null, "tool_calls": [{ "id": "c1", "type": "function", "function": { "name": "f", "arguments": "{}" } }] },
  { "role": "tool", "tool_call_id": "c1", "content": "42" },
  { "role": "user", "content": "a" },
  { "role": "assistant", "content": "b" },
  { "role": "user", "content": "c" },
  { "role": "assistant", "content": "d" },
${entries}
]
`;
const flat = (entries: string) => `[
  { "role": "user", "content": "hi" },
  { "role": "assistant", "content": "", "tool_calls": [{ "tool_call_id": "c1", "name": "f" }] },
  { "role": "tool", "content": "42", "tool_call_id": "c1" },
  { "role": "user", "content": "a" },
  { "role": "assistant", "content": "b" },
  { "role": "user", "content": "c" },
  { "role": "assistant", "content": "d" },
${entries}
]
`;
const messages = (entries: string, head = '') => `{
  "model": "claude-sonnet-4-5", "max_tokens": 10,${head}
  "messages": [
    { "role": "user", "content": "hi" },
    { "role": "assistant", "content": [{ "type": "tool_use", "id": "c1", "name": "f", "input": {} }] },
    { "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "c1", "content": "42" }] },
${entries}
  ]
}
`;

describe('turn text into a message', () => {
  test('a string becomes a message of each of the four roles', () => {
    const text = chat('  "hello", // said later\n');
    expect([...offers(text, '"hello"').keys()]).toEqual([AS_USER, AS_ASSISTANT, AS_SYSTEM, AS_TOOL]);
    for (const [title, role] of [
      [AS_USER, 'user'],
      [AS_ASSISTANT, 'assistant'],
      [AS_SYSTEM, 'system'],
      [AS_TOOL, 'tool'],
    ] as const) {
      const expected = chat(`  { "role": "${role}", "content": "hello" }, // said later\n`);
      expect(take(text, '"hello"', title)).toBe(expected);
    }
  });

  test('nothing is offered on a message that is well formed', () => {
    expect(offers(chat('  "x"'), '"hi"').size).toBe(0);
    expect(offers(chat('  "x"'), '"c1"').size).toBe(0);
    expect(offers(messages('    "x"'), '"42"').size).toBe(0);
  });

  test('an object with text keeps its comments, its other keys and the spelling of its text', () => {
    const text = chat('  { /* who */ "text": "caf\\u00e9", "name": "bob" }');
    expect(take(text, '"text"', AS_ASSISTANT)).toBe(
      chat('  { /* who */ "name": "bob", "role": "assistant", "content": "caf\\u00e9" }'),
    );
  });

  test('the role that an object names comes first, an unknown one is the user', () => {
    const titles = (entry: string) => [...offers(chat(entry), '"text"').keys()];
    expect(titles('  { "text": "x", "role": "assistant" }')[0]).toBe(AS_ASSISTANT);
    expect(titles('  { "text": "x", "role": "Assistant" }')[0]).toBe(AS_USER);
    expect(titles('  { "text": "x" }')).toHaveLength(4);
  });

  test('the id stays on role tool alone, trimmed', () => {
    const entry = '  { "text": "42°", "role": "tool", "tool_call_id": " c2 " }';
    expect(take(flat(entry), '"text"', AS_TOOL)).toBe(
      flat('  { "role": "tool", "tool_call_id": "c2", "content": "42°" }'),
    );
    expect(take(flat(entry), '"text"', AS_USER)).toBe(flat('  { "role": "user", "content": "42°" }'));
    const blank = flat('  { "text": "42°", "role": "tool", "tool_call_id": "  " }');
    expect(take(blank, '"text"', AS_TOOL)).toBe(flat('  { "role": "tool", "content": "42°" }'));
  });

  test('text that is no string is coerced', () => {
    expect(take(flat('  { "text": {"a": [1]} }'), '"text"', AS_USER)).toBe(
      flat('  { "content": "{\\"a\\":[1]}", "role": "user" }').replace(
        '"content": "{\\"a\\":[1]}", "role": "user"',
        '"role": "user", "content": "{\\"a\\":[1]}"',
      ),
    );
    expect(take(flat('  { "text": 1.0 }'), '"text"', AS_USER)).toBe(flat('  { "role": "user", "content": "1.0" }'));
  });

  test('empty text makes no message: the entry goes', () => {
    const gone = chat('  "x"').replace(',\n  "x"', '');
    expect(take(chat('  ""'), '""', AS_USER)).toBe(gone);
    expect(take(chat('  { "text": null }'), '"text"', AS_TOOL)).toBe(gone);
  });

  test('in Messages a tool row is a result block of a user message, and a system text stands in the body', () => {
    const text = messages('    { "text": "43", "role": "tool", "tool_call_id": "c2" }');
    expect(take(text, '"text"', AS_TOOL)).toBe(
      messages('    { "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "c2", "content": "43" }] }'),
    );
    const system = (head: string) => JSON.parse(take(messages('    "Be kind."', head), '"Be kind."', AS_SYSTEM)).system;
    expect(system('')).toBe('Be kind.');
    expect(system(' "system": "Be brief.",')).toBe('Be brief.\n\nBe kind.');
    expect(system(' "system": [{ "type": "text", "text": "Be brief." }],')).toEqual([
      { type: 'text', text: 'Be brief.' },
      { type: 'text', text: 'Be kind.' },
    ]);
  });

  test('a selection turns all texts that it touches', () => {
    const text = chat('  "one",\n  { "text": "two" },\n  ""');
    const document = open(text);
    const all = messageRewrites(document.conversations, text.indexOf('"one"'), text.length - 3);
    const offer = all.find(({ title }) => title === 'Turn 3 texts into user messages');
    expect(JSON.parse(carryOut(document, offer?.rewrite() ?? new Map())).slice(7)).toEqual([
      { role: 'user', content: 'one' },
      { role: 'user', content: 'two' },
    ]);
  });

  test('is a fix of what the rules say of such entries', () => {
    expect(offers(chat('  "x"'), '"x"').get(AS_USER)?.clears).toContain('entry-not-a-message');
  });
});

describe('the coercions', () => {
  const coerced = (entry: string, piece: string, shape = chat) => take(shape(entry), piece, COERCE);

  test.each([
    ['"Operator"', chat],
    ['"User"', chat],
    ['42', chat],
    ['" "', chat],
    ['"developer"', flat],
    ['"function"', messages],
  ])('role %s becomes the user', (role, shape) => {
    const entry = (written: string) => `  { "role": ${written}, "content": "here" }`;
    expect(coerced(entry(role), '"here"', shape)).toBe(shape(entry('"user"')));
  });

  test('a missing role becomes the user', () => {
    expect(coerced('  { "content": "here" }', '"here"')).toBe(chat('  { "content": "here", "role": "user" }'));
  });

  test('roles that the dialect knows stay', () => {
    for (const role of ['developer', 'function', 'system']) {
      expect(offers(chat(`  { "role": "${role}", "content": "here", "name": "f" }`), '"here"').size).toBe(0);
    }
  });

  test('a message that carries calls or results keeps its role: repair decides', () => {
    const call = '"tool_calls": [{ "id": "c2", "type": "function", "function": { "name": "f", "arguments": "{}" } }]';
    expect(offers(chat(`  { "role": "ai", "content": "here", ${call} }`), '"here"').size).toBe(0);
    expect(offers(chat(`  { "role": "assistant", "content": "", ${call} }`), '"c2"').size).toBe(0);
  });

  test('an id goes from every role but tool, where it is trimmed, cast or left out', () => {
    expect(coerced('  { "role": "user", "tool_call_id": "c1", "content": "here" }', '"here"')).toBe(
      chat('  { "role": "user", "content": "here" }'),
    );
    const result = (id: string) => `  { "role": "tool", "tool_call_id": ${id}, "content": "here" }`;
    expect(coerced(result('" c1 "'), '"here"')).toBe(chat(result('"c1"')));
    expect(coerced(result('7'), '"here"')).toBe(chat(result('"7"')));
    for (const id of ['" "', '[]', 'true']) {
      expect(coerced(result(id), '"here"')).toBe(chat('  { "role": "tool", "content": "here" }'));
    }
    expect(offers(chat('  { "role": "user", "tool_call_id": null, "content": "here" }'), '"here"').size).toBe(0);
  });

  test('in Messages the id of a result block is trimmed, and a row of role tool becomes such a block', () => {
    const block = (id: string) =>
      `    { "role": "user", "content": [{ "type": "tool_result", "tool_use_id": ${id}, "content": "here" }] }`;
    expect(coerced(block('" c1\\n"'), '"here"', messages)).toBe(messages(block('"c1"')));
    expect(coerced('    { "role": "tool", "tool_call_id": "c9", "content": "here" }', '"here"', messages)).toBe(
      messages(block('"c9"')),
    );
  });

  test('content becomes text where the dialect wants text', () => {
    const entry = (content: string) => `  { "role": "user", "content": ${content} }`;
    expect(coerced(entry('12.50'), '12.50', flat)).toBe(flat(entry('"12.50"')));
    expect(coerced(entry('[{ "type": "text", "text": "here" }]'), '"here"', flat)).toBe(
      flat(entry('"[{\\"type\\":\\"text\\",\\"text\\":\\"here\\"}]"')),
    );
    expect(offers(chat(entry('[{ "type": "text", "text": "here" }]')), '"here"').size).toBe(0);
    expect(coerced(entry('{ "a": "here" }'), '"here"')).toBe(chat(entry('"{\\"a\\":\\"here\\"}"')));
  });

  test('an empty message goes, comments beside it stay', () => {
    const text = chat(
      '  // before\n  { "role": "user", "content": "" }, // behind\n  { "role": "user", "content": "last" }',
    );
    const after = take(text, '"content": ""', COERCE);
    expect(after).toContain('// before');
    expect(after).not.toContain('"content": ""');
    expect(JSON.parse(after.replace(/\/\/.*/g, ''))).toHaveLength(8);
  });

  test.each([
    ['null', chat],
    ['[]', chat],
    ['""', messages],
    ['[]', messages],
    ['null', flat],
  ])('content %s is empty', (content, shape) => {
    const text = shape(`  { "role": "assistant", "content": ${content}, "name": "here" }`);
    expect(take(text, '"here"', COERCE)).not.toContain('"here"');
  });

  test.each([
    ['  { "role": "tool", "tool_call_id": "c1", "content": "", "name": "here" }', chat],
    ['  { "role": "assistant", "content": null, "refusal": "here" }', chat],
    ['  { "role": "assistant", "content": null, "function_call": { "name": "here", "arguments": "{}" } }', chat],
    ['  { "role": "assistant", "content": [{ "type": "thinking", "thinking": "here", "signature": "s" }] }', messages],
  ])('%s stays', (entry, shape) => {
    const offer = offers(shape(entry), '"here"').get(COERCE);
    expect(offer).toBeUndefined();
  });

  test('the whole file, responses and assertions left alone', () => {
    const text = `{
  "cases": [
    {
      "messages": [{ "role": "user", "content": "hi" }, { "role": "Bot", "content": "hello" }, { "role": "user", "content": "" }],
      "expected_messages": [{ "role": "user", "content": "x" }, { "role": "assistant", "content": "" }]
    }
  ]
}`;
    const document = open(text);
    const rewrite = coercionRewrite(document.conversations);
    expect(carryOut(document, rewrite?.rewrite() ?? new Map())).toBe(
      text.replace('"Bot"', '"user"').replace(', { "role": "user", "content": "" }]', ']'),
    );
    const again = open(carryOut(document, rewrite?.rewrite() ?? new Map()));
    expect(coercionRewrite(again.conversations)?.clears).toBeUndefined();
  });
});

describe('insert text as message', () => {
  const insert = (text: string, piece: string, input: Parameters<typeof textToMessage>[0], name?: string) => {
    const document = open(text, name);
    const [message] = textToMessage(input).messages;
    const rewrite = message && insertMessage(document.conversations, text.indexOf(piece), message);
    return rewrite && carryOut(document, rewrite);
  };

  test('behind the entry that the cursor is in', () => {
    expect(insert(chat('  { "role": "user", "content": "x" }'), '"hi"', { text: 'hello' })).toBe(
      chat('  { "role": "user", "content": "x" }').replace(
        '"hi" },\n',
        '"hi" },\n  { "role": "user", "content": "hello" },\n',
      ),
    );
  });

  test('between the entries that it is between, and at the end', () => {
    const text = '{"messages":[{"role":"user","content":"a"}, {"role":"assistant","content":"b"}  ]}';
    const inserted = (piece: string) =>
      JSON.parse(insert(text, piece, { text: 'x' }) ?? '').messages.map((row: { content: string }) => row.content);
    expect(inserted('{"role":"user"')).toEqual(['x', 'a', 'b']);
    expect(inserted(' {"role":"assistant"')).toEqual(['a', 'x', 'b']);
    expect(inserted('  ]')).toEqual(['a', 'b', 'x']);
  });

  test('in the shape of the dialect', () => {
    const row = { text: '42', role: 'tool', tool_call_id: 'c1' };
    expect(insert(messages('    { "role": "user", "content": "x" }'), '"hi"', row)).toContain(
      '{ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "c1", "content": "42" }] }',
    );
    const system = insert(messages('    { "role": "user", "content": "x" }'), '"hi"', {
      text: 'Be kind.',
      role: 'system',
    });
    expect(JSON.parse(system ?? '')).toMatchObject({ system: 'Be kind.', messages: { length: 4 } });
  });

  test('as a row of its own where rows are messages', () => {
    const text = '{"role":"user","content":"a"}\r\n{"role":"assistant","content":"b"}\r\n';
    expect(insert(text, '"a"', { text: 'x', role: 'assistant' }, 'a.jsonl')).toBe(
      '{"role":"user","content":"a"}\r\n{"role":"assistant","content":"x"}\r\n{"role":"assistant","content":"b"}\r\n',
    );
  });

  test('nowhere where no conversation is', () => {
    expect(insert('{"a": 1}', '1', { text: 'x' })).toBeUndefined();
  });

  test.each(['chat', 'flat', 'messages'] as const)('a new transcript is one that we know again (%s)', (dialect) => {
    for (const role of ['user', 'assistant', 'tool']) {
      const [message] = textToMessage({ text: 'Say "hi"\n漢', role, tool_call_id: 'c1' }).messages;
      const text = message === undefined ? '' : newTranscript(message, dialectOf(dialect));
      expect(text.endsWith('}\n')).toBe(true);
      expect(open(text).conversations.map(({ messages: rows }) => rows.length)).toEqual([1]);
      expect(JSON.stringify(JSON.parse(text))).toContain('Say \\"hi\\"\\n漢');
    }
  });
});

describe('every text', () => {
  const content = fc.constantFrom('"x"', '""', 'null', '[]', '1.0', '{ "a": 1 }', '[{ "type": "text", "text": "t" }]');
  const role = fc.constantFrom('"user"', '"assistant"', '"User"', '"tool"', '"system"', '7', '""');
  const id = fc.constantFrom('"c1"', '" c1 "', '5', '" "', 'null');
  const entry = fc.oneof(
    fc.constantFrom('"text"', '""', '{ "text": "t" }', '7', 'null', '{}'),
    fc.tuple(role, content).map(([r, c]) => `{ "role": ${r}, /* c */ "content": ${c} }`),
    fc.tuple(role, content, id).map(([r, c, i]) => `{ "role": ${r}, "content": ${c}, "tool_call_id": ${i}, }`),
  );
  const shape = fc.constantFrom(chat, flat, (entries: string) => messages(entries));
  const layout = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text.replaceAll('\n', '\r\n'),
    (text) => `\uFEFF${text}`,
    (text) => text.replaceAll('  ', '\t'),
  );
  const document = fc
    .tuple(shape, fc.array(entry, { minLength: 1, maxLength: 6 }), layout)
    .map(([wrap, entries, laid]) => laid(wrap(entries.map((each) => `  ${each}`).join(',\n'))));

  test('coercing is idempotent, keeps every comment of what stays and every line end', () => {
    fc.assert(
      fc.property(document, (text) => {
        const opened = open(text);
        const rewrite = coercionRewrite(opened.conversations);
        const after = rewrite === undefined ? text : carryOut(opened, rewrite.rewrite());
        const again = open(after);
        expect(again.problems).toEqual([]);
        expect(coercionRewrite(again.conversations)?.clears).toBeUndefined();
        expect(after.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'));
        if (text.includes('\r\n')) expect(after).not.toMatch(/[^\r]\n/);
        else expect(after).not.toContain('\r');
      }),
      { numRuns: 500 },
    );
  });

  test('whatever is offered gives a text that parses, and is offered no more', () => {
    fc.assert(
      fc.property(document, fc.nat(), (text, place) => {
        const at = place % text.length;
        const opened = open(text);
        for (const offer of messageRewrites(opened.conversations, at, at)) {
          const after = carryOut(opened, offer.rewrite());
          expect(after).not.toBe(text);
          expect(open(after).problems).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });
});
