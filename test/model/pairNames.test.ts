import { describe, expect, test } from 'vitest';
import { blamedPlaces, callOutcomes, outcomes, pairToy } from '../support/pairToys';
import { toyNames } from '../support/toyNames';

const call = (tool: string, ref?: unknown) => ({ call: { tool, ...(ref === undefined ? {} : { ref }) } });
const result = (tool: string, ref?: unknown, gives = 'yes') => ({
  result: { tool, gives, ...(ref === undefined ? {} : { ref }) },
});
const says = { says: 'so' };
const machine = (...bits: unknown[]) => ({ who: 'machine', bits });
const person = (...bits: unknown[]) => ({ who: 'person', bits });
const STUB = 'Tool call was interrupted; no result.';

const pair = (...list: unknown[]) => pairToy(toyNames, list);
const by = (...list: unknown[]) =>
  [...pair(...list).results.values()].map((outcome) => (outcome.kind === 'kept' ? outcome.by : outcome.kind));

describe('pairing by names, turn by turn', () => {
  test('finds the results of a turn in the next one, anywhere in it', () => {
    const pairing = pair(machine(says, call('f')), person(says, result('f')));
    expect(outcomes(pairing)).toEqual({ '1.1': '0.1' });
    expect(pairing.runs.map(({ standing, moved, home }) => [standing.length, moved.length, home?.index])).toEqual([
      [1, 0, 1],
    ]);
  });

  test('goes by equal ids first, then by names in order where not both have an id', () => {
    expect(outcomes(pair(machine(call('f', 'a'), call('f', 'b')), person(result('f', 'b'), result('f', 'a'))))).toEqual(
      {
        '1.0': '0.1',
        '1.1': '0.0',
      },
    );
    expect(
      outcomes(pair(machine(call('f'), call('g'), call('f')), person(result('f'), result('f'), result('g')))),
    ).toEqual({ '1.0': '0.0', '1.1': '0.2', '1.2': '0.1' });
    // The one with an id may be that of a call without one only.
    expect(outcomes(pair(machine(call('f', 'a'), call('f')), person(result('f', 'x'), result('f'))))).toEqual({
      '1.0': '0.1',
      '1.1': '0.0',
    });
  });

  test('takes a result of a name that no call has for what is left, and says so', () => {
    const list = [machine(call('f'), call('g')), person(result('h'), result('f'))];
    expect(outcomes(pair(...list))).toEqual({ '1.0': '0.1', '1.1': '0.0' });
    expect(by(...list)).toContain('place');
    // `g` is the name of a call, so a second `f` is not meant for it.
    expect(outcomes(pair(machine(call('f'), call('g')), person(result('f'), result('f'))))).toEqual({
      '1.0': '0.0',
      '1.1': 'duplicate-result',
    });
  });

  test('takes ids that differ for each other by name where as many results as calls stand there', () => {
    expect(by(machine(call('f', 'a')), person(result('f', 'b')))).toEqual(['name-apart']);
    expect(outcomes(pair(machine(call('f', 'a'), call('g')), person(result('f', 'b'))))).toEqual({
      '1.0': 'orphan-result',
    });
    // Both have ids, the names differ: an orphan, and the call that it leaves open is not its own fault.
    const pairing = pair(machine(call('f', 'a')), person(result('g', 'b')), machine(says));
    expect(outcomes(pairing)).toEqual({ '1.0': 'orphan-result' });
    expect(blamedPlaces(pairing)).toEqual([]);
  });

  test('looks back for what came late: by the id, or by the name where it has none, the newest first', () => {
    const pairing = pair(machine(call('f')), person(says), machine(call('f')), person(says), person(result('f')));
    expect(outcomes(pairing)).toEqual({ '4.0': '2.0' });
    expect(pairing.runs.map(({ moved }) => moved.length)).toEqual([0, 1]);
    expect(
      outcomes(pair(machine(call('f', 'a')), person(says), machine(call('f')), person(says), person(result('f', 'a')))),
    ).toEqual({ '4.0': '0.0' });
    expect(outcomes(pair(machine(call('f')), person(result('f')), person(result('f'))))).toEqual({
      '1.0': '0.0',
      '2.0': 'duplicate-result',
    });
    expect(outcomes(pair(machine(call('f')), person(result('g')), person(result('g'))))).toEqual({
      '1.0': '0.0',
      '2.0': 'orphan-result',
    });
  });

  test('never lets a result stand right that the model says', () => {
    const pairing = pair(machine(call('f')), machine(result('f')), person(says));
    expect(outcomes(pairing)).toEqual({ '1.0': '0.0' });
    expect(pairing.runs.map(({ moved }) => moved.length)).toEqual([1]);
  });

  test('lets a result answer a call in front of it in its own entry, and none behind it', () => {
    const pairing = pair(machine(says, call('f'), result('f')), person(says));
    expect(outcomes(pairing)).toEqual({ '0.2': '0.1' });
    expect(pairing.runs.map(({ moved }) => moved.length)).toEqual([1]);
    expect(pairing.drops).toEqual([]);
    expect(outcomes(pair(machine(result('f'), call('f')), person(says)))).toEqual({ '0.0': 'orphan-result' });
    // What waits is the other call, whatever the ids: one call and one result are left of two and two.
    const half = pair(machine(call('f'), result('f'), call('g', 'a')), person(result('g', 'b')));
    expect(outcomes(half)).toEqual({ '0.1': '0.0', '1.0': '0.2' });
  });

  test('takes an id that can pair nothing for none, and drops nothing for it', () => {
    for (const ref of ['', ' ', '0', {}, null]) {
      const pairing = pair(machine(call('f', ref), call('g', 'b')), person(result('g', 'b'), result('f', ref)));
      expect(outcomes(pairing)).toEqual({ '1.0': '0.1', '1.1': '0.0' });
      expect(pairing.drops).toEqual([]);
    }
    expect(by(machine(call('f', 7)), person(result('f', ' 7 ')))).toEqual(['id']);
  });

  test('pairs a turn by names that has one id twice, and gives the later call an id of its own', () => {
    const list = [machine(call('f', 'a'), call('g', 'a')), person(result('g', 'a'), result('f', 'a'))];
    const pairing = pairToy(toyNames, list, { reusedIds: 'rename', seesDropped: false });
    expect(outcomes(pairing)).toEqual({ '1.0': '0.1', '1.1': '0.0' });
    const ids = [...pairing.calls.values()].map((outcome) => outcome.kind === 'kept' && outcome.id);
    expect(ids).toEqual(['a', 'a_2']);
    expect(pairing.drops).toEqual([]);
  });

  test('takes an id of a later turn for a reuse: free behind a closed exchange, else the call goes', () => {
    const again = [
      machine(call('f', 'a')),
      person(result('f', 'a')),
      machine(call('f', 'a')),
      person(result('f', 'a')),
    ];
    expect(outcomes(pair(...again))).toEqual({ '1.0': '0.0', '3.0': '2.0' });
    const renamed = pairToy(toyNames, again, { reusedIds: 'rename' });
    expect([...renamed.calls.values()].map((outcome) => outcome.kind === 'kept' && outcome.id)).toEqual(['a', 'a_2']);
    const open = pair(machine(call('f', 'a')), person(says), machine(call('f', 'a')), person(result('f', 'a')));
    expect(callOutcomes(open)).toEqual({ '0.0': 'kept', '2.0': 'reused-call-id' });
    expect(outcomes(open)).toEqual({ '3.0': '0.0' });
  });

  test('blames a call where nothing stands behind it, and the results where too few or others do', () => {
    expect(blamedPlaces(pair(machine(call('f')), person(says)))).toEqual(['0.0']);
    expect(blamedPlaces(pair(machine(call('f'), call('g')), person(result('f')), machine(says)))).toEqual([]);
    expect(callOutcomes(pair(person(call('f')), person(says)))).toEqual({ '0.0': 'call-on-wrong-role' });
  });

  test('lets what came take the place of a stub', () => {
    const pairing = pair(machine(call('f')), person(result('f', undefined, STUB)), person(result('f')));
    expect(outcomes(pairing)).toEqual({ '1.0': 'duplicate-result', '2.0': '0.0' });
  });
});
