import { isPendingApproval } from './approval';
import type { CallFate, KeptTurn, ResultFate, Run } from './pairing';
import type { DialectTraits } from './traits';
import type { Call, Message, Result } from './types';

/** The part of the walk that runs read and complete. */
export interface Fates {
  readonly mode: 'id' | 'order';
  readonly calls: Map<Call, CallFate>;
  readonly results: Map<Result, ResultFate>;
  /** Ids of calls that the provider runs. */
  readonly exemptIds: ReadonlySet<string>;
}

/**
 * Groups what is left into turns, finds the run of each calling turn, and says which results stand there, which have to move
 * there, and which calls stay open. Read once, after the drops and before the moves (spec 03, "Fine points").
 */
export function keepRuns(
  kept: readonly Message[],
  fates: Fates,
  traits: DialectTraits,
  keepOpenTail: boolean,
): { turns: KeptTurn[]; runs: Run[] } {
  const turns = groupTurns(kept, traits);
  const found = turns.flatMap((turn, at) => {
    const calls = turn.messages.flatMap((message) => message.calls).filter((call) => isKept(fates, call));
    if (calls.length === 0) return [];
    const { results, home } = traits.mergesNeighbours ? leadOf(turns[at + 1], fates) : toolRun(turns, at);
    return [{ at, turn, calls, results, home }];
  });
  if (fates.mode === 'order') pairInOrder(kept, found, fates);
  const runOf = new Map<Call, number>();
  found.forEach((run, index) => {
    for (const call of run.calls) runOf.set(call, index);
  });
  const standing = found.map((run, index) => run.results.filter((result) => runIndex(fates, runOf, result) === index));
  const isStanding = new Set(standing.flat());
  const moved: Result[][] = found.map(() => []);
  const answers = new Map<Call, Result>();
  for (const message of kept) {
    for (const result of message.results) {
      const fate = fates.results.get(result);
      const run = runIndex(fates, runOf, result);
      if (fate?.kind !== 'kept' || run === undefined) continue;
      answers.set(fate.call, result);
      const isMisplaced = !isStanding.has(result);
      if (isMisplaced) moved[run]?.push(result);
      fates.results.set(result, { ...fate, isMisplaced });
    }
  }
  const tail = tailRun(turns, found, fates);
  const runs = found.map((run, index) => {
    for (const call of run.calls) {
      const fate = fates.calls.get(call);
      if (fate?.kind !== 'kept') continue;
      fates.calls.set(call, { ...fate, answer: answers.get(call), isTail: index === tail });
    }
    const open = run.calls.filter((call) => !answers.has(call) && !isPendingApproval(call));
    return {
      turn: run.turn,
      calls: run.calls,
      standing: standing[index] ?? [],
      moved: moved[index] ?? [],
      open: keepOpenTail && index === tail ? [] : open,
      home: run.home,
    };
  });
  return { turns, runs };
}

interface FoundRun {
  readonly at: number;
  readonly turn: KeptTurn;
  readonly calls: readonly Call[];
  readonly results: readonly Result[];
  readonly home: Message | undefined;
}

/** Whether the provider reads two neighbours as one turn. System and foreign roles always stand alone. */
export function isSameTurn(before: Message, message: Message, traits: DialectTraits): boolean {
  if (!traits.mergesNeighbours || before.role !== message.role) return false;
  return message.role === 'user' || message.role === 'assistant';
}

function groupTurns(kept: readonly Message[], traits: DialectTraits): KeptTurn[] {
  const groups: Message[][] = [];
  let before: Message | undefined;
  for (const message of kept) {
    if (before !== undefined && isSameTurn(before, message, traits)) groups.at(-1)?.push(message);
    else groups.push([message]);
    before = message;
  }
  return groups.map((messages) => ({ role: messages[0]?.role ?? 'other', messages }));
}

/** Flat and chat: the tool messages directly behind the calling message. */
function toolRun(turns: readonly KeptTurn[], at: number): { results: Result[]; home: undefined } {
  const results: Result[] = [];
  for (let next = at + 1; turns[next]?.role === 'tool'; next++) {
    for (const message of turns[next]?.messages ?? []) results.push(...message.results);
  }
  return { results, home: undefined };
}

/**
 * Messages: the results that lead the user turn behind. They start in its first message and go on into the next one only
 * while each holds nothing but results: an empty message in between is none to the provider, which merges the turn.
 */
function leadOf(turn: KeptTurn | undefined, fates: Fates): { results: Result[]; home: Message | undefined } {
  const results: Result[] = [];
  if (turn?.role !== 'user') return { results, home: undefined };
  for (const message of turn.messages) {
    const left = message.parts.filter((part) => !isDropped(fates, part));
    const leading = left.findIndex((part) => part.kind !== 'result');
    for (const part of leading < 0 ? left : left.slice(0, leading)) if (part.kind === 'result') results.push(part);
    if (leading >= 0) break;
  }
  return { results, home: turn.messages[0] };
}

/** The k-th result of a run answers its k-th call; what is over, and what stands in no run, answers nothing. */
function pairInOrder(kept: readonly Message[], found: readonly FoundRun[], fates: Fates): void {
  const paired = new Set<Result>();
  for (const run of found) {
    const results = run.results.filter(
      (result) => fates.results.get(result)?.kind !== 'dropped' && !fates.exemptIds.has(result.id.text),
    );
    run.calls.forEach((call, k) => {
      const result = results[k];
      if (result === undefined) return;
      paired.add(result);
      fates.results.set(result, { kind: 'kept', call, isMisplaced: false });
    });
  }
  for (const message of kept) {
    for (const result of message.results) {
      if (paired.has(result) || fates.exemptIds.has(result.id.text)) continue;
      fates.results.set(result, {
        kind: 'dropped',
        rule: 'orphan-result',
        call: undefined,
        kept: undefined,
        isExplained: false,
      });
    }
  }
}

/** The last run, if nothing but results of its own calls stands behind its turn. */
function tailRun(turns: readonly KeptTurn[], found: readonly FoundRun[], fates: Fates): number | undefined {
  const last = found.at(-1);
  if (last === undefined) return undefined;
  const own = new Set(last.calls);
  const isOwnResults = (message: Message) => {
    // It stays when its results move, so something does stand behind the turn.
    if (message.role === 'system') return false;
    const left = message.parts.filter((part) => !isDropped(fates, part));
    const results = left.filter((part) => part.kind === 'result');
    const isResult = results.some((result) => result.node === message.node);
    return (
      results.length > 0 &&
      (isResult || results.length === left.length) &&
      results.every((result) => {
        const fate = fates.results.get(result);
        return fate?.kind === 'kept' && own.has(fate.call);
      })
    );
  };
  for (const turn of turns.slice(last.at + 1)) if (!turn.messages.every(isOwnResults)) return undefined;
  return found.length - 1;
}

function runIndex(fates: Fates, runOf: ReadonlyMap<Call, number>, result: Result): number | undefined {
  const fate = fates.results.get(result);
  return fate?.kind === 'kept' ? runOf.get(fate.call) : undefined;
}

function isKept(fates: Fates, call: Call): boolean {
  return fates.calls.get(call)?.kind === 'kept';
}

function isDropped(fates: Fates, part: Message['parts'][number]): boolean {
  if (part.kind === 'call') return !isKept(fates, part);
  return part.kind === 'result' && fates.results.get(part)?.kind === 'dropped';
}
