// docs/design/conversion.md, "One pairing" and "Ids": what pairs by names or in order pairs in every dialect that it is converted to,
// and on the way back. The dialects are made up: none that is written yet pairs so.
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Destination } from '../../server/src/core/dialects/types';
import { textOf } from '../../server/src/core/json/textOf';
import { nodeOfValue } from '../../server/src/core/json/valueNode';
import { pairMessages } from '../../server/src/core/model/pairing/pairMessages';
import type { Call, Result } from '../../server/src/core/model/types';
import { itemsToConvert, namesToConvert } from '../support/toyTransfers';

const toys = [namesToConvert, itemsToConvert];

vi.mock('../../server/src/core/dialects/index', async (original) => {
  const real = await original<typeof import('../../server/src/core/dialects/index')>();
  const dialectOf: typeof real.dialectOf = (id) => toys.find((toy) => String(toy.id) === id) ?? real.dialectOf(id);
  return { ...real, dialectOf };
});

const { destinations } = await import('../../server/src/core/dialects/index');
const { convertConversation } = await import('../../server/src/core/convert/convertConversation');
const { rewriteValue } = await import('../../server/src/core/json/rewriteValue');
const { normalizeConversation } = await import('../../server/src/core/normalize/normalize');
const { LossLog } = await import('../../server/src/core/transfer/lossLog');
const { toyConversation } = await import('../support/pairToys');

type List = readonly unknown[];

function convert(given: List, from: Destination, to: Destination, rewriteIds = false) {
  const conversation = toyConversation(from, given);
  const lossLog = new LossLog();
  const rewrite = new Map();
  const settings = {
    ...{ to, target: to.defaultTarget, model: undefined, rewriteIds, system: undefined, closesCalls: false },
  };
  convertConversation(conversation, { settings, lossLog, rewrite, owners: new Map() });
  return { list: rewriteValue(conversation.list, rewrite) as List, lossLog };
}

function paired(dialect: Destination, given: List) {
  const messages = nodeOfValue(given)
    .items()
    .map((node, index) => dialect.read(node, index));
  return pairMessages(messages, dialect, {
    ...{ keepOpenTail: true, reusedIds: 'allow', instructions: 'in-place', seesDropped: true },
  });
}

const nameOf = ({ nameNode }: Call) => nameNode?.text() ?? '';
const saidBy = ({ contentNode }: Result) => (contentNode === undefined ? '' : textOf(contentNode));

/** Each call by its name, and what answers it, with a mark where that stands wrong. */
function pairsOf(dialect: Destination, given: List): string[] {
  const { calls, results } = paired(dialect, given);
  const answers = new Map<Call, string>();
  for (const [result, outcome] of results)
    if (outcome.kind === 'kept') answers.set(outcome.call, `${saidBy(result)}${outcome.isMisplaced ? '!' : ''}`);
  return [...calls.keys()].map((call) => `${nameOf(call)}: ${answers.get(call) ?? 'open'}`);
}

/**
 * What is a pair stays one, and stands right where it did. A call that was open may get a result that was an orphan for another
 * reason than its id.
 */
function expectPairs(dialect: Destination, given: List, start: readonly string[]): void {
  const pairs = pairsOf(dialect, given);
  const known = (pair: string, at: number) => {
    const before = start[at] ?? '';
    if (before.endsWith('open')) return before;
    return before.endsWith('!') && !pair.endsWith('!') ? `${pair}!` : pair;
  };
  expect(pairs.map(known)).toEqual(start);
}

function idsOf(dialect: Destination, given: List): string[] {
  return [...paired(dialect, given).calls.keys()].map(({ id }) => id.text);
}

const person = (...bits: object[]) => ({ who: 'person', bits });
const machine = (...bits: object[]) => ({ who: 'machine', bits });
const call = (tool: string, ref?: string) => ({ call: { ...(ref !== undefined && { ref }), tool, with: {} } });
const result = (tool: string | undefined, gives: string, ref?: string) => ({
  result: { ...(ref !== undefined && { ref }), ...(tool !== undefined && { tool }), gives },
});

/** Turns of calls, each behind words of the person and before results in some order, some of them with other ids or names. */
const named: fc.Arbitrary<List> = fc
  .array(
    fc.record({
      calls: fc.array(
        fc.record({
          tool: fc.constantFrom('f', 'g', 'h'),
          ref: fc.constantFrom(undefined, undefined, 'a', 'b', 'call_2'),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      order: fc.array(fc.nat(3), { maxLength: 4 }),
      slips: fc.array(fc.constantFrom('', '', '', 'name', 'nameless', 'id', 'no id'), { minLength: 4, maxLength: 4 }),
      isLate: fc.boolean(),
      speaks: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((steps) => {
    let n = 0;
    return steps.flatMap(({ calls, order, slips, isLate, speaks }) => {
      const asked = machine(...calls.map(({ tool, ref }) => call(tool, ref)));
      const answers = [...new Set(order)].flatMap((at, k) => {
        const one = calls[at];
        if (one === undefined) return [];
        const slip = slips[k];
        const tool = slip === 'name' ? 'other' : slip === 'nameless' ? undefined : one.tool;
        const ref = slip === 'id' ? `x${n}` : slip === 'no id' ? undefined : one.ref;
        return [result(tool, `r${n++}`, ref)];
      });
      const between = isLate ? [person({ says: 'and?' })] : [];
      const answered = answers.length === 0 ? [] : [person(...(speaks ? [{ says: 'here' }] : []), ...answers)];
      return [person({ says: 'go' }), asked, ...between, ...answered];
    });
  });

const everywhere = [...destinations, itemsToConvert, namesToConvert].map((to) => ({ name: to.name, to }));

describe.each(everywhere.filter(({ to }) => to !== namesToConvert))('what pairs by names, to $name', ({ to }) => {
  test('pairs there and back, and ids are the same each time', () => {
    let given = 0;
    fc.assert(
      fc.property(named, fc.boolean(), (list, isRewritten) => {
        const { calls } = paired(namesToConvert, list);
        if ([...calls.values()].some(({ kind }) => kind !== 'kept')) return;
        const start = pairsOf(namesToConvert, list);
        const rewriteIds = isRewritten || to.reusedIds === 'drop';
        const there = convert(list, namesToConvert, to, rewriteIds);
        expectPairs(to, there.list, start);
        expect(convert(list, namesToConvert, to, rewriteIds).list).toEqual(there.list);
        expectPairs(namesToConvert, convert(there.list, to, namesToConvert).list, start);
        if (there.lossLog.added.length > 0) given++;
      }),
      { numRuns: 300 },
    );
    expect(given).toBeGreaterThan(50);
  });
});

describe.each([
  { name: namesToConvert.name, from: namesToConvert, lists: named },
  { name: itemsToConvert.name, from: itemsToConvert, lists: strewnAnyhow() },
])('what is normalized as $name', ({ from, lists }) => {
  test.each(everywhere.filter(({ to }) => to !== from))('is whole in $name', ({ to }) => {
    fc.assert(
      fc.property(lists, (list) => {
        const conversation = toyConversation(from, list);
        const { rewrite } = normalizeConversation(conversation, { keepOpenTail: false });
        const normal = rewriteValue(conversation.list, rewrite) as List;
        const { list: made } = convert(normal, from, to, to.reusedIds === 'drop');
        expect(pairsOf(to, made)).toEqual(pairsOf(from, normal));
        expect(paired(to, made).drops.map(({ rule, kind }) => `${kind}: ${rule}`)).toEqual([]);
        expect(pairsOf(to, made).filter((pair) => /open$|!$/.test(pair))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

/** Entries of their own with whatever ids. */
function strewnAnyhow(): fc.Arbitrary<List> {
  const ref = fc.constantFrom('a', 'b', 'c', 'd');
  const item = fc.oneof(
    fc.record({ is: fc.constant('call'), ref, tool: fc.constantFrom('f', 'g'), with: fc.constant('{}') }),
    fc.record({ is: fc.constant('result'), ref, gives: fc.constantFrom('r', 's') }),
    fc.record({ who: fc.constantFrom('user', 'assistant'), says: fc.constant('x') }),
  );
  return fc.array(item, { maxLength: 14, size: 'max' });
}

/** Calls of OpenAI chat that have no ids, each turn with some results behind it, some of them too many. */
const ordered: fc.Arbitrary<List> = fc
  .array(
    fc.record({
      tools: fc.array(fc.constantFrom('f', 'g'), { minLength: 1, maxLength: 3 }),
      results: fc.nat(4),
      isTorn: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((steps) => {
    let n = 0;
    return steps.flatMap(({ tools, results, isTorn }) => [
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: null,
        tool_calls: tools.map((name) => ({ type: 'function', function: { name, arguments: '{}' } })),
      },
      ...(isTorn ? [{ role: 'user', content: 'and?' }] : []),
      ...Array.from({ length: results }, () => ({ role: 'tool', content: `r${n++}` })),
    ]);
  });

const chat = chatAmong(destinations);

describe.each(everywhere.filter(({ to }) => to !== chat))('what pairs in order, to $name', ({ to }) => {
  test('pairs there and back, by ids that are given only where ids pair', () => {
    fc.assert(
      fc.property(ordered, (list) => {
        const start = pairsOf(chat, list);
        const there = convert(list, chat, to);
        expect(pairsOf(to, there.list)).toEqual(start);
        const ids = start.map((_, at) => `call_${at + 1}`);
        expect(idsOf(to, there.list)).toEqual(to === namesToConvert ? start.map(() => '') : ids);
        const back = convert(there.list, to, chat);
        expect(pairsOf(chat, back.list)).toEqual(start);
        expect(idsOf(chat, back.list)).toEqual(ids);
      }),
      { numRuns: 200 },
    );
  });
});

/** Entries of their own: results anywhere behind their calls, words between them; all calls have ids, or none has. */
const strewn: fc.Arbitrary<List> = fc
  .tuple(
    fc.array(fc.constantFrom('call', 'call', 'result', 'result', 'user', 'assistant'), { maxLength: 14, size: 'max' }),
    fc.boolean(),
  )
  .map(([kinds, hasIds]) => {
    const waiting: number[] = [];
    let n = 0;
    const entries = kinds.flatMap((kind): object[] => {
      if (kind === 'call') {
        waiting.push(n);
        return [{ is: 'call', ...(hasIds && { ref: `c${n}` }), tool: `f${n++}`, with: '{}' }];
      }
      if (kind !== 'result') return [{ who: kind, says: kind }];
      // The newest, then the oldest, and so on.
      const call = waiting.length % 2 === 0 ? waiting.pop() : waiting.shift();
      return call === undefined ? [] : [{ is: 'result', ...(hasIds && { ref: `c${call}` }), gives: `r${call}` }];
    });
    return [{ who: 'user', says: 'go' }, ...entries];
  });

describe.each(everywhere.filter(({ to }) => to !== itemsToConvert))('what pairs anywhere, to $name', ({ to }) => {
  test('stands where it has to, and pairs there and back', () => {
    let moved = 0;
    fc.assert(
      fc.property(strewn, (list) => {
        const start = pairsOf(itemsToConvert, list);
        const there = convert(list, itemsToConvert, to);
        expect(pairsOf(to, there.list)).toEqual(start);
        const back = convert(there.list, to, itemsToConvert);
        expect(pairsOf(itemsToConvert, back.list)).toEqual(start);
        if (there.lossLog.lost.some(({ reason }) => reason.includes('between a call and its results'))) moved++;
        const places = there.lossLog.lost.map(({ pointer, reason }) => `${pointer} ${reason}`);
        expect(new Set(places).size).toBe(places.length);
      }),
      { numRuns: 200 },
    );
    expect(moved).toBeGreaterThan(10);
  });
});

function chatAmong(all: readonly Destination[]): Destination {
  const found = all.find(({ callInput, pairsBy }) => callInput === 'text' && pairsBy === 'id-else-order');
  if (found === undefined) throw new Error('no dialect pairs in order');
  return found;
}
