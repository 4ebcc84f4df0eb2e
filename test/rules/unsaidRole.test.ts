// Holds that a role which an entry leaves out, and its dialect implies, is nobody's fault.
import { expect, test } from 'vitest';
import { defaultResolvedConfig } from '../../server/src/core/config/defaults';
import { runRules } from '../../server/src/core/lint/runRules';
import { toyConversation } from '../support/pairToys';
import { toyNames } from '../support/toyNames';

const found = (...who: readonly (string | undefined)[]) => {
  const dialect = { ...toyNames, roles: ['person', 'machine'] };
  const entries = who.map((one) => ({ ...(one === undefined ? {} : { who: one }), bits: [{ says: 'so' }] }));
  const { ofMessages, ofConversation } = runRules(toyConversation(dialect, entries), defaultResolvedConfig);
  return [...ofMessages.flatMap((some) => some ?? []), ...ofConversation].map(({ rule }) => rule);
};

test('a role that is left out is none that could be wrong', () => {
  expect(found(undefined, 'machine', 'person')).not.toContain('role-invalid');
  expect(found(undefined, 'machinist', 'person')).toContain('role-invalid');
});
