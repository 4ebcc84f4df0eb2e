import type { Call, DialectTraits, Message, Result } from '../types';
import type { CallOutcome, KeptTurn, PairingMode, ResultOutcome } from './pairing';

/** The part of the walk that runs read and complete. */
export interface Outcomes {
  readonly mode: PairingMode;
  readonly calls: Map<Call, CallOutcome>;
  readonly results: Map<Result, ResultOutcome>;
  /** Ids of calls that the provider runs. */
  readonly exemptIds: ReadonlySet<string>;
  /** Results behind this index may have their calls where the provider keeps them, and calls in front of the other their results. */
  readonly storedCallsFrom: number;
  readonly storedResultsTo: number;
}

export interface FoundRun {
  readonly at: number;
  readonly turn: KeptTurn;
  readonly calls: readonly Call[];
  readonly results: readonly Result[];
  readonly home: Message | undefined;
  /** What arrives goes behind this entry, or behind the last result that stands. */
  readonly behind: Message | undefined;
}

export function findRuns(turns: readonly KeptTurn[], outcomes: Outcomes, traits: DialectTraits): FoundRun[] {
  const found: FoundRun[] = [];
  for (const [at, turn] of turns.entries()) {
    const calls: Call[] = [];
    for (const message of turn.messages) for (const call of message.calls) if (isKept(outcomes, call)) calls.push(call);
    if (calls.length === 0) continue;
    const { results, home } = resultsBehind(turns, at + 1, outcomes, traits);
    const behind = traits.adjacency === 'none' ? lastOutput(turns, at, calls) : undefined;
    found.push({ at, turn, calls, results, home, behind });
  }
  return found;
}

function resultsBehind(
  turns: readonly KeptTurn[],
  from: number,
  outcomes: Outcomes,
  { adjacency, keepsResultsApart }: DialectTraits,
): { results: Result[]; home: Message | undefined } {
  switch (adjacency) {
    case 'lead':
      return leadOf(turns, from, outcomes);
    case 'turn':
      return turnBehind(turns, from, keepsResultsApart === true);
    default:
      return toolRun(turns, from);
  }
}

/** Where results may stand anywhere: the turn's last call, and the results directly behind that, which what arrives goes behind. */
function lastOutput(turns: readonly KeptTurn[], at: number, calls: readonly Call[]): Message | undefined {
  const last = calls.at(-1)?.message;
  if (last === undefined || turns[at]?.messages.at(-1) !== last) return last;
  let behind = last;
  for (let next = at + 1; ; next++) {
    const message = turns[next]?.messages[0];
    if (message?.role !== 'tool' || message.results.length === 0) return behind;
    behind = message;
  }
}

/** All results of the next turn, wherever they stand in it, if it is not the assistant's. Rows of another dialect stand in front. */
function turnBehind(
  turns: readonly KeptTurn[],
  from: number,
  isApart: boolean,
): { results: Result[]; home: Message | undefined } {
  const results: Result[] = [];
  let next = from;
  for (; isForeignRow(turns[next]); next++) for (const row of turns[next]?.messages ?? []) results.push(...row.results);
  const turn = turns[next];
  if (turn === undefined || turn.role === 'assistant') return { results, home: undefined };
  const own = turn.messages.flatMap((message) => message.results);
  results.push(...own);
  if (isApart && own.length === 0) return { results, home: undefined };
  const home = turn.role === 'user' ? turn.messages.find(({ foreign }) => foreign === undefined) : undefined;
  return { results, home };
}

/** The tool messages directly behind the calling message, and entries of another dialect that lead with results. */
function toolRun(turns: readonly KeptTurn[], from: number): { results: Result[]; home: undefined } {
  const results: Result[] = [];
  for (let next = from; ; next++) {
    const message = turns[next]?.messages[0];
    if (message === undefined || (message.role !== 'tool' && message.foreign === undefined)) break;
    const others = message.parts.findIndex((part) => part.kind !== 'result');
    const isRow = message.role === 'tool' || others < 0;
    for (const part of isRow ? message.parts : message.parts.slice(0, others))
      if (part.kind === 'result') results.push(part);
    if (!isRow) break;
  }
  return { results, home: undefined };
}

/**
 * Messages: the results that lead the user turn behind. They start in its first message and go on into the next ones only
 * while each holds nothing but results: an empty message in between is none to the provider, which merges the turn. Rows of
 * another dialect that are results stand in front of them.
 */
function leadOf(
  turns: readonly KeptTurn[],
  from: number,
  outcomes: Outcomes,
): { results: Result[]; home: Message | undefined } {
  const results: Result[] = [];
  let next = from;
  for (; isForeignRow(turns[next]); next++) for (const row of turns[next]?.messages ?? []) results.push(...row.results);
  const turn = turns[next];
  if (turn?.role !== 'user') return { results, home: undefined };
  for (const message of turn.messages) {
    const left = message.parts.filter((part) => !isDropped(outcomes, part));
    const leading = left.findIndex((part) => part.kind !== 'result');
    for (const part of leading < 0 ? left : left.slice(0, leading)) if (part.kind === 'result') results.push(part);
    if (leading >= 0) break;
  }
  return { results, home: turn.messages.find(({ foreign }) => foreign === undefined) };
}

function isForeignRow(turn: KeptTurn | undefined): boolean {
  return turn?.role === 'tool' && turn.messages.every(({ foreign }) => foreign !== undefined);
}

function isKept(outcomes: Outcomes, call: Call): boolean {
  return outcomes.calls.get(call)?.kind === 'kept';
}

export function isDropped(outcomes: Outcomes, part: Message['parts'][number]): boolean {
  if (part.kind === 'call') return !isKept(outcomes, part);
  return part.kind === 'result' && outcomes.results.get(part)?.kind === 'dropped';
}
