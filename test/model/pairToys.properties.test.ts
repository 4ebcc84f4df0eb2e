// Pairing against oracles that look at all pairs: what a row of the specification says, as slowly as it says it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rewriteValue } from '../../server/src/core/json/rewriteValue';
import { normalizeConversation } from '../../server/src/core/normalize/normalize';
import { callOutcomes, openPlaces, outcomes, pairToy, toyConversation } from '../support/pairToys';
import { toyItems } from '../support/toyItems';
import { toyNames } from '../support/toyNames';

const ref = fc.constantFrom('a', 'b', 'c');

describe('entries of their own', () => {
  interface Item {
    readonly is?: string;
    readonly who?: string;
    readonly ref?: string;
    readonly later?: boolean;
    readonly of?: string;
  }
  const item: fc.Arbitrary<Item> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ is: fc.constant('call'), ref }) },
    { weight: 6, arbitrary: fc.record({ is: fc.constant('result'), ref }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('call'), ref, later: fc.constant(true) }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('hosted'), ref: fc.constantFrom('a', 'x') }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('stored') }) },
    { weight: 1, arbitrary: fc.constant({ is: 'stored', of: 'thought' }) },
    { weight: 3, arbitrary: fc.record({ is: fc.constantFrom('thought', 'setting', 'news', 'permitted') }) },
    { weight: 3, arbitrary: fc.record({ who: fc.constantFrom('user', 'assistant', 'system') }) },
  );
  const list = fc.array(item, { maxLength: 12, size: 'max' });

  const isAssistants = ({ is, who }: Item) => who === 'assistant' || ['call', 'thought', 'hosted'].includes(is ?? '');
  const isNobodys = ({ is }: Item) => ['stored', 'setting', 'news'].includes(is ?? '');

  function oracle(items: readonly Item[], isResumed: boolean) {
    const calls: Record<string, string> = {};
    const results: Record<string, string | undefined> = {};
    const answered = new Set<number>();
    const between = (from: number, to: number) => items.slice(from, to + 1);
    const isOneTurn = (from: number, to: number) =>
      between(from, to).every((one) => isAssistants(one) || isNobodys(one));
    const kept = (id: string | undefined, before: number) =>
      items.reduce<number | undefined>((last, one, at) => {
        return at < before && one.is === 'call' && one.ref === id && calls[at] === 'kept' ? at : last;
      }, undefined);
    const outside = new Set<string>();
    items.forEach((one, at) => {
      const { is, ref: id = '' } = one;
      const holder = kept(id, at);
      if (is === 'call') {
        if (holder === undefined) calls[at] = 'kept';
        else if (isOneTurn(holder, at)) calls[at] = 'duplicate-call-id';
        else calls[at] = answered.has(holder) ? 'kept' : 'reused-call-id';
      } else if (is === 'result') {
        const hasReference = isResumed || items.slice(0, at).some((other) => other.is === 'stored');
        if (holder !== undefined) {
          results[at] = answered.has(holder) ? 'duplicate-result' : `${holder}`;
          answered.add(holder);
        } else if (items.some((other) => other.is === 'hosted' && other.ref === id)) results[at] = undefined;
        else if (!hasReference) results[at] = 'orphan-result';
        else {
          results[at] = outside.has(id) ? 'duplicate-result' : 'outside';
          outside.add(id);
        }
      }
    });
    const open = Object.keys(calls).filter((key) => {
      const at = Number(key);
      const mayBeStored = items.slice(at + 1).some((other) => other.is === 'stored' && other.of === undefined);
      return calls[key] === 'kept' && !answered.has(at) && items[at]?.later !== true && !mayBeStored;
    });
    return { calls, results, open };
  }

  test('pair as the oracle says', () => {
    fc.assert(
      fc.property(list, fc.boolean(), (items, isResumed) => {
        const given = items.map((one) => (one.who === undefined ? one : { ...one, says: 'so' }));
        const pairing = pairToy(toyItems, given, { isResumed, keepOpenTail: false });
        const expected = oracle(items, isResumed);
        expect({ calls: callOutcomes(pairing), results: outcomes(pairing), open: openPlaces(pairing) }).toEqual(
          expected,
        );
      }),
      { numRuns: 2000 },
    );
  });

  test('come to rest, and are whole, after one normalization', () => {
    fc.assert(
      fc.property(list, fc.boolean(), (items, isResumed) => {
        const body = isResumed ? { behind: 'r' } : {};
        const given = items.map((one) => (one.who === undefined ? one : { ...one, says: 'so' }));
        const first = toyConversation(toyItems, given, body);
        const once = rewriteValue(first.list, normalizeConversation(first).rewrite) as unknown[];
        const second = toyConversation(toyItems, once, body);
        const again = normalizeConversation(second);
        expect(rewriteValue(second.list, again.rewrite)).toEqual(once);
        expect([again.drops, again.moved, again.inserted]).toEqual([[], [], []]);
        // Evidence is never made up or lost: what is no call and no result stays, reasoning of lost calls aside.
        const rest = (entries: readonly unknown[]) =>
          (entries as Item[]).filter(({ is }) => !['call', 'result', 'thought'].includes(is ?? ''));
        expect(rest(once)).toEqual(rest(given));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('names and order', () => {
  interface Half {
    readonly tool: string;
    readonly ref?: string | undefined;
    readonly gives?: string;
  }
  interface Bit {
    readonly call?: Half;
    readonly result?: Half;
  }
  interface Content {
    readonly who: string;
    readonly bits: readonly Bit[];
  }
  const half = fc.record(
    { tool: fc.constantFrom('f', 'g', ''), ref: fc.constantFrom('a', 'b', 'c', '0') },
    { requiredKeys: ['tool'] },
  );
  const bit = fc.oneof(
    { weight: 4, arbitrary: fc.record({ call: half }) },
    { weight: 2, arbitrary: fc.record({ result: half }) },
    { weight: 1, arbitrary: fc.constant({}) },
  );
  const answer = fc.oneof(
    { weight: 5, arbitrary: fc.record({ result: half }) },
    { weight: 1, arbitrary: fc.record({ call: half }) },
    { weight: 1, arbitrary: fc.constant({}) },
  );
  const content: fc.Arbitrary<Content> = fc.oneof(
    fc.record({ who: fc.constant('machine'), bits: fc.array(bit, { maxLength: 3 }) }),
    fc.record({ who: fc.constant('person'), bits: fc.array(answer, { maxLength: 3 }) }),
  );
  const list = fc.array(content, { maxLength: 7, size: 'max' });

  interface OneCall {
    readonly place: string;
    readonly id: string;
    readonly tool: string;
    readonly turn: number;
    /** The id that a later call may declare again. */
    readonly declares: string;
    answer: string | undefined;
  }

  const idOf = ({ ref: id = '' }: Half) => (id === '0' ? '' : id);

  function oracle(contents: readonly Content[]) {
    const calls: Record<string, string> = {};
    const results: Record<string, string> = {};
    const kept: OneCall[] = [];
    contents.forEach(({ who, bits }, k) => {
      const before = who === 'machine' ? [] : kept.filter(({ turn }) => turn === k - 1);
      let left = bits.flatMap((one, j) =>
        one.result === undefined ? [] : [{ place: `${k}.${j}`, id: idOf(one.result), tool: one.result.tool }],
      );
      // As many as still wait: one that its own content answers does not.
      const isFull = left.length === before.filter(({ answer }) => answer === undefined).length;
      type Left = (typeof left)[number];
      const pair = (fits: (call: OneCall, one: Left) => boolean) => {
        left = left.filter((one) => {
          const call = before.find((other) => other.answer === undefined && fits(other, one));
          if (call === undefined) return true;
          call.answer = one.place;
          results[one.place] = call.place;
          return false;
        });
      };
      const areBoth = (call: OneCall, one: Left) => call.id !== '' && one.id !== '';
      pair((call, one) => areBoth(call, one) && call.id === one.id);
      const pairLoosely = (fits: (call: OneCall, one: Left) => boolean) => {
        pair((call, one) => call.id === '' && one.id !== '' && fits(call, one));
        pair((call, one) => one.id === '' && fits(call, one));
      };
      pairLoosely((call, one) => one.tool !== '' && call.tool === one.tool);
      pairLoosely((_, one) => one.tool === '' || before.every(({ tool }) => tool !== one.tool));
      if (isFull) pair((call, one) => areBoth(call, one) && one.tool !== '' && call.tool === one.tool);
      const own = bits.flatMap(({ call }) => (call === undefined ? [] : [idOf(call)])).filter((id) => id !== '');
      const isTwice = own.some((id, at) => own.indexOf(id) !== at);
      bits.forEach(({ call }, j) => {
        const place = `${k}.${j}`;
        const one = left.find((other) => other.place === place);
        if (one !== undefined) {
          const named = kept.filter((other) => {
            return one.id === '' ? one.tool !== '' && other.tool === one.tool : other.id === one.id;
          });
          const open = named.filter((other) => other.answer === undefined).at(-1);
          if (open !== undefined) open.answer = place;
          results[place] = open?.place ?? (named.length > 0 ? 'duplicate-result' : 'orphan-result');
        }
        if (call === undefined) return;
        const id = isTwice ? '' : idOf(call);
        const holder = id === '' ? undefined : kept.filter((other) => other.declares === id).at(-1);
        calls[place] = who !== 'machine' ? 'call-on-wrong-role' : 'kept';
        if (who === 'machine' && holder !== undefined && holder.answer === undefined) calls[place] = 'reused-call-id';
        if (calls[place] === 'kept') {
          const isFirst = kept.every((other) => other.turn !== k || other.declares !== idOf(call));
          const declares = isFirst ? idOf(call) : '';
          kept.push({ place, id, tool: call.tool, turn: k, declares, answer: undefined });
        }
      });
    });
    return { calls, results };
  }

  test('pair as the oracle says', () => {
    fc.assert(
      fc.property(list, (contents) => {
        const pairing = pairToy(toyNames, contents);
        expect({ calls: callOutcomes(pairing), results: outcomes(pairing) }).toEqual(oracle(contents));
      }),
      { numRuns: 3000 },
    );
  });

  test('come to rest, and are whole, after one normalization', () => {
    fc.assert(
      fc.property(list, (contents) => {
        const first = toyConversation(toyNames, contents);
        const once = rewriteValue(first.list, normalizeConversation(first).rewrite) as unknown[];
        const second = toyConversation(toyNames, once);
        const again = normalizeConversation(second);
        expect(rewriteValue(second.list, again.rewrite)).toEqual(once);
        expect([again.drops, again.moved, again.inserted, again.renamed]).toEqual([[], [], [], []]);
      }),
      { numRuns: 2000 },
    );
  });
});
