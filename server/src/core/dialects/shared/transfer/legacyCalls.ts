import { SYNTHETIC_TEXT } from '../../../model/stubs';
import type { Conversation, PairingId } from '../../../model/types';
import type { LossLog } from '../../../transfer/lossLog';
import type { CallPart, ResultPart, Turn } from '../../../transfer/types';
import type { ReadPairs } from './readPairs';
import { filled, loseOthers, textPart } from './turns';

const NO_ID: PairingId = { node: undefined, key: 'id', holder: undefined, text: '', fault: 'missing', isPadded: false };

const CALL_KEYS: ReadonlySet<string> = new Set(['name', 'arguments']);

/**
 * The calls of Chat Completions before there were ids: `function_call`, answered by the next message of role `function`. Each
 * is given an id that no other call has.
 */
export function withLegacyCalls(
  turns: readonly Turn[],
  { messages }: Conversation,
  pairs: ReadPairs,
  closesCalls: boolean,
  lossLog: LossLog,
): readonly Turn[] {
  const isLegacy = messages.some(
    ({ role, node }) => role === 'function' || filled(node.get('function_call')) !== undefined,
  );
  if (!isLegacy) return turns;
  const taken = new Set(messages.flatMap(({ calls, results }) => [...calls, ...results].map(({ id }) => id.text)));
  let count = 0;
  const freshId = () => {
    do count++;
    while (taken.has(`function_call_${count}`));
    return `function_call_${count}`;
  };
  let open: LegacyCall | undefined;
  /** Calls that the turn behind them does not answer, by name. */
  const left = new Map<string, LegacyCall[]>();
  /** Results that stand elsewhere or nowhere, by the turn that they go behind. */
  const arriving = new Map<number, Turn>();
  const leave = () => {
    if (open !== undefined && closesCalls) {
      const same = left.get(open.name);
      if (same === undefined) left.set(open.name, [open]);
      else same.push(open);
    }
    open = undefined;
  };
  const answer = (turn: Turn, { call }: LegacyCall): Turn => {
    const { at, form, parts } = turn;
    const result: ResultPart = { kind: 'result', at, id: NO_ID, content: { form, parts }, error: undefined };
    pairs.bind(result, call);
    return { ...turn, role: 'tool', roleText: 'tool', form: 'parts', parts: [result] };
  };
  const read = turns.map((turn, at): Turn | undefined => {
    if (turn.role === 'function') {
      const name = turn.at.get('name')?.text() ?? '';
      const answered = open !== undefined && (name === '' || name === open.name) ? open : undefined;
      if (answered === undefined) leave();
      open = undefined;
      if (answered !== undefined) return answer(turn, answered);
      const found = left.get(name)?.pop();
      if (found === undefined) {
        lossLog.lose(turn.at, 'a result that answers no call: it becomes text of the user');
        return { ...turn, role: 'user', roleText: 'user' };
      }
      lossLog.lose(turn.at, `its place: the result goes to its call "${found.id}"`);
      arriving.set(found.at, answer(turn, found));
      return undefined;
    }
    if (turn.role === 'system' || turn.role === 'developer') return turn;
    leave();
    const called = turn.role === 'assistant' ? filled(turn.at.get('function_call')) : undefined;
    if (called === undefined) return turn;
    if (called.kind !== 'object') {
      lossLog.lose(called, 'a call that is no object');
      return turn;
    }
    loseOthers(lossLog, called, CALL_KEYS, "the call's");
    const id = freshId();
    const input = called.get('arguments');
    const call: CallPart = {
      kind: 'call',
      at: called,
      id: NO_ID,
      name: called.get('name'),
      input: input === undefined ? { kind: 'absent' } : { kind: 'json', node: input },
    };
    pairs.give(call, id);
    open = { name: called.get('name')?.text() ?? '', id, call, at };
    return { ...turn, parts: [...turn.parts, call] };
  });
  // The call of the last turn may be new, or cut off, and is for those who know.
  for (const one of [...left.values()].flat()) arriving.set(one.at, standIn(one, pairs, lossLog));
  return read.flatMap((turn, at) => [turn ?? [], arriving.get(at) ?? []].flat());
}

/** A call that waits for the result behind it. */
interface LegacyCall {
  readonly name: string;
  readonly id: string;
  readonly call: CallPart;
  /** The index of its turn. */
  readonly at: number;
}

/** A result in place of the one that never came, as normalization puts it in. */
function standIn({ call, id }: LegacyCall, pairs: ReadPairs, lossLog: LossLog): Turn {
  const { at } = call;
  const content = { form: 'text', parts: [textPart(at, SYNTHETIC_TEXT)] } as const;
  const result: ResultPart = { kind: 'result', at, id: NO_ID, content, error: undefined };
  pairs.bind(result, call);
  lossLog.add(at, `the call "${id}" has no result and is given one: ${SYNTHETIC_TEXT}`);
  const frame = { role: 'tool', roleText: 'tool', at, isRaw: false, mayStayOpen: false, isCutOff: false } as const;
  return { ...frame, form: 'parts', parts: [result] };
}
