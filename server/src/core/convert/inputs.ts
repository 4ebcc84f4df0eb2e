import { copyOf } from '../json/copyOf';
import { MAX_DEPTH } from '../json/faults';
import type { JsonNode } from '../json/node';
import { type NewJson, value } from '../json/rewrite';
import { parseText } from '../json/scan';
import { kindWords } from '../json/words';
import type { Ids } from '../transfer/ids';
import type { LossLog } from '../transfer/lossLog';
import { carry, object, words } from '../transfer/newJson';
import { loseRepeatedKeys } from '../transfer/repeatedKeys';
import { holdsOnlyResults } from '../transfer/runs';
import type { CallPart, NeutralPairing, Part, Turn } from '../transfer/types';
import { isInstruction } from './instructions';

/** An object, or why the input is none. */
type Verdict =
  | { readonly input: NewJson }
  | { readonly fault: string; readonly node: JsonNode }
  /** So deep that the document could not be read again. */
  | { readonly deepest: number; readonly node: JsonNode };

export interface ObjectInputs {
  readonly turns: readonly Turn[];
  readonly inputs: ReadonlyMap<CallPart, NewJson>;
  /** Calls and turns that the output limit cut off, and that go. */
  readonly cut: ReadonlySet<Part | Turn>;
}

/**
 * The inputs of all calls as objects, as Messages wants them (docs/design/conversion.md, "Malformed arguments of history"). A
 * malformed input of history becomes `{}` and is told; nothing is guessed, and the call stays. In a new call it is refused; one
 * that the output limit cut off goes. `placed`: the turns as they go out.
 */
export function objectInputs(
  placed: readonly Turn[],
  pairing: NeutralPairing,
  ids: Ids,
  mergesNeighbours: boolean,
  lossLog: LossLog,
): ObjectInputs {
  const fresh = newCalls(placed, pairing, mergesNeighbours);
  const inputs = new Map<CallPart, NewJson>();
  const cut = new Set<Part | Turn>();
  const turns: Turn[] = [];
  for (const turn of placed) {
    const parts: Part[] = [];
    const last = turn.parts.filter(({ kind }) => kind === 'call').at(-1);
    for (const part of turn.parts) {
      if (part.kind !== 'call') {
        parts.push(part);
        continue;
      }
      const id = ids.get(part)?.trim() ?? '';
      const verdict = judge(part, id, lossLog);
      if ('fault' in verdict && turn.isCutOff && part === last && fresh.has(part)) {
        lossLog.loseCutOff(part, id);
        cut.add(part);
        continue;
      }
      if ('input' in verdict) inputs.set(part, verdict.input);
      else if ('deepest' in verdict) lossLog.refuseDeep(id, verdict.node, verdict.deepest);
      else if (fresh.has(part)) lossLog.refuseNew(id, verdict.node, verdict.fault);
      else {
        lossLog.fallBack(part, id, verdict.node, verdict.fault);
        inputs.set(part, value({}));
      }
      parts.push(part);
    }
    if (parts.length === turn.parts.length) turns.push(turn);
    else if (parts.some(({ kind }) => kind !== 'reasoning')) turns.push({ ...turn, parts });
    else {
      for (const { at } of parts) lossLog.lose(at, 'the reasoning of a turn that was cut off by the output limit');
      cut.add(turn);
    }
  }
  return { turns, inputs, cut };
}

/**
 * Calls of the last turn that nothing answers yet, by the turns as they go out: instructions that stay in the list answer
 * nothing, and neighbours are one turn where the provider reads them so. Those of an aborted turn were never meant to be
 * answered.
 */
function newCalls(
  turns: readonly Turn[],
  { callOf, sameAs }: NeutralPairing,
  mergesNeighbours: boolean,
): ReadonlySet<CallPart> {
  const answered = new Set<CallPart>();
  let end = turns.length;
  for (; end > 0; end--) {
    const turn = turns[end - 1];
    if (turn === undefined) break;
    if (isInstruction(turn)) continue;
    if (!holdsOnlyResults(turn)) break;
    for (const part of turn.parts) {
      const call = part.kind === 'result' ? callOf.get(part) : undefined;
      if (call !== undefined) answered.add(sameAs.get(call) ?? call);
    }
  }
  const fresh = new Set<CallPart>();
  for (let at = end - 1; at >= 0; at--) {
    const turn = turns[at];
    if (turn === undefined || turn.isRaw) break;
    if (isInstruction(turn)) continue;
    if (turn.role !== 'assistant') break;
    for (const part of turn.mayStayOpen ? [] : turn.parts) {
      if (part.kind === 'call' && !answered.has(sameAs.get(part) ?? part)) fresh.add(part);
    }
    if (!mergesNeighbours) break;
  }
  return fresh;
}

function judge(call: CallPart, id: string, lossLog: LossLog): Verdict {
  const { input } = call;
  if (input.kind === 'absent') {
    lossLog.add(call.at, `the call "${id}" has no arguments: its input is {}`);
    return { input: value({}) };
  }
  if (input.kind === 'free') {
    lossLog.lose(input.node, 'the free text of a custom tool: it becomes the property "input" of an object');
    return { input: object([['input', words(input.node)]]) };
  }
  const { node } = input;
  if (node.kind === 'object') {
    loseRepeatedKeys(node, node, lossLog);
    return { input: carry(node) };
  }
  if (node.kind !== 'string') return { fault: `${kindWords(node)} and no object`, node };
  return judgeText(node, lossLog);
}

function judgeText(node: JsonNode, lossLog: LossLog): Verdict {
  const text = node.text();
  if (text === '') return { fault: 'empty', node };
  // Read as a text for the spelling of its numbers, and as a value because a text may hold comments and JSON may not.
  const { root, depth } = parseText({ text });
  const deepest = MAX_DEPTH - depthOf(node) - ROOM_AROUND;
  if (root?.kind === 'object' && depth > deepest) return { deepest, node };
  const parsed = root === undefined ? undefined : parse(text);
  if (root === undefined || parsed === undefined) return { fault: 'no JSON', node };
  if (!isObject(parsed.value)) return { fault: 'JSON but no object', node };
  loseRepeatedKeys(root, node, lossLog);
  return { input: copyOf(root) };
}

/** What a conversion may put around an input: a body, a list, a message, its content, a call. */
const ROOM_AROUND = 8;

function depthOf(node: JsonNode): number {
  let depth = 0;
  for (let at = node.parent; at !== undefined; at = at.parent) depth++;
  return depth;
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function isObject(parsed: unknown): boolean {
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
}
