import { describe, expect, it } from 'vitest';
import { lint, type Target, validate } from '../server/src/core/index';

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
      new TypeError('validate: unknown "target" "acme"'),
    );
    expect(() => validate(undefined)).not.toThrow();
    expect(() => validate(Symbol('x'))).not.toThrow();
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
