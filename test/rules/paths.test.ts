// Holds how a provider's own texts name a place, whatever a file calls the list in which it stands.
import { expect, test } from 'vitest';
import { nodeOfValue } from '../../server/src/core/json/valueNode';
import { pathOf } from '../../server/src/core/targets/asked';
import { profileOf, profiles } from '../../server/src/core/targets/index';
import { toyItems } from '../support/toyItems';

const entry = nodeOfValue([{ is: 'result', ref: 'r1' }]).items()[0];
if (entry === undefined) throw new Error('no entry');
const message = toyItems.read(entry, 3);
const place = entry.get('ref') ?? entry;

test('a place begins with the member that the dialect sends its list in', () => {
  const target = profileOf('openai');
  expect(pathOf({ target, conversation: { dialect: toyItems } }, message, place)).toBe('messages[3].ref');
  const apart = { ...toyItems, lists: [{ key: 'things' }, { key: 'messages' }] } as const;
  expect(pathOf({ target, conversation: { dialect: apart } }, message, place)).toBe('things[3].ref');
  expect(pathOf({ target: profileOf('anthropic'), conversation: { dialect: apart } }, message, place)).toBe(
    'things.3.ref',
  );
});

test('what some provider takes is a shape for the strict target too', () => {
  const taken = new Set(profiles.filter(({ id }) => id !== 'strict').flatMap(({ dialects }) => dialects));
  expect([...profileOf('strict').dialects].sort()).toEqual([...taken].sort());
});
