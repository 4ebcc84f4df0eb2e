// What an instrument recorded of a request is no request: it is found, counted and converted, and no rule speaks of it unless
// somebody names its dialect or its target. The bodies that a recorder of traffic keeps are requests.
import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import {
  type AnalyseOptions,
  convertDocument,
  defaultResolvedConfig,
  normalize,
  type ResolvedConfig,
  TranscriptDocument,
  validate,
} from '../../server/src/core/index';
import { fixText } from '../support/fixText';

function input(name: string): unknown {
  const url = new URL(`../../fixtures/faults/cases/${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(url, 'utf8')) as { readonly input: unknown }).input;
}

function analyse(value: unknown, config: Partial<ResolvedConfig> = {}, more: Partial<AnalyseOptions> = {}) {
  const whole = { ...defaultResolvedConfig, ...config };
  return TranscriptDocument.open(JSON.stringify(value), { uri: 'a.json', config: whole, ...more }).analysis();
}

const said = (value: unknown, config?: Partial<ResolvedConfig>) =>
  analyse(value, config).findings.map(({ rule }) => rule);

describe.each(['trace-calls-as-content-of-tool-rows', 'trace-holds-the-newest-row-only'])('%s', (name) => {
  const trace = input(name);

  it('is found and counted, and no rule speaks', () => {
    const { conversations, findings, coverage } = analyse(trace);
    expect(conversations.map(({ tier }) => tier)).toEqual(['C']);
    expect(conversations[0]?.turns).toBeGreaterThan(0);
    expect(findings).toEqual([]);
    expect(coverage.notChecked.map(({ reason }) => reason)).toEqual(['recorded-trace']);
    expect(validate(trace)).toEqual([]);
  });

  it('and none where somebody names the file alone', () => {
    expect(analyse(trace, {}, { isNamed: true }).findings).toEqual([]);
    expect(analyse(trace, { file: 'auto' }).findings).toEqual([]);
  });

  it('is checked where somebody names its target or its dialect', () => {
    expect(said(trace, { target: 'openai' }).length).toBeGreaterThan(0);
    expect(said(trace, { file: 'chat' }).length).toBeGreaterThan(0);
    expect(validate(trace, { target: 'openai' }).length).toBeGreaterThan(0);
  });

  it('is left alone by fixes', () => {
    const text = JSON.stringify(trace);
    expect(fixText(text, { uri: 'a.json', isNamed: true }).text).toBe(text);
  });
});

const orphan = [{ role: 'tool', tool_call_id: 'call_z', content: 'x' }];

describe('the keys of an instrument', () => {
  test.each([
    { traceId: 't', input: orphan },
    { spanId: 's', data: { messages: orphan } },
    { observations: [{ input: orphan }] },
    { resourceSpans: [{ spans: [{ said: { messages: orphan } }] }] },
    { attributes: { messages: orphan } },
    { startTime: 1, endTime: 2, messages: orphan },
    { 'gen_ai.input.messages': orphan },
    { span: { 'llm.input_messages': orphan } },
    { 'input.value': { messages: orphan } },
    { 'output.value': { messages: orphan } },
  ])('make a record of %j', (value) => {
    const { conversations, findings } = analyse(value);
    expect(conversations).toHaveLength(1);
    expect(findings).toEqual([]);
  });

  test.each([
    [{ messages: orphan }],
    [{ startTime: 1, messages: orphan }],
    [{ log: { entries: [{ startTime: 1, endTime: 2, request: { body: { messages: orphan } } }] } }],
    [{ interactions: [{ traceId: 't', request: { body: { messages: orphan } } }] }],
    [[{ traceId: 't' }, { messages: orphan }]],
  ])('and no record of %j', (value) => {
    expect(said(value)).toEqual(['orphan-result']);
  });
});

describe('calls-under-additional-kwargs', () => {
  const list = input('calls-under-additional-kwargs') as Record<string, unknown>[];

  it('are calls of their message: its result is no orphan', () => {
    expect(said(list)).toEqual([]);
    expect(said(list, { target: 'openai' })).toEqual([]);
    const text = JSON.stringify(list);
    expect(fixText(text, { uri: 'a.json' }).text).toBe(text);
    expect(normalize(list)).toMatchObject({ messages: list, dropped: 0 });
  });

  it('are carried over', () => {
    const document = TranscriptDocument.open(JSON.stringify(list), { uri: 'a.json' });
    const { text, lost, ok } = convertDocument(document, { to: 'messages' });
    expect(ok).toBe(true);
    expect(lost).toEqual([]);
    expect(JSON.parse(text ?? '')[1]).toEqual({
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'call_tt', name: 'search', input: { q: 'tide table' } }],
    });
  });

  it('go where they stand when they go', () => {
    const twice = [
      ...list.slice(0, 3),
      { role: 'user', content: 'Again.' },
      list[1],
      { role: 'user', content: 'Well?' },
    ];
    const { messages, drops } = normalize(twice as typeof list);
    expect(drops.map(({ kind, rule }) => `${kind} ${rule}`)).toEqual(['call reused-call-id', 'turn reused-call-id']);
    expect(messages).toEqual([...list.slice(0, 3), twice[3], twice[5]]);
    const zero = { role: 'assistant', content: 'Hm.', additional_kwargs: { tool_calls: [{ id: '0' }], refusal: null } };
    expect(normalize([list[0], zero] as typeof list).messages[1]).toEqual({
      role: 'assistant',
      content: 'Hm.',
      additional_kwargs: { refusal: null },
    });
  });

  it('count for nothing where the entry has calls of its own', () => {
    const own = {
      ...list[1],
      tool_calls: [{ id: 'call_tt', type: 'function', function: { name: 'search', arguments: '{}' } }],
    };
    expect(said([list[0], own, list[2], list[3]])).toEqual([]);
  });
});
