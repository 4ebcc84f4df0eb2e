import fc from 'fast-check';
import type { DialectName as Dialect, NormalizeListResult } from '../../server/src/core/index';

const STUB = 'Tool call was interrupted; no result.';

/** A small pool, so that ids meet often; with every way in which an id can be unusable or in need of care. */
const id = fc.oneof(
  { weight: 24, arbitrary: fc.constantFrom('a', 'b', 'c') },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(' a', 'b ', 7) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>('0', '', '  ', null, { x: 1 }, true, undefined) },
);
const odd = fc.constantFrom<unknown>('', 'hi', null, 5, true, { a: 1 }, ['x'], undefined, []);
const words = fc.oneof({ weight: 6, arbitrary: fc.constantFrom('', 'hello', 'go on') }, { weight: 1, arbitrary: odd });
const output = fc.constantFrom('real', 'real', 'more', STUB);
const junk = fc.constantFrom<unknown>(
  null,
  'text',
  42,
  ['x'],
  {},
  { content: 'x' },
  { role: ' ', content: 'x' },
  { role: 7 },
);

/** A list of entries as files in the field have it, and worse. Objects hold no `undefined` (JSON has none). */
export function conversation(dialect: Dialect): fc.Arbitrary<unknown[]> {
  const entry = dialect === 'messages' ? blockEntry : toolEntry(dialect);
  return fc
    .array(entry, { maxLength: 9, size: 'max' })
    .map((entries) => JSON.parse(JSON.stringify(entries)) as unknown[]);
}

/**
 * The same with what pairs otherwise: calls of the time before ids, results that answer several calls, and calls that the
 * provider ran itself, with results that anybody may have written.
 */
export function oddlyPaired(dialect: Dialect): fc.Arbitrary<unknown[]> {
  const plain = dialect === 'messages' ? blockEntry : toolEntry(dialect);
  const entries = fc.oneof(
    { weight: 2, arbitrary: plain },
    { weight: 3, arbitrary: dialect === 'messages' ? serverEntry : oddEntry(dialect) },
  );
  return fc.array(entries, { maxLength: 8, size: 'max' }).map((some) => JSON.parse(JSON.stringify(some)) as unknown[]);
}

function oddEntry(dialect: Dialect): fc.Arbitrary<unknown> {
  const name = fc.constantFrom('f', 'g');
  const several = fc.record({
    role: fc.constant('tool'),
    content: output,
    tool_call_ids: fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 }),
  });
  const legacy = fc.record({
    role: fc.constant('assistant'),
    content: fc.constantFrom('x', null, ''),
    function_call: fc.record({ name, arguments: fc.constantFrom('{}', '{"a":1}') }),
  });
  const answer = fc.record({ role: fc.constant('function'), name, content: output });
  return dialect === 'chat' ? fc.oneof(several, legacy, legacy, answer) : several;
}

function toolEntry(dialect: Dialect): fc.Arbitrary<unknown> {
  const named = (value: unknown) =>
    dialect === 'flat'
      ? { tool_call_id: value, name: 'f' }
      : { id: value, type: 'function', function: { name: 'f', arguments: '{}' } };
  const call = id.map(named);
  const calls = fc.oneof(
    { weight: 8, arbitrary: fc.array(call, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>([], null, 'x', {}, ['junk']) },
  );
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ role: fc.constant('user'), content: words }) },
    { weight: 2, arbitrary: fc.record({ role: fc.constant('assistant'), content: words }) },
    { weight: 7, arbitrary: fc.record({ role: fc.constant('assistant'), content: words, tool_calls: calls }) },
    { weight: 9, arbitrary: fc.record({ role: fc.constant('tool'), content: output, tool_call_id: id }) },
    {
      weight: 1,
      arbitrary: fc.record({ role: fc.constantFrom('user', 'system', 'tool'), content: words, tool_calls: calls }),
    },
    { weight: 1, arbitrary: fc.record({ role: fc.constantFrom('system', 'developer'), content: words }) },
    { weight: 1, arbitrary: junk },
  );
}

const use = id.map((value) => ({ type: 'tool_use', id: value, name: 'f', input: {} }));
const result = fc.tuple(id, output).map(([value, content]) => ({ type: 'tool_result', tool_use_id: value, content }));
const other = fc.constantFrom<unknown>(
  { type: 'text', text: 'hello' },
  { type: 'thinking', thinking: 't', signature: 's' },
);
const content = (...weights: [number, number, number]) =>
  fc.array(
    fc.oneof(
      { weight: weights[0], arbitrary: use },
      { weight: weights[1], arbitrary: result },
      { weight: weights[2], arbitrary: other },
    ),
    { maxLength: 3 },
  );

const served = fc.constantFrom('a', 'b');
const serverEntry: fc.Arbitrary<unknown> = fc.oneof(
  fc.record({
    role: fc.constant('assistant'),
    content: fc.array(
      fc.oneof(
        served.map((value) => ({ type: 'server_tool_use', id: value, name: 'x', input: {} })),
        served.map((value) => ({ type: 'web_search_tool_result', tool_use_id: value, content: [] })),
        use,
      ),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  fc.record({ role: fc.constant('user'), content: fc.array(result, { minLength: 1, maxLength: 2 }) }),
);

const blockEntry: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ role: fc.constant('user'), content: words }) },
  { weight: 1, arbitrary: fc.record({ role: fc.constant('assistant'), content: words }) },
  { weight: 9, arbitrary: fc.record({ role: fc.constant('assistant'), content: content(8, 1, 2) }) },
  { weight: 9, arbitrary: fc.record({ role: fc.constant('user'), content: content(0, 9, 1) }) },
  {
    weight: 1,
    arbitrary: fc.record({ role: fc.constantFrom('user', 'system', 'operator'), content: content(3, 3, 1) }),
  },
  { weight: 1, arbitrary: fc.record({ role: fc.constant('system'), content: words }) },
  { weight: 1, arbitrary: junk },
);

/** Which rows of the repair table a normalization went through. */
export function eventsOf(messages: readonly unknown[], done: NormalizeListResult, dialect: Dialect): Set<string> {
  const events = new Set<string>();
  const input = messages as Record<string, unknown>[];
  for (const { kind, rule, pointer } of done.drops) {
    if (rule === 'entry-not-a-message') events.add('entry dropped');
    if (rule === 'role-missing') events.add('no role');
    if (kind === 'turn')
      events.add(rule.endsWith('result') || dropsNoCall(done, pointer) ? 'message emptied by a drop' : 'turn gone');
    if (kind === 'call' && rule === 'unusable-call-id')
      events.add(pointer.endsWith('tool_calls') ? 'calls no list' : 'unusable call');
    if (kind === 'call' && rule === 'duplicate-call-id') events.add('call declared before in the turn');
    if (kind === 'call' && rule === 'reused-call-id') events.add('call declared before in an earlier turn');
    if (kind === 'call' && rule === 'call-on-wrong-role') events.add('call on a wrong role');
    if (kind === 'result' && rule === 'unusable-call-id') events.add('unusable result');
    if (kind === 'result' && rule === 'orphan-result')
      events.add(comesLater(input, done, pointer) ? 'orphan before its call' : 'orphan');
    if (kind === 'result' && rule === 'duplicate-result')
      events.add(textAt(input, pointer) === STUB ? 'stub replaced' : 'duplicate result');
  }
  for (const { kind } of done.moved) events.add(kind === 'result' ? 'result moved' : 'system moved');
  if (done.inserted.length > 0) events.add('call closed');
  if (done.renamed.length > 0) events.add('renamed');
  if (done.left.length > 0) events.add('system left');
  for (const entry of input) {
    if (typeof entry !== 'object' || entry === null || typeof entry.role !== 'string') continue;
    if (Array.isArray(entry.tool_calls) && entry.tool_calls.length === 0) events.add('empty calls removed');
    if (entry.tool_calls === null && dialect === 'flat') events.add('null calls removed');
    if (typeof entry.content !== 'string' && !Array.isArray(entry.content)) events.add('content coerced');
    if (/"(tool_call_id|tool_use_id|id)":(7|" a"|"b ")/.test(JSON.stringify(entry))) events.add('id coerced');
  }
  if (dialect === 'messages') addBlockEvents(events, input, done);
  return events;
}

/** Messages that vanish without a drop of their own were emptied by a move; messages that were not there were made. */
function addBlockEvents(events: Set<string>, input: readonly unknown[], done: NormalizeListResult): void {
  const gone = done.drops.filter(({ pointer }) => /^\/\d+$/.test(pointer)).length;
  const made = done.messages.filter((message) => {
    const { content: blocks } = message as { content: unknown };
    return Array.isArray(blocks) && blocks.length > 0 && blocks.every((block) => block.type === 'tool_result');
  }).length;
  if (done.messages.length < input.length - gone) events.add('message emptied by a move');
  if (made > 0 && done.inserted.length > 0 && done.messages.length > input.length - gone) events.add('message made');
}

function dropsNoCall(done: NormalizeListResult, pointer: string): boolean {
  return !done.drops.some((drop) => drop.kind === 'call' && drop.pointer.startsWith(`${pointer}/`));
}

function textAt(input: readonly unknown[], pointer: string): unknown {
  let at: unknown = input;
  for (const step of pointer.split('/').slice(1)) at = (at as Record<string, unknown>)[step];
  return (at as { content: unknown }).content;
}

/** The id of an orphan is declared by some call that was kept. */
function comesLater(input: readonly unknown[], done: NormalizeListResult, pointer: string): boolean {
  const drop = done.drops.find((one) => one.pointer === pointer);
  return drop?.id !== undefined && done.inserted.some(({ id: open }) => open === drop.id) && input.length > 0;
}

/** The same with some results that name several calls, as agents log them. */
export function withIdLists(entries: readonly unknown[]): unknown[] {
  return entries.map((entry) => {
    const { role, content, tool_call_id: own, ...rest } = (entry ?? {}) as Readonly<Record<string, unknown>>;
    return role === 'tool' && content === 'more' ? { role, content, tool_call_ids: [own, 'b'], ...rest } : entry;
  });
}
