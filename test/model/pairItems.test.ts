import { describe, expect, test } from 'vitest';
import { rewriteValue } from '../../server/src/core/json/rewriteValue';
import { nodeOfValue } from '../../server/src/core/json/valueNode';
import { isPendingApproval } from '../../server/src/core/model/pairing/approval';
import { pairAsSent } from '../../server/src/core/model/pairing/asSent';
import { resultValues } from '../../server/src/core/model/pairing/exchange';
import { pairMessages } from '../../server/src/core/model/pairing/pairMessages';
import { groupTurns } from '../../server/src/core/model/pairing/turns';
import { normalizeConversation } from '../../server/src/core/normalize/normalize';
import { misplacedResult } from '../../server/src/core/rules/misplaced-result';
import { pendingApproval } from '../../server/src/core/rules/pending-approval';
import { profileOf } from '../../server/src/core/targets/index';
import {
  blamedPlaces,
  callOutcomes,
  openPlaces,
  outcomes,
  pairToy,
  readToy,
  toyConversation,
} from '../support/pairToys';
import { toyItems } from '../support/toyItems';

const call = (ref?: string, more: object = {}) => ({
  is: 'call',
  ...(ref === undefined ? {} : { ref }),
  tool: 'f',
  ...more,
});
const result = (ref?: string, gives = 'yes') => ({ is: 'result', ...(ref === undefined ? {} : { ref }), gives });
const user = { who: 'user', says: 'go on' };
const assistant = { who: 'assistant', says: 'so' };
const thought = { is: 'thought' };
const setting = { is: 'setting' };
const stored = { is: 'stored' };
const STUB = 'Tool call was interrupted; no result.';

const pair = (...list: unknown[]) => pairToy(toyItems, list);

function normalized(list: readonly unknown[], body?: object): unknown {
  const conversation = toyConversation(toyItems, list, body);
  return rewriteValue(conversation.list, normalizeConversation(conversation).rewrite);
}

describe('turns of entries', () => {
  const sizes = (...list: unknown[]) =>
    groupTurns(readToy(toyItems, nodeOfValue(list)), toyItems).map(({ messages }) => messages.length);

  test('are all neighbours of the assistant, and what is on nobody side goes on with them', () => {
    expect(sizes(user, thought, call('a'), assistant, call('b'), result('a'), result('b'), assistant)).toEqual([
      1, 4, 1, 1, 1,
    ]);
    expect(sizes(thought, setting, { is: 'news' }, stored, call('a'))).toEqual([5]);
    expect(sizes(user, setting, assistant)).toEqual([1, 1, 1]);
    expect(sizes({ is: 'permit', ref: 'p' }, { is: 'permitted', ref: 'p' }, assistant)).toEqual([1, 1, 1]);
  });
});

describe('pairing of entries', () => {
  test('finds a result anywhere behind its call', () => {
    const pairing = pair(call('a'), assistant, user, call('b'), result('b'), thought, assistant, result('a'), user);
    expect(outcomes(pairing)).toEqual({ 4: '3', 7: '0' });
    expect(pairing.runs.flatMap(({ moved }) => moved)).toEqual([]);
    // A provider that wants it directly behind the call can be told of it.
    const away = [...pairing.results.values()].map((outcome) => outcome.kind === 'kept' && outcome.isAway);
    expect(away).toEqual([false, true]);
  });

  test('takes a result in front of its call for an orphan, and blames nothing else', () => {
    const pairing = pair(result('a'), call('a'), user);
    expect(outcomes(pairing)).toEqual({ 0: 'orphan-result' });
    expect(blamedPlaces(pairing)).toEqual([]);
  });

  test('takes interleaved calls for two turns, and a second call of an id for a twin in one and for a reuse in the other', () => {
    expect(outcomes(pair(call('a'), result('a'), call('b'), result('b')))).toEqual({ 1: '0', 3: '2' });
    expect(callOutcomes(pair(call('a'), thought, call('a'), result('a')))).toEqual({
      0: 'kept',
      2: 'duplicate-call-id',
    });
    expect(callOutcomes(pair(call('a'), user, call('a'), result('a')))).toEqual({ 0: 'kept', 2: 'reused-call-id' });
    expect(callOutcomes(pair(call('a'), result('a'), call('a'), result('a')))).toEqual({ 0: 'kept', 2: 'kept' });
  });

  test('lets the first result of an id answer a call that the provider keeps, in a run that goes on', () => {
    const list = [result('a'), call('b'), result('a'), result('b'), user];
    expect(outcomes(pairToy(toyItems, list, { isResumed: true }))).toEqual({
      0: 'outside',
      2: 'duplicate-result',
      3: '1',
    });
    expect(normalized(list, { behind: 'r' })).toEqual([result('a'), call('b'), result('b'), user]);
  });

  test('takes a reference for a call of any id, and for a result where it may be one', () => {
    expect(outcomes(pair(result('a'), stored, result('a'), user))).toEqual({ 0: 'orphan-result', 2: 'outside' });
    expect(openPlaces(pair(call('a'), user, stored, user))).toEqual([]);
    const pairing = pair(call('a'), user, { is: 'stored', of: 'thought' }, user);
    expect(blamedPlaces(pairing)).toEqual(['0']);
  });

  test('takes output that names its tool and no call for nobody result, but in order mode', () => {
    const unasked = { is: 'result', tool: 'g', gives: 'news' };
    expect(outcomes(pair(call('a'), result('a'), unasked))).toEqual({ 1: '0', 2: undefined });
    expect(outcomes(pair(call('a'), { is: 'result', gives: 'x' }))).toEqual({ 1: 'unusable-call-id' });
    expect(outcomes(pair(call(), unasked))).toEqual({ 1: '0' });
    expect(normalized([call('a'), result('a'), unasked])).toEqual([call('a'), result('a'), unasked]);
  });

  test('leaves approvals, what the provider runs and what nobody knows alone', () => {
    const list = [
      { is: 'permit', ref: 'p' },
      user,
      { is: 'permitted', ref: 'q' },
      { is: 'hosted', ref: 'h' },
      { is: 'news', ref: 'n' },
      setting,
    ];
    const pairing = pair(...list);
    expect([pairing.calls.size, pairing.results.size, pairing.drops.length]).toEqual([0, 0, 0]);
    expect(normalized(list)).toEqual(list);
    expect(outcomes(pair({ is: 'hosted', ref: 'h' }, result('h')))).toEqual({ 1: undefined });
  });

  test('pairs in order where no call has an id: the results of the run behind a turn', () => {
    expect(outcomes(pair(call(), thought, call(), result(), result(), user, result()))).toEqual({
      3: '0',
      4: '2',
      6: 'orphan-result',
    });
    expect(outcomes(pair(call('a'), call(), result('a'), result()))).toEqual({ 2: '0', 3: 'unusable-call-id' });
  });

  test('takes calls for the tail that have nothing but their own results behind them, whatever stands in their turn', () => {
    const tails = (...list: unknown[]) =>
      [...pair(...list).calls.values()].map((outcome) => outcome.kind === 'kept' && outcome.isTail);
    expect(tails(call('a'), assistant, setting)).toEqual([true]);
    expect(tails(call('a'), call('b'), result('b'))).toEqual([true, true]);
    expect(tails(call('a'), user)).toEqual([false]);
    expect(tails(call('a'), result('a'), call('b'))).toEqual([false, true]);
    expect(tails(call('a'), call('b'), result('b'), result('x'))).toEqual([false, false]);
  });

  test('lets a call stay open that says so, and pairs its result where there is one', () => {
    const later = call('a', { later: true });
    expect(openPlaces(pair(later, user, call('b'), user))).toEqual(['2']);
    expect(outcomes(pair(later, user, result('a')))).toEqual({ 2: '0' });
    expect(normalized([later, user])).toEqual([later, user]);
    const [message] = readToy(toyItems, nodeOfValue([later]));
    expect(message?.calls.map(isPendingApproval)).toEqual([false]);
  });

  test('blames nothing near an entry that cannot be read, however far away it stands', () => {
    const read = readToy(toyItems, nodeOfValue([call('a'), user, {}, user, result('b')]));
    const broken = read.map((message, at) => (at === 2 ? toyItems.read(message.node, at, true) : message));
    const pairing = pairToyRead(broken);
    expect(blamedPlaces(pairing)).toEqual([]);
    expect([...pairing.results.values()].map((outcome) => outcome.kind === 'dropped' && outcome.isExplained)).toEqual([
      true,
    ]);
  });
});

test('an approval that nobody gave is told of, and one that somebody gave is not', () => {
  const list = [
    { is: 'permit', ref: 'p' },
    { is: 'permit', ref: 'q' },
    { is: 'permitted', ref: 'q' },
  ];
  const conversation = toyConversation(toyItems, list);
  const found: unknown[] = [];
  if (!('conversation' in pendingApproval)) throw new TypeError('it looks at one message alone');
  pendingApproval.conversation({
    conversation,
    target: profileOf('openai'),
    targetDialects: [],
    pairing: pairToy(toyItems, list),
    enforces: () => false,
    inListShape: () => undefined,
    report: ({ at }) => found.push('key' in at && at.key),
  });
  expect(found).toEqual([0]);
});

test.each([true, false])('a result away from its call is told where the target wants it there: %s', (isWanted) => {
  const list = [call('a'), user, call('b'), result('b'), user, result('a')];
  const conversation = toyConversation(toyItems, list);
  const found: unknown[] = [];
  const texts: unknown[] = [];
  if (!('conversation' in misplacedResult)) throw new TypeError('it looks at one message alone');
  misplacedResult.conversation({
    conversation,
    target: profileOf('openai'),
    targetDialects: [],
    pairing: pairAsSent(conversation),
    enforces: () => isWanted,
    inListShape: () => undefined,
    report: ({ at, fixes }) => {
      found.push('key' in at && at.key);
      for (const { rewrite } of fixes?.() ?? []) texts.push(rewriteValue(conversation.list, rewrite));
    },
  });
  expect(found).toEqual(isWanted ? [5] : []);
  expect(texts).toEqual(isWanted ? [[call('a'), result('a'), user, call('b'), result('b'), user]] : []);
});

test('a kind that providers name stands in what their texts are filled with', () => {
  const [part] = readToy(toyItems, nodeOfValue([result('a')]))[0]?.results ?? [];
  if (part === undefined) throw new Error('no result');
  expect(resultValues(part)).toEqual({ i: 0, j: 0, id: 'a' });
  expect(resultValues({ ...part, kindName: 'ask' })).toEqual({ i: 0, j: 0, id: 'a', kind: 'ask' });
});

describe('repair of entries', () => {
  test('leaves a result where it stands, and puts a new one behind the last call and what directly answers there', () => {
    expect(normalized([call('a'), call('b'), assistant, result('b'), user])).toEqual([
      call('a'),
      call('b'),
      result('a', STUB),
      assistant,
      result('b'),
      user,
    ]);
    expect(normalized([call('a'), call('b'), result('b'), user])).toEqual([
      call('a'),
      call('b'),
      result('b'),
      result('a', STUB),
      user,
    ]);
  });

  test('takes reasoning along with the call that it led to, unless something else of the turn is left behind it', () => {
    expect(normalized([user, thought, thought, call('0'), user])).toEqual([user, user]);
    expect(normalized([user, thought, call('0'), assistant])).toEqual([user, thought, assistant]);
    expect(normalized([user, thought, setting, call('0'), user])).toEqual([user, setting, user]);
    expect(normalized([user, thought, user, call('0'), user])).toEqual([user, thought, user, user]);
    expect(normalized([user, call('0'), thought, user])).toEqual([user, thought, user]);
  });

  test('gives the calls and results of a reused id one of their own', () => {
    expect(normalized([call('a'), result('a'), call('a'), result('a')])).toEqual([
      call('a'),
      result('a'),
      call('a_2'),
      result('a_2'),
    ]);
  });
});

function pairToyRead(messages: ReturnType<typeof readToy>) {
  return pairMessages(messages, toyItems, {
    keepOpenTail: true,
    reusedIds: 'allow',
    instructions: 'in-place',
    seesDropped: true,
  });
}
