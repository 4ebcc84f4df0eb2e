import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { normalize } from '../../server/src/core/index';

const STUB = 'Tool call was interrupted; no result.';
const call = (id: unknown, name = 'search') => ({ tool_call_id: id, name });
const calls = (...ids: unknown[]) => ({ role: 'assistant', content: '', tool_calls: ids.map((id) => call(id)) });
const tool = (id: unknown, content: unknown = 'result') => ({ role: 'tool', content, tool_call_id: id });
const user = (...content: unknown[]) => ({ role: 'user', content: content.length === 0 ? 'hi' : content[0] });
const use = (id: unknown) => ({ type: 'tool_use', id, name: 'search', input: {} });
const used = (id: unknown, content = 'result') => ({ type: 'tool_result', tool_use_id: id, content });
const stub = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: STUB, is_error: true });
const text = (words: string) => ({ type: 'text', text: words });

const flat = (messages: unknown[], options = {}) => normalize(messages, { dialect: 'flat', ...options });
const blocks = (messages: unknown[], options = {}) => normalize(messages, { dialect: 'messages', ...options });

describe('the worked examples of the design page', () => {
  it('drops three for one unusable id in flat, four in messages', () => {
    const result = flat([calls('0'), tool('0')]);
    expect(result.messages).toEqual([]);
    expect(result.drops.map(({ kind }) => kind)).toEqual(['call', 'turn', 'result']);
    const inBlocks = blocks([
      { role: 'assistant', content: [use('0')] },
      { role: 'user', content: [used('0')] },
    ]);
    expect(inBlocks.messages).toEqual([]);
    expect(inBlocks.drops.map(({ kind }) => kind)).toEqual(['call', 'turn', 'result', 'turn']);
  });

  it('drops a result before its call and closes the call', () => {
    const result = flat([tool('c1', 'out of order'), calls('c1')]);
    expect(result.messages).toEqual([calls('c1'), tool('c1', STUB)]);
    expect(result.dropped).toBe(1);
    const inBlocks = blocks([
      { role: 'user', content: [used('c1')] },
      { role: 'assistant', content: [use('c1')] },
    ]);
    expect(inBlocks.messages).toEqual([
      { role: 'assistant', content: [use('c1')] },
      { role: 'user', content: [stub('c1')] },
    ]);
    expect(inBlocks.dropped).toBe(2);
  });

  it('keeps the evidence of late results', () => {
    const result = flat([calls('c1', 'c2'), user('still there?'), tool('c2', 'b'), tool('c1', 'a')]);
    expect(result.messages).toEqual([calls('c1', 'c2'), tool('c2', 'b'), tool('c1', 'a'), user('still there?')]);
    expect(result.dropped).toBe(0);
    expect(result.moved).toHaveLength(2);
  });
});

describe('cases', () => {
  const folder = new URL('../../fixtures/cases/behaviour/', import.meta.url);
  for (const file of readdirSync(folder)) {
    const example = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    if (example.operation !== 'normalize' || !Array.isArray(example.expected)) continue;
    it(file, () => {
      const before = structuredClone(example.input);
      expect(normalize(example.input, example.options).messages).toEqual(example.expected);
      expect(example.input).toEqual(before);
    });
  }

  it('leaves null content beside calls (029) and takes calls off a user turn (033)', () => {
    const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')).input;
    const withNull = read('029-null-content-with-calls.json');
    expect(normalize(withNull).messages).toBe(withNull);
    const inUser = normalize(read('033-call-in-user-turn.json'));
    expect(inUser.messages).toEqual([
      { role: 'user', content: 'hi' },
      { role: 'user', content: 'odd' },
    ]);
    expect(inUser.dropped).toBe(1);
  });
});

describe('coercion', () => {
  it('casts, serializes and never throws in flat', () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    const odd = [1, true, null, undefined, { a: [1] }, ['x'], cycle, { big: 1n }, () => 1, Symbol('s')].map((content) =>
      user(content),
    );
    expect(flat(odd).messages.map((message) => (message as { content: unknown }).content)).toEqual([
      '1',
      'true',
      '',
      '',
      '{"a":[1]}',
      '["x"]',
      '',
      '',
      '',
      '',
    ]);
  });

  it('passes unchanged entries on by reference and keeps unknown keys in place', () => {
    const kept = { role: 'user', name: 'n', content: 'x', metadata: { a: 1 } };
    const result = flat([kept, { timestamp: 1, role: 'user', content: 5, extra: 2 }]);
    expect(result.messages[0]).toBe(kept);
    expect(JSON.stringify(result.messages[1])).toBe('{"timestamp":1,"role":"user","content":"5","extra":2}');
  });

  it('casts and trims pairing ids without a drop', () => {
    const result = flat([calls(7, ' a '), tool('7 '), tool('a')]);
    expect(result.dropped).toBe(0);
    expect(result.messages).toEqual([calls('7', 'a'), tool('7'), tool('a')]);
  });

  it('puts system and developer messages first', () => {
    const system = { role: 'system', content: 's' };
    const developer = { role: 'developer', content: 'd' };
    expect(normalize([user(), system, developer], { dialect: 'chat' }).messages).toEqual([system, developer, user()]);
    expect(flat([user(), developer, system]).messages).toEqual([system, user(), developer]);
  });
});

describe('repair', () => {
  it('lets a real result take the place of a stub, where it stood itself', () => {
    const result = flat([calls('a'), tool('a', STUB), user(), tool('a', 'real')]);
    expect(result.messages).toEqual([calls('a'), tool('a', 'real'), user()]);
    expect(result.dropped).toBe(1);
    expect(result.moved).toHaveLength(1);
  });

  it('drops or renames a reused id', () => {
    const twice = [calls('a'), tool('a', '1'), calls('a'), tool('a', '2')];
    expect(flat(twice).messages).toEqual([calls('a'), tool('a', '1')]);
    expect(flat(twice).drops.map(({ kind }) => kind)).toEqual(['call', 'turn', 'result']);
    const renamed = flat(twice, { reusedIds: 'rename' });
    expect(renamed.messages).toEqual([calls('a'), tool('a', '1'), calls('a_2'), tool('a_2', '2')]);
    expect(renamed.dropped).toBe(0);
  });

  it('leaves the last turn open when asked', () => {
    const open = [user(), calls('a', 'b'), tool('b')];
    expect(flat(open, { keepOpenTail: true }).messages).toBe(open);
    expect(flat(open).messages).toEqual([...open, tool('a', STUB)]);
  });

  it('renames a last call that may stay open, since it is what a training record teaches', () => {
    const taught = [calls('a'), tool('a'), calls('a')];
    const result = flat(taught, { keepOpenTail: true, reusedIds: 'rename' });
    expect(result.messages).toEqual([calls('a'), tool('a'), calls('a_2')]);
    expect(result.dropped).toBe(0);
  });

  it.each(['flat', 'chat'] as const)('leaves calls of the provider and what answers them alone in %s', (dialect) => {
    const provided = [
      { role: 'assistant', content: '', tool_calls: [{ id: 'p', name: 'search', providerExecuted: true }] },
      { role: 'assistant', content: '', tool_calls: [{ id: 'w', type: 'web_search_call' }] },
      { role: 'tool', tool_call_id: 'p', content: 'found' },
    ];
    expect(normalize(provided, { dialect }).messages).toBe(provided);
  });

  it('takes calls that are no list away, whatever they are', () => {
    for (const odd of ['x', 5, true, { id: 'a' }]) {
      const result = normalize([{ role: 'assistant', content: 'hi', tool_calls: odd }], { dialect: 'chat' });
      expect(result.messages).toEqual([{ role: 'assistant', content: 'hi' }]);
      expect(result.drops).toEqual([{ kind: 'call', rule: 'unusable-call-id', pointer: '/0/tool_calls' }]);
    }
  });

  it('leaves approvals that are pending alone', () => {
    const waiting = [
      { role: 'assistant', content: '', tool_calls: [{ tool_call_id: 'a', name: 'f', state: 'approval-requested' }] },
      user(),
    ];
    expect(flat(waiting).messages).toBe(waiting);
  });

  it('lets reasoning keep no turn and a refusal keep one, in every dialect', () => {
    const part = { type: 'reasoning', text: 'hm' };
    expect(normalize([{ role: 'assistant', content: [part], tool_calls: 'x' }], { dialect: 'chat' }).messages).toEqual(
      [],
    );
    expect(flat([{ role: 'assistant', content: '', refusal: 'no', tool_calls: 'x' }]).messages).toEqual([
      { role: 'assistant', content: '', refusal: 'no' },
    ]);
  });

  it('pairs in order where no call has an id, outside flat', () => {
    const ollama = [
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ function: { name: 'a', arguments: {} } }, { function: { name: 'b', arguments: {} } }],
      },
      { role: 'tool', content: '1' },
      user(),
    ];
    const result = normalize(ollama, { dialect: 'chat' });
    expect(result.dropped).toBe(0);
    expect(result.messages).toEqual([ollama[0], ollama[1], { role: 'tool', content: STUB }, user()]);
  });
});

describe('messages', () => {
  it('reads neighbours as one turn and puts arrivals in front of the text', () => {
    const result = blocks([
      { role: 'assistant', content: [use('a')] },
      { role: 'assistant', content: [use('b')] },
      { role: 'user', content: 'and?' },
      { role: 'user', content: [used('b')] },
    ]);
    expect(result.messages).toEqual([
      { role: 'assistant', content: [use('a')] },
      { role: 'assistant', content: [use('b')] },
      { role: 'user', content: [used('b'), stub('a'), text('and?')] },
    ]);
    expect(result.dropped).toBe(0);
  });

  it('leaves a run that goes on in the next message alone', () => {
    const list = [
      { role: 'assistant', content: [use('a'), use('b')] },
      { role: 'user', content: [used('a')] },
      { role: 'user', content: [used('b'), text('go on')] },
    ];
    expect(blocks(list).messages).toBe(list);
  });

  it('reads over an empty message in the run, and never drops a system entry', () => {
    const empty = { role: 'user', content: [] };
    const answered = { role: 'user', content: [used('a')] };
    const list = [{ role: 'assistant', content: [use('a')] }, empty, answered];
    expect(blocks(list).messages).toBe(list);
    const withoutIds = JSON.parse(
      JSON.stringify(list).replaceAll(',"id":"a"', '').replaceAll(',"tool_use_id":"a"', ''),
    );
    expect(blocks(withoutIds).dropped).toBe(0);
    const system = { role: 'system', content: [used('a')] };
    expect(blocks([{ role: 'assistant', content: [use('a')] }, system]).messages).toEqual([
      { role: 'assistant', content: [use('a')] },
      answered,
      { role: 'system', content: [] },
    ]);
  });

  it('moves a result over a system entry of a bare list and reports the entry', () => {
    const system = { role: 'system', content: 's' };
    const result = blocks([{ role: 'assistant', content: [use('a')] }, system, { role: 'user', content: [used('a')] }]);
    expect(result.messages).toEqual([
      { role: 'assistant', content: [use('a')] },
      { role: 'user', content: [used('a')] },
      system,
    ]);
    expect(result.left).toEqual([{ rule: 'system-role-in-messages', pointer: '/1' }]);
  });

  it('lets reasoning alone keep no turn, and leaves the provider’s own tools be', () => {
    const thinking = { type: 'thinking', thinking: 't', signature: 's' };
    const server = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} };
    const result = blocks([
      { role: 'assistant', content: [thinking, use('')] },
      { role: 'assistant', content: [server] },
    ]);
    expect(result.messages).toEqual([{ role: 'assistant', content: [server] }]);
    expect(result.dropped).toBe(2);
  });
});

test('bigints of a program are cast: content and ids by their digits', () => {
  const id = 12345678901234567890n;
  const call = { tool_call_id: id, name: 'f', arguments: {} };
  const list = [
    { role: 'user', content: 7n },
    { role: 'assistant', content: '', tool_calls: [call] },
    { role: 'tool', tool_call_id: String(id), content: id },
  ];
  const { messages, dropped } = normalize(list, { dialect: 'flat' });
  expect(dropped).toBe(0);
  expect(messages.map((message) => (message as { content: unknown }).content)).toEqual(['7', '', String(id)]);
  expect(messages[1]).toMatchObject({ tool_calls: [{ tool_call_id: String(id) }] });
});
