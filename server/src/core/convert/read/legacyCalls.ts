import type { Conversation, PairingId } from '../../model/types';
import type { Ledger } from '../ledger';
import type { CallPart, Part, Turn } from '../types';
import { filled, loseOthers } from './turns';

const NO_ID: PairingId = { node: undefined, key: 'id', text: '', fault: 'missing', isPadded: false };

const CALL_KEYS: ReadonlySet<string> = new Set(['name', 'arguments']);

/**
 * The calls of Chat Completions before there were ids: `function_call`, answered by the next message of role `function`. Each
 * is given an id that no other call has.
 */
export function withLegacyCalls(
  turns: readonly Turn[],
  { messages }: Conversation,
  orderedIds: Map<Part, string>,
  ledger: Ledger,
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
  let open: { readonly name: string; readonly id: string } | undefined;
  return turns.map((turn): Turn => {
    if (turn.role === 'function') {
      const name = turn.at.get('name')?.text() ?? '';
      const answered = open !== undefined && (name === '' || name === open.name) ? open : undefined;
      open = undefined;
      if (answered === undefined) {
        ledger.lose(turn.at, 'a result that answers no call: it becomes text of the user');
        return { ...turn, role: 'user', roleText: 'user' };
      }
      const { at, form, parts } = turn;
      const result: Part = { kind: 'result', at, id: NO_ID, content: { form, parts }, error: undefined };
      orderedIds.set(result, answered.id);
      return { ...turn, role: 'tool', roleText: 'tool', form: 'parts', parts: [result] };
    }
    if (turn.role === 'system' || turn.role === 'developer') return turn;
    open = undefined;
    const called = turn.role === 'assistant' ? filled(turn.at.get('function_call')) : undefined;
    if (called === undefined) return turn;
    if (called.kind !== 'object') {
      ledger.lose(called, 'a call that is no object');
      return turn;
    }
    loseOthers(ledger, called, CALL_KEYS, "the call's");
    const id = freshId();
    const input = called.get('arguments');
    const call: CallPart = {
      kind: 'call',
      at: called,
      id: NO_ID,
      name: called.get('name'),
      input: input === undefined ? { kind: 'absent' } : { kind: 'json', node: input },
    };
    ledger.add(called, `the call has no id and is given "${id}"`);
    orderedIds.set(call, id);
    open = { name: called.get('name')?.text() ?? '', id };
    return { ...turn, parts: [...turn.parts, call] };
  });
}
