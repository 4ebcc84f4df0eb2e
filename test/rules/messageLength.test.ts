// A problem list shows one line: what is wrong, then what to do, in about a hundred characters. Details are for the rule's page.
import { expect, test } from 'vitest';
import { findingsIn, fixtureRules, fixturesOf } from '../support/fixtures';

const LIMIT = 100;
/** A little more, where a name that is long in itself stands in the sentence. */
const LONGER: Readonly<Record<string, string>> = {
  'tool-name-pattern': 'the value, the provider and the characters it takes',
  'tool-call-id-pattern': 'the value, the provider and the characters it takes',
  'server-tool-call-without-result': 'an id of the provider and the name of its tool',
  'server-tool-result-without-call': 'the type of the block and an id of the provider',
  'server-tool-id-pattern': 'an id of the provider, beside how its own begin',
};
const LONGER_LIMIT = 115;

test('messages of the fixtures of every rule fit into a line of a problem list', () => {
  const long = fixtureRules().flatMap((rule) =>
    fixturesOf(rule, 'invalid').flatMap(({ text, name, config }) =>
      findingsIn(text, name, config, rule).flatMap(({ message }) => {
        const limit = rule in LONGER ? LONGER_LIMIT : LIMIT;
        return message.length > limit ? [`${message.length} ${rule}: ${message}`] : [];
      }),
    ),
  );
  expect([...new Set(long)].sort()).toEqual([]);
});
