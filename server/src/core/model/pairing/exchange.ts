import type { RuleId } from '../../rules/ids';
import type { Call, Conversation, Message, Result } from '../types';
import type { Pairing, Run } from './pairing';
import { idsOf } from './resultIds';

/** Look-ups that several rules share, made once for each pairing. */
interface Index {
  readonly runOf: ReadonlyMap<Call, Run>;
  readonly turnOf: ReadonlyMap<Message, number>;
  readonly keptCalls: ReadonlyMap<Message, number>;
  readonly gaps: Map<Run, Gap>;
}

/** What a provider's text says of a calling turn whose results are not all in place. */
export interface Gap {
  /** The ids without a result in place, comma-separated; undefined when there are too many to name. */
  readonly ids: string | undefined;
  /** The index of the message that should have held a result; undefined at the end of the list. */
  readonly i: number | undefined;
}

/** A text that lists more ids than this is no help, and 10^5 findings that each list 10^5 would never end. */
const MAX_LISTED = 50;

const indexes = new WeakMap<Pairing, Index>();

function indexOf(pairing: Pairing): Index {
  let index = indexes.get(pairing);
  if (index === undefined) {
    index = makeIndex(pairing);
    indexes.set(pairing, index);
  }
  return index;
}

function makeIndex(pairing: Pairing): Index {
  const runOf = new Map<Call, Run>();
  const turnOf = new Map<Message, number>();
  const keptCalls = new Map<Message, number>();
  for (const run of pairing.runs) {
    for (const call of run.calls) {
      runOf.set(call, run);
      keptCalls.set(call.message, (keptCalls.get(call.message) ?? 0) + 1);
    }
  }
  pairing.turns.forEach((turn, at) => {
    for (const message of turn.messages) turnOf.set(message, at);
  });
  return { runOf, turnOf, keptCalls, gaps: new Map() };
}

/** The run that a kept call's result belongs to. */
export function runOf(pairing: Pairing, call: Call): Run | undefined {
  return indexOf(pairing).runOf.get(call);
}

/** The place of a message's turn among the kept turns. */
export function turnOf(pairing: Pairing, message: Message): number | undefined {
  return indexOf(pairing).turnOf.get(message);
}

/** How many calls of a message the pairing keeps. */
export function keptCalls(pairing: Pairing, message: Message): number {
  return indexOf(pairing).keptCalls.get(message) ?? 0;
}

/** The values of the pairing texts for one calling turn. */
export function gapOf(conversation: Conversation, pairing: Pairing, run: Run): Gap {
  const { gaps } = indexOf(pairing);
  let gap = gaps.get(run);
  if (gap === undefined) {
    gap = findGap(conversation, pairing, run);
    gaps.set(run, gap);
  }
  return gap;
}

function findGap(conversation: Conversation, pairing: Pairing, run: Run): Gap {
  const answered = new Set<Call>();
  for (const result of run.standing) {
    const outcome = pairing.results.get(result);
    if (outcome?.kind !== 'kept') continue;
    answered.add(outcome.call);
    for (const { call } of outcome.also) answered.add(call);
  }
  const missing = run.calls.filter((call) => !answered.has(call)).map((call) => call.id.text);
  const isMerged = run.home !== undefined || conversation.dialect.turns === 'merged';
  const behind = (isMerged ? undefined : run.standing.at(-1)?.message) ?? run.turn.messages.at(-1);
  const i = (behind?.index ?? conversation.messages.length) + 1;
  return {
    ids: missing.length > MAX_LISTED || missing.includes('') ? undefined : missing.join(', '),
    i: i < conversation.messages.length ? i : undefined,
  };
}

/** Nobody gave a call its id, and the target that was chosen takes no result without one: there is none to put in. */
export function asksForIds(context: {
  readonly conversation: Conversation;
  readonly pairing: Pairing;
  readonly enforces: (rule: RuleId) => boolean;
}): boolean {
  const { conversation, pairing, enforces } = context;
  return pairing.mode === 'order' && conversation.isTargetChosen && enforces('tool-call-id-missing');
}

/** Every id that a call or result carries, blanks included. */
export function* pairingIds({ messages }: Conversation): Generator<string> {
  for (const message of messages) {
    for (const call of message.calls) yield call.id.text;
    for (const result of message.results) for (const id of idsOf(result)) yield id.text;
  }
}

/** Results of one message or block as the provider counts them: message and block index, and the id. */
export function resultValues(result: Result): Record<string, string | number> {
  return known({ i: result.message.index, j: blockIndex(result), id: result.id.text, kind: result.kindName });
}

/** The place of a part among the blocks of its content, or of a call among the calls. */
export function blockIndex(part: { readonly node: { readonly key: string | number } }): number {
  return typeof part.node.key === 'number' ? part.node.key : 0;
}

/** Drops what is undefined, so that a text that needs it is not printed with a hole. */
export function known(values: Readonly<Record<string, string | number | undefined>>): Record<string, string | number> {
  const left: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) if (value !== undefined) left[name] = value;
  return left;
}
