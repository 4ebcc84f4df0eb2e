import type { Call, DialectTraits, Message, PairingId } from '../types';
import { besideBroken } from './broken';
import type { KeptTurn, Pairing } from './pairing';
import { mayHoldStrayId } from './strayIds';

/**
 * Root causes only (docs/design/rules.md, "One fault, one finding"): a call whose missing answer another fault explains is
 * marked, so that the linter reports the fault and not its consequence. Normalization does not look at these marks.
 */
export function explainOpenCalls(
  pairing: Pairing,
  messages: readonly Message[],
  traits: DialectTraits,
  storedResultsTo: number,
): Set<Call> {
  const explained = new Set<Call>();
  const spokenFor = idsOfUnreadableResults(messages, traits);
  for (const outcome of pairing.results.values()) {
    // The result stands before its call: that is the fault, reported at the result.
    if (outcome.kind === 'dropped' && outcome.rule === 'orphan-result' && outcome.call !== undefined)
      explained.add(outcome.call);
  }
  const { callers } = besideBroken(messages, traits);
  const openBehind = unusableResultsBehind(pairing);
  const next = pairing.mode === 'name' ? turnsBehind(pairing) : undefined;
  for (const run of pairing.runs) {
    let unusable = openBehind.get(run.turn.messages.at(-1)) ?? 0;
    // The results that stand there are too few, or not what the calls wait for: a fault of theirs.
    const isAnswered = next
      ?.get(run.turn)
      ?.messages.some(({ role, results }) => role !== 'assistant' && results.length > 0);
    for (const call of run.calls) {
      const outcome = pairing.calls.get(call);
      if (outcome?.kind !== 'kept' || outcome.answer !== undefined) continue;
      if (
        isAnswered === true ||
        callers.has(call.message) ||
        call.message.index < storedResultsTo ||
        call.message.mayStayOpen ||
        (spokenFor.get(call.id.text) ?? -1) > call.message.index
      )
        explained.add(call);
      else if (unusable > 0) {
        unusable--;
        explained.add(call);
      }
    }
  }
  return explained;
}

function turnsBehind({ turns }: Pairing): Map<KeptTurn, KeptTurn> {
  const behind = new Map<KeptTurn, KeptTurn>();
  turns.forEach((turn, at) => {
    const before = turns[at - 1];
    if (before !== undefined) behind.set(before, turn);
  });
  return behind;
}

/** Results without a usable id that stand between a calling turn and the next one: each was meant for one of its calls. */
function unusableResultsBehind(pairing: Pairing): Map<Message | undefined, number> {
  const counts = new Map<Message | undefined, number>();
  const lastOfTurn = new Set(pairing.runs.map((run) => run.turn.messages.at(-1)));
  let calling: Message | undefined;
  for (const message of pairing.walked) {
    for (const result of message.results) {
      const outcome = pairing.results.get(result);
      if (outcome?.kind !== 'dropped' || outcome.rule !== 'unusable-call-id') continue;
      counts.set(calling, (counts.get(calling) ?? 0) + 1);
    }
    if (lastOfTurn.has(message)) calling = message;
  }
  return counts;
}

/** Ids that messages name which are no results as they stand, each with the index behind which no call of the id is spoken for. */
function idsOfUnreadableResults(messages: readonly Message[], { strayId }: DialectTraits): Map<string, number> {
  const ids = new Map<string, number>();
  const add = ({ fault, text }: PairingId, index: number) => {
    if (fault === undefined) ids.set(text, Math.max(ids.get(text) ?? 0, index));
  };
  for (const message of messages) {
    // A role that is misspelled is the fault; its message answers what it names all the same.
    const isMisspelled = message.shape === 'message' && message.role === 'other';
    const isStray = strayId === undefined ? message.role === 'tool' : mayHoldStrayId(message);
    if (isMisspelled || isStray) {
      for (const one of message.namedIds()) add(one, isMisspelled ? Number.POSITIVE_INFINITY : message.index);
    }
    if (message.shape !== 'no-role') continue;
    for (const result of message.results) add(result.id, Number.POSITIVE_INFINITY);
  }
  return ids;
}
