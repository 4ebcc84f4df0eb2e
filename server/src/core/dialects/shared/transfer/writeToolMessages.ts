import { type NewJson, node, value } from '../../../json/rewrite';
import { reuse } from '../../../transfer/newJson';
import type { CallPart, Part, ResultPart, Turn } from '../../../transfer/types';
import type { Outgoing, Written } from './writeTypes';

/** How flat and chat, which share their frame, differ in what they write. */
export interface ToolMessageWriter {
  /** One message of everything but results. */
  readonly message: (turn: Turn, parts: readonly Part[], outgoing: Outgoing) => NewJson;
  readonly result: (result: ResultPart, outgoing: Outgoing) => NewJson;
}

/** Each result is a message of its own; what stands between results is a message of the turn's role. */
export function writeToolMessages(outgoing: Outgoing, writer: ToolMessageWriter): Written {
  const entries: NewJson[] = [];
  for (const turn of outgoing.turns) {
    if (turn.isRaw) {
      entries.push(node(turn.at));
      continue;
    }
    const runs = runsOf(turn.parts);
    for (const run of runs) {
      if ('kind' in run) entries.push(reuse(writer.result(run, outgoing), run.at));
      else entries.push(whole(writer.message(turn, run, outgoing), turn, runs.length));
    }
    if (runs.length === 0) entries.push(whole(writer.message(turn, [], outgoing), turn, 1));
  }
  return { entries, field: undefined };
}

/** A message that is made of all of its turn may be the very entry that was read. */
function whole(json: NewJson, turn: Turn, runs: number): NewJson {
  return runs === 1 ? reuse(json, turn.at) : json;
}

function runsOf(parts: readonly Part[]): (ResultPart | Part[])[] {
  const runs: (ResultPart | Part[])[] = [];
  for (const part of parts) {
    const run = runs.at(-1);
    if (part.kind === 'result') runs.push(part);
    else if (run === undefined || 'kind' in run) runs.push([part]);
    else run.push(part);
  }
  return runs;
}

/** Whether something that speaks stands behind a call: dialects that keep calls apart forget that order. */
export function lateParts(parts: readonly Part[]): readonly Part[] {
  const first = parts.findIndex(({ kind }) => kind === 'call');
  return first < 0 ? [] : parts.slice(first).filter(({ kind }) => kind !== 'call' && kind !== 'reasoning');
}

export function callsOf(parts: readonly Part[]): readonly CallPart[] {
  return parts.filter((part) => part.kind === 'call');
}

export function idOf(part: Part, { ids }: Outgoing): NewJson | undefined {
  const id = ids.get(part);
  return id === undefined ? undefined : value(id);
}

/** A result whose flag nobody here has a word for; its text still says what went wrong. */
export function loseResultMarks({ error, cache }: ResultPart, { lossLog }: Outgoing): void {
  if (error !== undefined) lossLog.lose(error, 'that the call failed: no dialect but Messages marks a result so');
  if (cache !== undefined) lossLog.lose(cache, 'a cache marker');
}
