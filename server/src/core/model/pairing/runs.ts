import type { Call, DialectTraits, Message, Result } from '../types';
import { needsNoResult } from './approval';
import type { CallFate, KeptTurn, PairingOptions, ResultFate, Run } from './pairing';

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
 * there, and which calls stay open. Read once, after the drops and before the moves (docs/design/pairing.md,
 * "The run after a turn").
 */
export function keepRuns(
  kept: readonly Message[],
  fates: Fates,
  traits: DialectTraits,
  { keepOpenTail, seesDropped }: PairingOptions,
): { turns: KeptTurn[]; runs: Run[] } {
  const turns = groupTurns(kept, traits);
  const found = findRuns(turns, fates, traits);
  if (fates.mode === 'order') pairInOrder(kept, found, fates);
  const runOf = new Map<Call, number>();
  for (const [index, run] of found.entries()) for (const call of run.calls) runOf.set(call, index);
  const standing: Result[][] = found.map(() => []);
  const moved: Result[][] = found.map(() => []);
  const answers = new Map<Call, Result>();
  const isStanding = new Set<Result>();
  for (const [index, run] of found.entries()) {
    for (const result of run.results) {
      const fate = fates.results.get(result);
      if (fate?.kind !== 'kept' || runOf.get(fate.call) !== index) continue;
      standing[index]?.push(result);
      isStanding.add(result);
    }
  }
  for (const message of kept) {
    for (const result of message.results) {
      const fate = fates.results.get(result);
      const run = fate?.kind === 'kept' ? runOf.get(fate.call) : undefined;
      if (fate?.kind !== 'kept' || run === undefined) continue;
      answers.set(fate.call, result);
      for (const other of fate.also) answers.set(other.call, result);
      if (isStanding.has(result)) continue;
      moved[run]?.push(result);
      fates.results.set(result, { ...fate, isMisplaced: true });
    }
  }
  const tail = tailRun(turns, found, fates, seesDropped);
  const runs = found.map(({ turn, calls, home }, index): Run => {
    const open: Call[] = [];
    for (const call of calls) {
      const fate = fates.calls.get(call);
      if (fate?.kind !== 'kept') continue;
      const answer = answers.get(call);
      fates.calls.set(call, { ...fate, answer, isTail: index === tail });
      if (answer === undefined && !needsNoResult(call) && !(keepOpenTail && index === tail)) open.push(call);
    }
    return { turn, calls, standing: standing[index] ?? [], moved: moved[index] ?? [], open, home };
  });
  return { turns, runs };
}

function findRuns(turns: readonly KeptTurn[], fates: Fates, traits: DialectTraits): FoundRun[] {
  const found: FoundRun[] = [];
  for (const [at, turn] of turns.entries()) {
    const calls: Call[] = [];
    for (const message of turn.messages) for (const call of message.calls) if (isKept(fates, call)) calls.push(call);
    if (calls.length === 0) continue;
    const { results, home } = traits.adjacency === 'lead' ? leadOf(turns, at + 1, fates) : toolRun(turns, at + 1);
    found.push({ at, turn, calls, results, home });
  }
  return found;
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
  if (traits.turns === 'single' || before.role !== message.role) return false;
  return message.role === 'user' || message.role === 'assistant';
}

function groupTurns(kept: readonly Message[], traits: DialectTraits): KeptTurn[] {
  const turns: { role: Message['role']; messages: Message[] }[] = [];
  let before: Message | undefined;
  for (const message of kept) {
    if (before !== undefined && isSameTurn(before, message, traits)) turns.at(-1)?.messages.push(message);
    else turns.push({ role: message.role, messages: [message] });
    before = message;
  }
  return turns;
}

/** Flat and chat: the tool messages directly behind the calling message, and entries of another dialect that lead with results. */
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
  fates: Fates,
): { results: Result[]; home: Message | undefined } {
  const results: Result[] = [];
  let next = from;
  for (; isForeignRow(turns[next]); next++) for (const row of turns[next]?.messages ?? []) results.push(...row.results);
  const turn = turns[next];
  if (turn?.role !== 'user') return { results, home: undefined };
  for (const message of turn.messages) {
    const left = message.parts.filter((part) => !isDropped(fates, part));
    const leading = left.findIndex((part) => part.kind !== 'result');
    for (const part of leading < 0 ? left : left.slice(0, leading)) if (part.kind === 'result') results.push(part);
    if (leading >= 0) break;
  }
  return { results, home: turn.messages.find(({ foreign }) => foreign === undefined) };
}

function isForeignRow(turn: KeptTurn | undefined): boolean {
  return turn?.role === 'tool' && turn.messages.every(({ foreign }) => foreign !== undefined);
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
      fates.results.set(result, { kind: 'kept', call, also: [], isMisplaced: false, isExplained: false });
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
function tailRun(
  turns: readonly KeptTurn[],
  found: readonly FoundRun[],
  fates: Fates,
  seesDropped: boolean,
): number | undefined {
  const last = found.at(-1);
  if (last === undefined) return undefined;
  const own = new Set(last.calls);
  const isForeign = (result: Result) => {
    const fate = fates.results.get(result);
    return fate?.kind === 'dropped' && !(fate.call !== undefined && own.has(fate.call));
  };
  const isOwnResults = (message: Message) => {
    // It stays when its results move, so something does stand behind the turn.
    if (message.role === 'system') return false;
    const left = message.parts.filter((part) => !isDropped(fates, part));
    const results = left.filter((part) => part.kind === 'result');
    const isResult = results.some((result) => result.node === message.node);
    // A second result for a call of the turn is one of its results; any other that is to go means that the list went on.
    if (seesDropped && message.results.some(isForeign)) return false;
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

function isKept(fates: Fates, call: Call): boolean {
  return fates.calls.get(call)?.kind === 'kept';
}

function isDropped(fates: Fates, part: Message['parts'][number]): boolean {
  if (part.kind === 'call') return !isKept(fates, part);
  return part.kind === 'result' && fates.results.get(part)?.kind === 'dropped';
}
