// Holds the one table that detection makes of all dialects' looks: room for more, and a bit for each sign.
import { expect, test } from 'vitest';
import { FIRST_OWN, Sign } from '../../server/src/core/detect/signature';
import { NATIVE, signBits } from '../../server/src/core/detect/signBits';
import { contentTable, entryKeys, keyRows } from '../../server/src/core/detect/vocabulary';
import { dialects } from '../../server/src/core/dialects/index';

/** Flags in one integer. */
const BITS = 32;

test('each sign has a bit of its own, above those that are nobody’s', () => {
  const bits = [...signBits.values()];
  expect(new Set(bits).size).toBe(bits.length);
  const common = Object.values(Sign).reduce((all, bit) => all | bit, 0);
  expect(common).toBe(2 ** FIRST_OWN - 1);
  expect(NATIVE & common).toBe(0);
  expect(dialects.flatMap(({ look }) => look.signs).every((sign) => signBits.has(sign))).toBe(true);
});

test('there is room for more dialects', () => {
  const room = {
    signs: BITS - FIRST_OWN - signBits.size,
    membersOfEntries: BITS - entryKeys.size,
    membersOfBlocks: BITS - contentTable.untypedKeys.size,
  };
  // Those of one dialect at least.
  for (const [of, left] of Object.entries(room)) expect(left, of).toBeGreaterThanOrEqual(4);
});

test('what a row of a look says is a sign that its dialect lists', () => {
  for (const { look } of dialects) {
    const rows = [
      ...[look.blocks, look.blockEndings, look.blockBeginnings, look.untypedBlocks, look.roles, look.items, look.keys],
    ].flatMap((table): { sign?: unknown }[] => Object.values(table ?? {}));
    const calls = Object.values(look.keys ?? {}).flatMap((key) => key.calls ?? []);
    const named = [...rows, ...calls].flatMap(({ sign }) => (sign === undefined ? [] : [sign]));
    expect(named.filter((sign) => !look.signs.some((own) => own === sign))).toEqual([]);
  }
});

test('members are looked at in the order of the dialects that tell of them', () => {
  expect(keyRows.map(({ key }) => key)).toEqual(['tool_calls', 'tool_call_id', 'function_call', 'tool_name']);
});
