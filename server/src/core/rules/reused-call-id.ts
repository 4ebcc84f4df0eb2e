import type { Rewrite } from '../json/rewrite';
import { dropCall, dropResult, joinDrops } from '../model/edits/dropping';
import { freshIds } from '../model/edits/freshIds';
import { offersForCall } from '../model/edits/pairTogether';
import { pairingIds } from '../model/pairing/exchange';
import type { CallOutcome } from '../model/pairing/pairing';
import { writePairingId } from '../model/pairing/pairingId';
import { idFor } from '../model/pairing/resultIds';
import type { Call, Result } from '../model/types';
import { quote, quoteBriefly } from '../text/quote';
import type { ProposedFix, Rule, RuleContext } from './types';

/** A later declaration of an id. */
interface Reuse {
  readonly call: Call;
  readonly first: Call;
  /** The first exchange has its result before this call. */
  readonly isClosed: boolean;
  /** The result of its own that follows. */
  readonly answer: Result | undefined;
  /** Another call of the same message has the id too, and nobody knows which of them the result answers. */
  readonly isTwin: boolean;
}

export const reusedCallId: Rule = {
  meta: {
    id: 'reused-call-id',
    summary: 'A later turn declares a call id again.',
    severity: 'error',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'safe',
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/pairing.md, "An id that is used again"',
    foreign: 'pairs',
  },
  conversation: (context) => {
    const { conversation } = context;
    const reuses = reusesOf(context);
    if (reuses.length === 0) return;
    const fresh = freshIds(() => pairingIds(conversation));
    const isFlat = conversation.dialect.reusedIds === 'drop';
    for (const reuse of reuses) {
      const { call, first, isClosed } = reuse;
      const id = fresh(call.id.text);
      const isFact = isClosed && !isFlat;
      context.report({
        at: call.node,
        message: describe(call, isClosed, isFlat),
        ...(isFact ? { severity: 'info' } : {}),
        related: [{ message: 'The first declaration', at: first.node }],
        fixes: () => fixes(reuse, id, context),
        isUnnecessary: !isFact,
      });
    }
  },
};

function describe(call: Call, isClosed: boolean, isFlat: boolean): string {
  const id = quoteBriefly(call.id.text);
  if (!isClosed) return `The call id ${id} is declared again while its first call is open. Give this one its own.`;
  if (isFlat) return `The call id ${id} was used by an earlier turn. Give this call and its result their own.`;
  return `The call id ${id} was used by an earlier exchange. Providers take that; a new one makes it plain.`;
}

/**
 * Walks the list once. Outside flat the pairing keeps a reuse of a closed id and says so; in flat, and while the first is open,
 * it drops the later call, and the result that follows it is the one that was meant for it.
 */
function reusesOf({ pairing }: RuleContext): Reuse[] {
  if (![...pairing.calls.values()].some((outcome) => reusedBy(outcome) !== undefined)) return [];
  const found: Growing[] = [];
  const answered = new Set<Call>();
  const latest = new Map<string, Growing>();
  for (const message of pairing.walked) {
    for (const part of message.parts) {
      if (part.kind === 'call') {
        const outcome = pairing.calls.get(part);
        const first = outcome === undefined ? undefined : reusedBy(outcome);
        if (first === undefined) continue;
        const before = latest.get(part.id.text);
        const isTwin = before?.call.message === message;
        if (isTwin) before.isTwin = true;
        const reuse = { call: part, first, isClosed: answered.has(first), answer: answerOf(outcome), isTwin };
        found.push(reuse);
        latest.set(part.id.text, reuse);
      } else if (part.kind === 'result' && part.id.fault === undefined) {
        const outcome = pairing.results.get(part);
        if (outcome?.kind === 'kept') for (const one of [outcome, ...outcome.also]) answered.add(one.call);
        const reuse = latest.get(part.id.text);
        if (reuse?.isClosed === true && reuse.answer === undefined && outcome?.kind === 'dropped') reuse.answer = part;
      }
    }
  }
  return found;
}

type Growing = Reuse & { answer: Result | undefined; isTwin: boolean };

function reusedBy(outcome: CallOutcome): Call | undefined {
  if (outcome.kind === 'kept') return outcome.reuses;
  return outcome.rule === 'reused-call-id' ? outcome.first : undefined;
}

function answerOf(outcome: CallOutcome | undefined): Result | undefined {
  return outcome?.kind === 'kept' ? outcome.answer : undefined;
}

function fixes({ call, answer, isClosed, isTwin }: Reuse, id: string, context: RuleContext): ProposedFix[] {
  const { conversation, pairing } = context;
  const rename: Rewrite = new Map();
  writePairingId(rename, call.node, call.id, id);
  if (answer !== undefined) writePairingId(rename, answer.node, idFor(answer, call.id.text), id);
  const isWhole = isClosed && answer !== undefined && !isTwin;
  const renaming: ProposedFix = {
    title: isWhole ? `Rename the later call and its result to ${quote(id)}` : `Rename the later call to ${quote(id)}`,
    does: isWhole ? { kind: 'rename-pair' } : { kind: 'choice' },
    rewrite: rename,
  };
  const own = isWhole ? dropResult(conversation, pairing, answer) : undefined;
  const withoutCall = dropCall(conversation, pairing, call);
  const drop = withoutCall !== undefined && own !== undefined ? joinDrops(withoutCall, own) : withoutCall;
  const dropping: ProposedFix[] =
    drop === undefined
      ? []
      : [
          {
            title: isWhole ? 'Remove the later call and its result' : 'Remove the later call',
            does:
              isWhole || conversation.dialect.reusedIds !== 'drop'
                ? { kind: 'choice' }
                : { kind: 'drop-call', of: call },
            rewrite: drop,
          },
        ];
  if (isWhole) return [renaming, ...dropping];
  const offers = offersForCall(conversation, pairing, call);
  return offers.length > 0 ? [...offers, ...dropping] : [...dropping, renaming];
}
