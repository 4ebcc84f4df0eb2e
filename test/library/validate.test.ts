import { describe, expect, it } from 'vitest';
import {
  defaultResolvedConfig,
  lint,
  normalize,
  type Target,
  TranscriptDocument,
  validate,
} from '../../server/src/core/index';

const said = (document: unknown, target?: Target) =>
  validate(document, { target }).map(({ rule, severity, pointer }) => `${severity} ${rule} ${pointer}`);

describe('validate', () => {
  it('reads plain role and text as what the named target takes', () => {
    const body = {
      messages: [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: 'a ' },
      ],
    };
    expect(said(body)).toEqual([]);
    expect(said(body, 'anthropic')).toEqual(['error content-trailing-whitespace /messages/1/content']);
    expect(said(body, 'openai')).toEqual([]);
  });

  it('goes by the order of the document, also inside an entry, as lint does', () => {
    const call = { id: 'a', type: 'function', function: { name: '', arguments: '{' } };
    const entries = [
      { tool_calls: [call], role: 'assistant', content: 7 },
      { role: 'tool', content: { b: '\ud800', a: '\ud800' }, tool_call_id: ' x ' },
      { content: ['\ud800'], tool_call_id: ' b ', role: 'Tool' },
    ];
    const messages = [{ role: 'user', content: 'q' }, ...entries, { role: 'assistant', content: '' }];
    const body = { model: 'gpt-4o', messages };
    for (const document of [messages, body]) {
      const inText = lint(JSON.stringify(document)).map(({ rule, pointer }) => `${rule} ${pointer}`);
      expect(inText.length).toBeGreaterThan(3);
      expect(validate(document).map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual(inText);
    }
  });

  it('takes faults that the document declares for none, and misses one that is not there', () => {
    const messages = [
      { role: 'user', content: 'q' },
      { role: 'tool', tool_call_id: 'a', content: 'x' },
    ];
    const declared = { transcriptLint: { expect: ['orphan-result'] } };
    expect(said({ ...declared, messages })).toEqual([]);
    expect(said({ cases: [{ ...declared, messages }, { messages }] })).toEqual([
      'error orphan-result /cases/1/messages/1',
    ]);
    expect(said({ ...declared, messages: [{ role: 'user', content: 'q' }] })).toEqual([
      'error expected-fault-missing /transcriptLint/expect/0',
    ]);
  });

  it('takes a body that names a model at its word, however broken its messages', () => {
    const body = {
      model: 'gpt-4o',
      messages: [{ role: 'user', content: 'hi' }, { role: 'assistant' }, { role: 'user' }],
    };
    expect(said(body)).toEqual(['error content-missing /messages/1', 'error content-missing /messages/2']);
  });

  it('knows a wrong case in a request from a store’s own names', () => {
    const messages = [{ role: 'User', content: 'hi' }];
    expect(said({ model: 'claude-haiku-4-5', max_tokens: 9, messages })).toEqual([
      'error role-invalid /messages/0/role',
    ]);
    expect(said([...messages, { role: 'Bot', content: 'hello' }])).toEqual([
      'hint role-invalid /0/role',
      'hint role-invalid /1/role',
    ]);
  });

  it('reads a body as given where nothing in it looks like a message', () => {
    expect(said({ messages: [] })).toEqual(['error messages-empty /messages']);
    expect(said({ messages: [{ role: 'user' }] }, 'openai')).toEqual(['error content-missing /messages/0']);
    expect(said({ messages: [{ role: 'user' }] }, 'anthropic')).toEqual(['error content-empty-message /messages/0']);
    expect(said({ model: 'gpt-4o', messages: [null] })).toEqual(['error entry-not-a-message /messages/0']);
    expect(said({ model: 'gpt-4o', messages: 'hi' })).toEqual([]);
    const [problem] = validate({ messages: [{ role: 'user' }] }, { model: 'claude-haiku-4-5' });
    expect(problem?.rule).toBe('content-empty-message');
  });

  it('misses the name of a call', () => {
    const use = { type: 'tool_use', id: 'a', input: {} };
    const list = [
      { role: 'assistant', content: [use] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x' }] },
    ];
    expect(said(list)).toEqual(['error tool-name-empty /0/content/0']);
  });

  it('throws on wrong use alone, and names the argument', () => {
    expect(() => validate([], { target: 'acme' as Target })).toThrow(
      /^validate: "target" must be one of auto, .*openai, .*, not "acme"$/,
    );
    expect(() => normalize([], { reusedIds: 'zz' as 'drop' })).toThrow(
      new TypeError('normalize: "reusedIds" must be one of drop, rename, not "zz"'),
    );
    expect(() => normalize([], { keepOpenTail: 'x' as unknown as boolean })).toThrow(
      new TypeError('normalize: "keepOpenTail" must be a boolean'),
    );
    expect(() => validate(undefined)).not.toThrow();
    expect(() => validate(Symbol('x'))).not.toThrow();
  });
});

describe('a request in which every entry is broken', () => {
  const rules = (text: string, isNamed: boolean) =>
    TranscriptDocument.open(text, { uri: 'a.json', config: defaultResolvedConfig, isNamed })
      .analysis()
      .findings.map(({ rule, pointer }) => `${rule} ${pointer}`);

  it('is read in a file that somebody named, and in no other', () => {
    const text = '{"model": "gpt-4o", "messages": [null, {"role": "user"}]}';
    expect(rules(text, true)).toEqual(['entry-not-a-message /messages/0', 'content-missing /messages/1']);
    expect(rules('{"model": "gpt-4o", "messages": [null]}', true)).toEqual(['entry-not-a-message /messages/0']);
    expect(rules('{"model": "gpt-4o", "messages": [null]}', false)).toEqual([]);
  });

  it('is no list of words', () => {
    expect(rules('{"model": "Corolla", "messages": ["Engine hot", "Oil low"]}', true)).toEqual([]);
  });
});

describe('rows of JSON Lines', () => {
  it('are not let off for being broken where their neighbours are conversations', () => {
    const row = (...messages: unknown[]) => JSON.stringify({ messages });
    const user = { role: 'user', content: 'a' };
    const good = row(user, { role: 'assistant', content: 'b' });
    const text = [good, row(user, { role: 'asistant', content: 'b' }), row(), good].join('\n');
    expect(lint(text, { uri: 'rows.jsonl' }).map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
      'role-invalid /1/messages/1/role',
      'messages-empty /2/messages',
    ]);
  });
});
