// What a safe fix takes out is held against an oracle of the tests' own, which compares every call with every result.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits, fix, lint } from '../../server/src/core/index';
import { distanceOfIds } from '../../server/src/core/model/pairing/nearIds';
import { type Shaped, shapes } from '../support/slips';

/** Entries of one exchange or less, with ids that are taken from a few that are near each other or not. */
function entries(dialect: Shaped): fc.Arbitrary<object[]> {
  const { calling, result } = shapes[dialect];
  const id = fc.constantFrom<string | undefined>(
    'call_a1',
    'call_a2',
    'call_',
    'CALL-A1',
    'zzzz9',
    'kkkk7',
    '',
    '0',
    undefined,
  );
  const call = fc.array(id, { minLength: 1, maxLength: 2 }).map(calling);
  const user = fc.constantFrom<object>({ role: 'user', content: 'go on' }, { role: 'assistant', content: 'well' });
  const answer = fc.tuple(id, fc.nat(3)).map(([of, n]) => result(of, `evidence ${n}`));
  const onUser = call.map((message) => ({ ...message, role: 'user' }));
  return fc.array(
    fc.oneof(
      { weight: 4, arbitrary: call },
      { weight: 5, arbitrary: answer },
      { weight: 3, arbitrary: user },
      { weight: 1, arbitrary: onUser },
    ),
    { minLength: 2, maxLength: 8 },
  );
}

interface Half {
  readonly kind: 'call' | 'result';
  readonly id: string;
  readonly at: number;
  readonly text: string;
}

interface Entry {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly { id?: string; tool_call_id?: string }[];
  readonly tool_call_id?: string;
}

/** The calls and results of a list, read by the tests' own hand. */
function halvesOf(list: readonly object[]): Half[] {
  return (list as readonly Entry[]).flatMap((entry, at): Half[] => {
    const blocks = Array.isArray(entry.content)
      ? (entry.content as { type: string; id?: string; tool_use_id?: string; content?: string }[])
      : [];
    const usable = (id: string | undefined) => (id === undefined || id.trim() === '' || id === '0' ? '' : id);
    return [
      ...(entry.tool_calls ?? []).map((one): Half => {
        return { kind: 'call', id: usable(one.id ?? one.tool_call_id), at, text: '' };
      }),
      ...blocks.flatMap((block): Half[] => {
        if (block.type === 'tool_use') return [{ kind: 'call', id: usable(block.id), at, text: '' }];
        return [{ kind: 'result', id: usable(block.tool_use_id), at, text: block.content ?? '' }];
      }),
      ...(entry.role === 'tool'
        ? [{ kind: 'result', id: usable(entry.tool_call_id), at, text: String(entry.content) } as const]
        : []),
    ];
  });
}

/** Whether a call that has surely no answer could have this result, or any call bears its very id. */
function couldBeAnswer(result: Half, halves: readonly Half[], list: readonly object[]): boolean {
  const calling = [...new Set(halves.filter(({ kind }) => kind === 'call').map(({ at }) => at))].filter(
    (at) => (list[at] as Entry).role === 'assistant',
  );
  return halves.some((call) => {
    if (call.kind !== 'call') return false;
    if (call.id !== '' && call.id === result.id) return true;
    const isOpen = call.id === '' || !halves.some((one) => one.kind === 'result' && one.id === call.id);
    if (!isOpen || result.at <= call.at) return false;
    const behind = calling.filter((at) => at > call.at);
    return distanceOfIds(call.id, result.id) !== undefined || result.at < (behind[1] ?? Number.POSITIVE_INFINITY);
  });
}

test.each(['flat', 'chat', 'messages'] as const)(
  'a text of %s that goes had no call, or an equal twin stays',
  (dialect) => {
    let gone = 0;
    fc.assert(
      fc.property(entries(dialect), (list) => {
        const text = JSON.stringify(list, null, 1);
        const config = { files: [{ glob: '**', dialect }] };
        const halves = halvesOf(list);
        // Without any id calls and results pair in their order, which is another matter.
        fc.pre(halves.some(({ kind, id }) => kind === 'call' && id !== ''));
        const check = (after: string) => {
          const left = halvesOf(JSON.parse(after) as object[]);
          const texts = new Set(halves.filter(({ kind }) => kind === 'result').map((one) => one.text));
          for (const said of texts) {
            if (left.some((one) => one.text === said)) continue;
            gone++;
            const results = halves.filter((one) => one.text === said);
            expect(results.filter((one) => couldBeAnswer(one, halves, list)).map((one) => one.text)).toEqual([]);
          }
        };
        check(fix(text, { config }).text);
        for (const { fixes } of lint(text, { config })) {
          for (const { safety, edits } of fixes) if (safety === 'safe') check(applyEdits(text, edits));
        }
      }),
      { numRuns: 300, seed: 21 },
    );
    expect(gone).toBeGreaterThan(10);
  },
);
