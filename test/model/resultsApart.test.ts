// Holds that results get a turn of their own where a dialect keeps them apart from what a person says.
import { expect, test } from 'vitest';
import { rewriteValue } from '../../server/src/core/json/rewriteValue';
import { normalizeConversation } from '../../server/src/core/normalize/normalize';
import { toyConversation } from '../support/pairToys';
import { toyNames } from '../support/toyNames';

const call = (tool: string) => ({ who: 'machine', bits: [{ call: { tool } }] });
const says = { who: 'person', bits: [{ says: 'so' }] };
const gave = { result: { tool: 'f', gives: 'yes' } };

function normalized(list: readonly unknown[], isApart: boolean): unknown {
  const dialect = isApart ? { ...toyNames, keepsResultsApart: true as const } : toyNames;
  const conversation = toyConversation(dialect, list);
  return rewriteValue(conversation.list, normalizeConversation(conversation).rewrite);
}

test('a late result comes in front of the words that stand there, and not among them', () => {
  const list = [call('f'), says, { who: 'machine', bits: [{ says: 'so' }] }, { who: 'person', bits: [gave] }];
  expect(normalized(list, true)).toEqual([list[0], list[3], says, list[2]]);
  expect(normalized(list, false)).toEqual([list[0], { who: 'person', bits: [gave, { says: 'so' }] }, list[2]]);
});

test('one that is made up does so too, and joins results that stand there', () => {
  const made = { result: { tool: 'f', gives: 'Tool call was interrupted; no result.' } };
  expect(normalized([call('f'), says], true)).toEqual([call('f'), { who: 'person', bits: [made] }, says]);
  const twoCalls = { who: 'machine', bits: [{ call: { tool: 'g' } }, { call: { tool: 'f' } }] };
  const answer = { result: { tool: 'g', gives: 'yes' } };
  expect(normalized([twoCalls, { who: 'person', bits: [answer, { says: 'so' }] }], true)).toEqual([
    twoCalls,
    { who: 'person', bits: [answer, made, { says: 'so' }] },
  ]);
});

test('a result in the entry of its call goes behind it, with what it says', () => {
  const both = { who: 'machine', bits: [{ says: 'so' }, { call: { tool: 'f' } }, gave] };
  const apart = { who: 'machine', bits: both.bits.slice(0, 2) };
  const answer = { who: 'person', bits: [gave] };
  expect(normalized([both, says], true)).toEqual([apart, answer, says]);
  expect(normalized([both, says], false)).toEqual([apart, { who: 'person', bits: [gave, { says: 'so' }] }]);
  expect(normalized([apart, answer, says], true)).toEqual([apart, answer, says]);
});
