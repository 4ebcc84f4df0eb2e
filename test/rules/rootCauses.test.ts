import { describe, expect, it } from 'vitest';
import { defaultResolvedConfig, normalizeDocument, TranscriptDocument, validate } from '../../server/src/core/index';
import { fixText } from '../support/fixText';

const U = { role: 'user', content: 'hi' };
const A = { role: 'assistant', content: 'well' };
const callOf = (id: unknown) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
const CA = (...ids: unknown[]) => ({ role: 'assistant', content: null, tool_calls: ids.map(callOf) });
const T = (id: unknown, content = 'r') => ({ role: 'tool', tool_call_id: id, content });
const MA = (...ids: unknown[]) => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'tool_use', id, name: 'f', input: {} })),
});
const MU = (...ids: unknown[]) => ({
  role: 'user',
  content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'r' })),
});

/** What is said louder than information. */
const said = (list: unknown[]) =>
  validate(list)
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .map(({ rule, pointer }) => `${rule} ${pointer}`);

describe('one fault gives one finding', () => {
  it('a mistyped id is listed on both sides, wherever the list ends', () => {
    expect(said([U, CA('a'), T('b'), A])).toEqual(['unanswered-call /1/tool_calls/0', 'orphan-result /2']);
    expect(said([U, CA('a'), T('b')])).toEqual(['unanswered-call /1/tool_calls/0', 'orphan-result /2']);
    expect(said([U, MA('a'), MU('b'), A, U])).toEqual(['unanswered-call /1/content/0', 'orphan-result /2/content/0']);
    expect(said([U, MA('a'), MU('b')])).toEqual(['unanswered-call /1/content/0', 'orphan-result /2/content/0']);
  });

  it('and the provider’s index is that of the turn behind the call', () => {
    const [first] = validate([U, MA('a'), MU('b'), A, U]);
    expect(first?.providerError).toMatch(/^messages\.2: /);
  });

  it('a result without an id explains the call beside it', () => {
    expect(said([U, CA('a'), { role: 'tool', content: 'r' }])).toEqual(['tool-call-id-missing /2']);
  });

  it('a second declaration explains the second result, in one turn as in two', () => {
    expect(said([U, CA('a', 'a'), T('a'), T('a'), A])).toEqual(['duplicate-call-id /1/tool_calls/1']);
    expect(said([U, MA('a', 'a'), MU('a', 'a'), A])).toEqual(['duplicate-call-id /1/content/1']);
    expect(said([U, CA('a'), U, CA('a'), T('a', 'two'), A])).toEqual(['reused-call-id /3/tool_calls/0']);
  });

  it('calls that nobody can read explain the results behind them', () => {
    expect(said([U, { ...A, tool_calls: { id: 'a' } }, T('a'), A])).toEqual(['unusable-call-id /1/tool_calls']);
    expect(said([U, CA('a', undefined), T('a'), T('x'), A])).toEqual(['unusable-call-id /1/tool_calls/1']);
  });

  it('a misspelled role explains calls and results on its message', () => {
    expect(said([{ ...U, role: 'human' }, { ...CA('a'), role: 'ai' }, T('a'), { ...A, role: 'ai' }])).toEqual([]);
    expect(said([U, CA('a'), { ...T('a'), role: 'Tool' }, A])).toEqual([]);
    expect(said([U, { ...MA('a'), role: 'Assistant' }, MU('a'), A])).toEqual(['role-invalid /1/role']);
  });

  it.each(['user', 'assistant', 'function', 'system'])(
    'a result with the role %s is a wrong role, and no call wants its result',
    (role) => {
      const stray = { role, tool_call_id: 'a', content: '42' };
      const list = [U, CA('a'), stray, { role: 'assistant', content: 'x' }];
      expect(said(list).filter((one) => !/^(system-not-first|function-name)/.test(one))).toEqual([
        'id-on-wrong-role /2/tool_call_id',
      ]);
      const text = JSON.stringify(list);
      const uri = 'file:///a.json';
      expect(fixText(text, { uri }).text).toBe(text);
      const after = JSON.parse(fixText(text, { uri }, { unsafe: true, only: ['id-on-wrong-role'] }).text);
      expect(after).toEqual([U, CA('a'), T('a', '42'), { role: 'assistant', content: 'x' }]);
    },
  );

  it('a message of role tool in Messages is of another dialect, and can be made the block that it stands for', () => {
    const list = [U, MA('a'), T('a', '42'), A];
    expect(said(list)).toEqual(['mixed-dialects /2']);
    const text = JSON.stringify(list);
    expect(fixText(text, { uri: 'file:///a.json' }).text).toBe(text);
    const after = JSON.parse(fixText(text, { uri: 'file:///a.json' }, { unsafe: true }).text);
    const block = { type: 'tool_result', tool_use_id: 'a', content: '42' };
    expect(after).toEqual([U, MA('a'), { role: 'user', content: [block] }, A]);
  });

  it('an id on a wrong role that stands before its call, or beside the true result, explains nothing', () => {
    const stray = { role: 'user', tool_call_id: 'a', content: '42' };
    expect(said([stray, CA('a'), U])).toEqual(['id-on-wrong-role /0/tool_call_id', 'unanswered-call /1/tool_calls/0']);
    expect(said([U, CA('a'), T('a'), stray])).toEqual(['id-on-wrong-role /3/tool_call_id']);
  });

  it('a result behind a stub that goes stands right then: one finding, no move, and fix-all leaves no fault', () => {
    const stub = {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'a', content: 'Tool call was interrupted; no result.' }],
    };
    const said_ = (words: string) => ({ role: 'assistant', content: words });
    const list = [U, MA('a'), stub, said_('hm'), MU('a'), said_('ok')];
    expect(said(list)).toEqual(['duplicate-result /4/content/0']);
    const text = JSON.stringify(list);
    const normalized = normalizeDocument(TranscriptDocument.open(text, { uri: 'file:///a.json' }));
    expect(normalized.conversations[0]?.moved).toEqual([]);
    const after = JSON.parse(fixText(text, { uri: 'file:///a.json' }).text);
    expect(after).toEqual([U, said_('hm'), MA('a'), MU('a'), said_('ok')]);
    expect(said(after)).toEqual([]);
  });

  it('a result behind a stub and a user turn is misplaced all the same', () => {
    const stub = T('a', 'Tool call was interrupted; no result.');
    expect(said([U, CA('a'), stub, U, T('a'), A])).toEqual(['duplicate-result /4', 'misplaced-result /4']);
  });

  it('what is no call is told so, where calls have ids and where none has', () => {
    const none = {
      role: 'assistant',
      content: null,
      tool_calls: [null, 'f', { function: { name: 'f', arguments: {} } }],
    };
    const words = (list: unknown[]) => validate(list).filter(({ rule }) => rule === 'unusable-call-id');
    const found = words([U, none, { role: 'tool', content: 'r' }, A]);
    expect(found.map(({ message }) => message.split('.')[0])).toEqual(
      [
        'This entry of "tool_calls" is null, not a call',
        'This entry of "tool_calls" is text, not a call',
        'No call has an id, so "f" pairs by place',
      ].map((one) => one.split('.')[0]),
    );
    expect(words([U, { ...CA('a'), tool_calls: [7, callOf('a')] }, T('a'), A])[0]?.message).toBe(
      'This entry of "tool_calls" is a number, not a call. Remove it.',
    );
  });

  it('a safe fix makes no other fault: where empty text is refused too, it is a choice', () => {
    const body = { model: 'gpt-4o', messages: [U, { role: 'user', content: null }, { role: 'assistant' }] };
    const uri = 'file:///a.json';
    for (const target of ['openai', 'strict', 'mistral', 'moonshot'] as const) {
      const config = { ...defaultResolvedConfig, target };
      const before = TranscriptDocument.open(JSON.stringify(body), { uri, config }).findings();
      const fixed = fixText(JSON.stringify(body), { uri, config });
      const places = (findings: readonly { pointer: string }[]) =>
        new Set(findings.map(({ pointer }) => pointer.slice(0, 11)));
      expect(fixed.remaining.length).toBeLessThanOrEqual(before.length - fixed.fixed.length);
      expect([...places(fixed.remaining)].every((place) => places(before).has(place))).toBe(true);
    }
    const strict = fixText(JSON.stringify(body), { uri, config: { ...defaultResolvedConfig, target: 'strict' } });
    expect(strict.remaining.map(({ rule }) => rule)).not.toContain('content-empty-message');
  });

  it('a call of the provider without an id exempts nothing else', () => {
    const provided = { role: 'assistant', content: 'x', tool_calls: [{ type: 'web_search_call' }] };
    const bare = { role: 'assistant', content: null, tool_calls: [{ function: { name: 'f', arguments: {} } }] };
    expect(said([U, provided, bare, { role: 'tool', content: 'r' }, A])).toEqual([]);
  });
});

it('content-after-call is about blocks: calls in a list of their own have no content behind them', () => {
  const mixed = { ...CA('a'), content: 'x', tool_calls: [callOf('a'), { id: 'w', type: 'web_search_call' }] };
  const config = { ...defaultResolvedConfig, rules: { 'content-after-call': 'error' as const } };
  expect(fixText(JSON.stringify([U, mixed, T('a')]), { uri: 'file:///a.json', config }).edits).toEqual([]);
});

describe('safe fixes keep evidence where a role or an id is the fault', () => {
  it.each([
    ['roles of a store', [{ ...U, role: 'human' }, { ...CA('a'), role: 'ai' }, T('a'), { ...A, role: 'ai' }]],
    ['a misspelled tool role', [U, CA('a'), { ...T('a'), role: 'Tool' }, A]],
    ['an id used again while open', [U, CA('a'), U, CA('a'), T('a', 'two'), A]],
  ])('%s', (_, list) => {
    expect(fixText(JSON.stringify(list), { uri: 'file:///a.json' }).edits).toEqual([]);
  });
});
