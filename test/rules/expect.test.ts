import { describe, expect, it } from 'vitest';
import { fix, lint } from '../../server/src/core/index';

const orphan = [
  { role: 'user', content: 'Depth?' },
  { role: 'tool', tool_call_id: 'd1', content: '3 m' },
];
const sound = [
  { role: 'user', content: 'Depth?' },
  { role: 'assistant', content: '3 m' },
];
const declared = (...rules: string[]) => ({ transcriptLint: { expect: rules } });
const said = (text: string, uri = 'a.json') => lint(text, { uri }).map(({ rule, pointer }) => `${rule} ${pointer}`);

describe('an expectation in an object around a list', () => {
  it.each([
    ['a case of a table', { cases: [{ ...declared('orphan-result'), messages: orphan }] }],
    ['an object around the body', { ...declared('orphan-result'), request: { body: { messages: orphan } } }],
    ['the table', { table: { ...declared('orphan-result'), cases: [{ messages: orphan }, { messages: sound }] } }],
  ])('counts wherever the object stands: %s', (_, json) => {
    const text = JSON.stringify(json);
    expect(said(text)).toEqual([]);
    expect(fix(text, { uri: 'a.json' }).edits).toEqual([]);
  });

  it('counts for its own object alone', () => {
    const cases = [{ ...declared('orphan-result'), messages: orphan }, { messages: orphan }];
    expect(said(JSON.stringify({ cases }))).toEqual(['orphan-result /cases/1/messages/1']);
  });

  it('is a finding where nothing meets it', () => {
    const cases = [{ ...declared('orphan-result'), messages: sound }, { messages: orphan }];
    expect(said(JSON.stringify({ cases }))).toEqual([
      'expected-fault-missing /cases/0/transcriptLint/expect/0',
      'orphan-result /cases/1/messages/1',
    ]);
  });

  it('may name a fault of the text', () => {
    const text = `// transcript-lint-expect: syntax-error\n{"messages":${JSON.stringify(sound)}}\n{"messages":\n`;
    expect(lint(text, { uri: 'a.jsonl' }).map(({ rule }) => rule)).not.toContain('expected-fault-missing');
  });
});

describe('what stands behind transcript-lint-expect:', () => {
  const with_ = (comment: string, list: unknown) => `// transcript-lint-expect: ${comment}\n${JSON.stringify(list)}`;

  it.each([
    'orphan-result',
    'orphan-result because the window was cut here',
    'orphan-result: the window was cut here',
    'orphan-result (see the trimming issue)',
    'orphan-result.',
  ])('is a rule, and then what is said to people: %s', (comment) => {
    expect(said(with_(comment, orphan), 'a.jsonc')).toEqual([]);
  });

  it.each(['orphan-result, role-invalid', 'orphan-result role-invalid'])('is several rules: %s', (comment) => {
    const found = lint(with_(comment, orphan), { uri: 'a.jsonc' });
    expect(found.map(({ rule, message }) => `${rule} ${message}`)).toEqual([
      expect.stringMatching(/^expected-fault-missing .*"role-invalid" is expected/),
    ]);
  });

  it.each([
    ['a slip', 'orphan-reslt', 'no rule has that name. Did you mean "orphan-result"?'],
    ['behind another', 'role-invalid, orphan-reslt', 'no rule has that name. Did you mean "orphan-result"?'],
    ['nothing like a rule', 'trouble', 'no rule has that name. Name the rule of the fault.'],
  ])('is named where it is no rule: %s', (_, comment, words) => {
    const text = with_(comment, orphan);
    const found = lint(text, { uri: 'a.jsonc' });
    expect(found.map(({ message }) => message).join('\n')).toContain(words);
    // Which fault is meant nobody knows, so nothing is mended.
    expect(found.map(({ rule }) => rule)).toContain('orphan-result');
    expect(fix(text, { uri: 'a.jsonc' }).edits).toEqual([]);
    expect(found.flatMap(({ fixes }) => fixes.map(({ safety }) => safety))).not.toContain('safe');
  });

  it('is the same in an object, where the slip can be mended', () => {
    const text = JSON.stringify({ ...declared('orphan-reslt'), messages: orphan });
    const found = lint(text, { uri: 'a.json' });
    expect(found.map(({ rule }) => rule)).toEqual(['expected-fault-missing', 'orphan-result']);
    expect(found[0]?.message).toContain('Did you mean "orphan-result"?');
    expect(found[0]?.fixes.map(({ title, safety }) => `${safety} ${title}`)).toEqual([
      'unsafe Change it to "orphan-result"',
      'unsafe Remove the expectation',
    ]);
    expect(fix(text, { uri: 'a.json' }).text).toBe(text);
    expect(said(fix(text, { uri: 'a.json', unsafe: true, only: ['expected-fault-missing'] }).text)).toEqual([]);
  });

  it('is off where the configuration says so', () => {
    const text = JSON.stringify({ ...declared('orphan-result'), messages: sound });
    expect(lint(text, { config: { rules: { 'expected-fault-missing': 'off' } } })).toEqual([]);
    const warned = lint(text, { config: { rules: { 'expected-fault-missing': 'warning' } } });
    expect(warned.map(({ severity }) => severity)).toEqual(['warning']);
  });
});

describe('an exchange that is recorded to have been refused', () => {
  const request = { model: 'gpt-4o', messages: orphan };
  it.each([
    ['a status code of the response', [{ request, response: { status_code: 400, body: {} } }]],
    [
      'a status object',
      { interactions: [{ request: { body: request }, response: { status: { code: 400, message: 'Bad' } } }] },
    ],
    [
      'a status of HAR',
      { log: { entries: [{ request: { body: request }, response: { status: 422, statusText: 'x' } }] } },
    ],
    ['a status beside the body', [{ method: 'POST', body: request, status: 400, response: { error: {} } }]],
    ['a code as text', { request, response: { statusCode: '400' } }],
  ])('says so itself: %s', (_, json) => {
    const text = JSON.stringify(json);
    expect(said(text)).toEqual([]);
    expect(fix(text, { uri: 'a.json' }).edits).toEqual([]);
  });

  it.each([
    ['200', { request, response: { status_code: 200 } }],
    ['500: the server’s own fault', { request, response: { status_code: 500 } }],
    ['no code at all', { request, response: { status: 'ok' } }],
  ])('and one that was not does not: %s', (_, json) => {
    expect(said(JSON.stringify(json))).toEqual(['orphan-result /request/messages/1']);
  });

  it('says nothing of its neighbours', () => {
    const text = JSON.stringify([
      { request, response: { status_code: 400 } },
      { request, response: { status_code: 200 } },
    ]);
    expect(said(text)).toEqual(['orphan-result /1/request/messages/1']);
  });
});
