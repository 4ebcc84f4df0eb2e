import { describe, expect, it } from 'vitest';
import { defaultResolvedConfig, detect, normalizeDocument, TranscriptDocument } from '../../server/src/core/index';
import { fixText } from '../support/fixText';

const user = { role: 'user', content: 'List the files.' };
const done = { role: 'assistant', content: 'Two files.' };
const callOf = (id: string) => ({ id, type: 'function', function: { name: 'ls', arguments: '{}' } });
const calls = (...ids: string[]) => ({ role: 'assistant', content: null, tool_calls: ids.map(callOf) });
const result = (ids: Record<string, unknown>, content = 'a.py b.py') => ({ role: 'tool', content, ...ids });

const open = (json: unknown, target?: 'openai' | 'anthropic') =>
  TranscriptDocument.open(JSON.stringify(json), {
    uri: 'file:///a.json',
    ...(target === undefined ? {} : { config: { ...defaultResolvedConfig, target } }),
  });
const said = (document: TranscriptDocument) =>
  document.findings().map(({ rule, pointer, severity }) => `${severity} ${rule} ${pointer}`);
const normalized = (json: unknown) => JSON.parse(normalizeDocument(open(json)).text);

const OTHERS: Record<string, unknown>[] = [
  { tool_call_ids: ['a'] },
  { call_id: 'a' },
  { callID: 'a' },
  { tool_use_id: 'a' },
  { toolUseId: 'a' },
  { toolCallId: 'a' },
];

describe('result ids under the keys of other frameworks', () => {
  it.each(OTHERS)('%j names the call, and nothing is wrong with it in a log', (ids) => {
    const list = [user, calls('a'), result(ids), done];
    expect(detect(JSON.stringify(list))?.dialect).toBe('chat');
    expect(said(open(list))).toEqual([]);
    expect(normalized(list)).toEqual(list);
    expect(fixText(JSON.stringify(list), { uri: 'file:///a.json' }).edits).toEqual([]);
  });

  it.each(OTHERS)('%j is none to a provider that gets the body as it stands', (ids) => {
    const document = open({ model: 'gpt-4o', messages: [user, calls('a'), result(ids), done] });
    expect(said(document)).toEqual(['error tool-call-id-missing /messages/2']);
    expect(said(open([user, calls('a'), result(ids), done], 'openai'))).toEqual(['error tool-call-id-missing /2']);
  });

  it('the fix gives the provider its key', () => {
    const text = JSON.stringify({ model: 'gpt-4o', messages: [user, calls('a'), result({ call_id: 'a' }), done] });
    const after = JSON.parse(fixText(text, { uri: 'file:///a.json' }).text);
    expect(after.messages[2]).toEqual({ role: 'tool', content: 'a.py b.py', tool_call_id: 'a' });
  });

  it('an id that no call has is an orphan all the same', () => {
    const list = [user, calls('a'), result({ call_id: 'b' }), done];
    expect(said(open(list))).toEqual(['error unanswered-call /1/tool_calls/0', 'error orphan-result /2']);
  });

  it('blocks of Messages may carry theirs so too', () => {
    const use = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'ls', input: {} }] };
    const list = [user, use, { role: 'user', content: [{ type: 'tool_result', toolUseId: 'a', content: 'x' }] }, done];
    expect(said(open(list))).toEqual([]);
    expect(normalized(list)).toEqual(list);
  });

  it('toolCallId where no call is ours stays another client’s', () => {
    expect(detect(JSON.stringify([user, result({ toolCallId: 'a' }), done]))).toBeUndefined();
    const mistral = {
      role: 'assistant',
      content: '',
      toolCalls: [{ id: 'a', function: { name: 'f', arguments: '{}' } }],
    };
    expect(detect(JSON.stringify([user, mistral, result({ toolCallId: 'a' }), done]))).toBeUndefined();
  });
});

describe('a list of ids answers several calls', () => {
  it('both are answered', () => {
    const list = [user, calls('a', 'b'), result({ tool_call_ids: ['a', 'b'] }), done];
    expect(said(open(list))).toEqual([]);
    expect(normalized(list)).toEqual(list);
  });

  it('one that no call has costs nothing while another has one', () => {
    const list = [user, calls('b'), result({ tool_call_ids: ['a', 'b'] }), done];
    expect(said(open(list))).toEqual([]);
    expect(normalized(list)).toEqual(list);
  });

  it('a third call stays open, and gets a result of its own', () => {
    const list = [user, calls('a', 'b', 'c'), result({ tool_call_ids: ['a', 'b'] }), done];
    expect(said(open(list))).toEqual(['error unanswered-call /1/tool_calls/2']);
    expect(normalized(list)[3]).toMatchObject({ role: 'tool', tool_call_id: 'c' });
  });

  it('each is written where it stands: trimmed, or renamed with its call', () => {
    const padded = [user, calls('a', 'b'), result({ tool_call_ids: ['a', ' b '] }), done];
    expect(said(open(padded))).toEqual(['warning untrimmed-call-id /2/tool_call_ids/1']);
    expect(normalized(padded)[2].tool_call_ids).toEqual(['a', 'b']);
    const again = [user, calls('a', 'b'), result({ tool_call_ids: ['a', 'b'] }), user];
    const twice = [...again, calls('a', 'b'), result({ tool_call_ids: ['a', 'b'] }), done];
    expect(normalized(twice)[5].tool_call_ids).toEqual(['a_2', 'b_2']);
    expect(normalized(twice)[4].tool_calls.map(({ id }: { id: string }) => id)).toEqual(['a_2', 'b_2']);
  });

  it('the result moves behind its calls as one', () => {
    const list = [user, calls('a', 'b'), user, result({ tool_call_ids: ['b', 'a'] }), done];
    expect(said(open(list))).toEqual(['error misplaced-result /3']);
    expect(normalized(list)).toEqual([list[0], list[1], list[3], list[2], list[4]]);
  });
});
