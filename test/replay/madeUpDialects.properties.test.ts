// A window that moves is checked as if anew, whatever calls and results pair by: over dialects that nobody speaks.
import fc from 'fast-check';
import { test } from 'vitest';
import { defaultResolvedConfig } from '../../server/src/core/config/defaults';
import { follow } from '../support/follow';
import { toyConversation } from '../support/pairToys';
import { toyItems } from '../support/toyItems';
import { toyNames } from '../support/toyNames';

const tool = fc.constantFrom('f', 'g');
const ref = fc.constantFrom({}, {}, { ref: 'a' }, { ref: 'b' });
const toCall = fc.tuple(ref, tool).map(([id, name]) => ({ call: { ...id, tool: name, with: {} } }));
const answers = fc
  .tuple(ref, fc.option(tool, { nil: undefined }))
  .map(([id, name]) => ({ result: { ...id, ...(name !== undefined && { tool: name }), gives: 'r' } }));
const few = <One>(one: fc.Arbitrary<One>) => fc.array(one, { minLength: 1, maxLength: 2 });
const named = fc.oneof(
  few(toCall).map((bits) => [{ who: 'machine', bits }]),
  few(answers).map((bits) => [{ who: 'person', bits }]),
  fc.constantFrom('machine', 'person').map((who) => [{ who, bits: [{ says: 'x' }] }]),
  toCall.map(({ call: { with: _, ...call } }) => [
    { who: 'machine', bits: [{ call: { ...call, with: {} } }] },
    { who: 'person', bits: [{ result: { ...call, gives: 'r' } }] },
  ]),
);
const item = fc.oneof(
  fc.record({ is: fc.constantFrom('call', 'result'), ref: fc.constantFrom('a', 'b', 'c', 'd') }),
  fc.record({ who: fc.constantFrom('user', 'assistant'), says: fc.constant('x') }),
);

test.each([
  ['names', toyNames, fc.array(named, { maxLength: 40, size: 'max' }).map((some) => some.flat())],
  ['ids, anywhere behind the call', toyItems, fc.array(item, { maxLength: 40, size: 'max' })],
] as const)('a window that moves is checked as if anew where calls and results pair by %s', (_, dialect, lists) => {
  fc.assert(
    fc.property<[readonly unknown[]]>(lists, (list) => {
      follow(toyConversation(dialect, list), { ...defaultResolvedConfig, target: dialect.defaultTarget });
    }),
    { numRuns: 40 },
  );
});
