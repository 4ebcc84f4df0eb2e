import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { dialectOf } from '../../server/src/core/dialects/index';
import { TranscriptDocument } from '../../server/src/core/index';
import { addToSummary, formats, noPaint, noSummary } from '../../server/src/core/report/index';
import { LineIndex } from '../../server/src/core/text/lineIndex';
import { fixText } from '../support/fixText';
import { expectLinear } from '../support/growth';

const range = (n: number) => Array.from({ length: n }, (_, i) => i);
const user = (content: unknown) => ({ role: 'user', content });
const calling = (...ids: string[]) => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'tool_use', id, name: 'f', input: {} })),
});
const results = (...ids: string[]) => ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'r' }));
const body = (messages: readonly unknown[], indent?: number) =>
  JSON.stringify({ model: 'claude-haiku-4-5', max_tokens: 9, messages }, null, indent);

/** Each call is left open; one message at the end, or at the start, answers them all. */
const late = (n: number) => [
  ...range(n).flatMap((i) => [calling(`a${i}`), user('x')]),
  user(results(...range(n).map((i) => `a${i}`))),
];
const early = (n: number) => [
  user(results(...range(n).map((i) => `a${i}`))),
  ...range(n).flatMap((i) => [calling(`a${i}`), user('x')]),
];
const onAssistant = (n: number) => [
  user('x'),
  ...range(n).flatMap((i) => [calling(`a${i}`), user('x')]),
  { role: 'assistant', content: results(...range(n).map((i) => `a${i}`)) },
  user('x'),
];

const options = { uri: 'file:///a.json' };

describe('results that all stand in one message cost what they are long', () => {
  it.each<readonly [string, (n: number) => readonly unknown[]]>([
    ['behind everything', late],
    ['in front of everything', early],
    ['on an assistant message', onAssistant],
  ])('%s', (_name, make) => {
    for (const indent of [undefined, 2]) {
      expectLinear(200, (size) => {
        const text = body(make(size), indent);
        return () => {
          const { findings } = TranscriptDocument.open(text, options).analysis();
          expect(findings.length).toBeGreaterThanOrEqual(size);
          for (const format of formats) {
            const reporter = format.create({ paint: noPaint, width: stringWidth, columns: 80 });
            reporter.file({
              path: 'a.json',
              lines: new LineIndex(text),
              coverage: { ran: [], skipped: [], notChecked: [] },
              dialect: dialectOf('messages').id,
              target: 'anthropic',
              conversations: [],
              findings,
            });
            reporter.end(addToSummary(noSummary(), findings), 0);
          }
          const { fixed, left } = fixText(text, options);
          // Results in front of their calls are left to a person, each with the reason.
          expect(fixed.length + left.length).toBeGreaterThanOrEqual(size);
        };
      });
    }
  });
});

describe('faults that hang on each other cost what the text is long', () => {
  const call = { id: 'call_0', type: 'function', function: { name: 'f', arguments: '{}' } };
  const reuses = (n: number) => ({
    model: 'gpt-4o',
    messages: range(n).flatMap(() => [user('x'), { role: 'assistant', content: 'y', tool_calls: [call] }]),
  });
  const lifts = (n: number) => ({
    model: 'claude-haiku-4-5',
    max_tokens: 9,
    messages: range(n).flatMap((i) => [
      user('x'),
      { role: 'assistant', content: 'y' },
      { role: 'system', content: `${i}` },
    ]),
  });
  it.each<readonly [string, (n: number) => unknown]>([
    ['calls that reuse one id', reuses],
    ['instructions in the list', lifts],
  ])('%s', (_name, make) => {
    expectLinear(300, (size) => {
      const text = JSON.stringify(make(size));
      return () => expect(fixText(text, options).isSettled).toBe(true);
    });
  });
});

describe('what many fixes leave together', () => {
  const fixed = (messages: readonly unknown[]) => {
    const { text, remaining } = fixText(body(messages), options);
    expect(remaining.filter(({ severity }) => severity === 'error')).toEqual([]);
    return (JSON.parse(text) as { messages: unknown[] }).messages;
  };

  it('is no empty message where all results moved, or some moved and the rest went', () => {
    const settled = [
      calling('a'),
      user([...results('a'), { type: 'text', text: 'x' }]),
      calling('b'),
      user([...results('b'), { type: 'text', text: 'y' }]),
    ];
    const open = [user('q'), calling('a'), user('x'), calling('b'), user('y'), { role: 'assistant', content: 'z' }];
    expect(fixed([...open, user(results('a', 'b'))])).toEqual([user('q'), ...settled, open[5]]);
    expect(fixed([...open, user(results('a', 'b', 'nobody'))])).toEqual([user('q'), ...settled, open[5]]);
    expect(fixed([...open, user(results('a', 'b', 'a', 'b'))])).toEqual([user('q'), ...settled, open[5]]);
  });

  it('is one new message for the results of one turn', () => {
    const misled = { role: 'assistant', content: results('a', 'b') };
    expect(fixed([user('q'), calling('a', 'b'), misled])).toEqual([
      user('q'),
      calling('a', 'b'),
      user(results('a', 'b')),
    ]);
  });

  it('moves one block for one finding, and the message with the last', () => {
    const text = body([user('q'), calling('a', 'b'), user('x'), calling('c'), user('y'), user(results('a', 'b'))], 1);
    const findings = TranscriptDocument.open(text, options).analysis().findings;
    const moves = findings.filter(({ rule }) => rule === 'misplaced-result');
    expect(moves).toHaveLength(2);
    for (const { fixes } of moves) {
      const copied = { ...fixes[0] };
      expect(copied.edits?.map((edit) => edit.text.match(/tool_use_id/g)?.length ?? 0).filter((n) => n > 0)).toEqual([
        1,
      ]);
      expect(JSON.parse(JSON.stringify(fixes))).toEqual([{ ...copied }]);
    }
  });
});

describe('calls without results beside results without calls cost what the list is long', () => {
  const call = (id: string) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
  });
  const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: `of ${id}` });
  const scattered = (i: number) => `chatcmpl-tool-${((i * 2654435761) % 4294967296).toString(16).padStart(12, '0')}`;
  it.each<readonly [string, (n: number) => readonly unknown[]]>([
    [
      'with ids that are all alike',
      (n) =>
        halves(
          n,
          (i) => `call_${i}`,
          (i) => `call_x${i}`,
        ),
    ],
    ['with ids that begin alike', (n) => halves(n, scattered, (i) => scattered(i + 1_000_003))],
    [
      'with ids that have nothing in common',
      (n) =>
        halves(
          n,
          (i) => `call_${i}`,
          (i) => `zz${i * 7919}`,
        ),
    ],
    [
      'without ids',
      (n) =>
        halves(
          n,
          () => '',
          () => '',
        ),
    ],
  ])('%s', (_name, make) => {
    expectLinear(250, (size) => {
      const text = JSON.stringify({ model: 'gpt-4o', messages: make(size) });
      return () => expect(fixText(text, options).isSettled).toBe(true);
    });
  });

  function halves(n: number, ofCall: (i: number) => string, ofResult: (i: number) => string) {
    return [...range(n).flatMap((i) => [call(ofCall(i)), user('x')]), ...range(n).map((i) => result(ofResult(i)))];
  }
});
