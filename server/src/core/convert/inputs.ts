import { copyOf } from '../json/copyOf';
import type { JsonNode } from '../json/node';
import { type NewJson, value } from '../json/rewrite';
import { parseText } from '../json/scan';
import { kindWords } from '../json/words';
import type { Ledger } from './ledger';
import { carry, object, words } from './newJson';
import type { CallPart, Exchange, Part, ResultPart, Turn } from './types';

/** An object, or why the input is none. */
type Verdict = { readonly input: NewJson } | { readonly fault: string; readonly node: JsonNode };

export interface ObjectInputs {
  readonly turns: readonly Turn[];
  readonly inputs: ReadonlyMap<CallPart, NewJson>;
  /** Calls and turns that the output limit cut off, and that go. */
  readonly cut: ReadonlySet<Part | Turn>;
}

/**
 * The inputs of all calls as objects, as Messages wants them (spec 06). A malformed input of history becomes `{}` and is
 * told; nothing is guessed, and the call stays. In a new call it is refused; one that the output limit cut off goes.
 */
export function objectInputs(exchange: Exchange, ledger: Ledger): ObjectInputs {
  const fresh = newCalls(exchange);
  const inputs = new Map<CallPart, NewJson>();
  const cut = new Set<Part | Turn>();
  const turns: Turn[] = [];
  for (const turn of exchange.turns) {
    const parts: Part[] = [];
    const last = turn.parts.filter(({ kind }) => kind === 'call').at(-1);
    for (const part of turn.parts) {
      if (part.kind !== 'call') {
        parts.push(part);
        continue;
      }
      const verdict = judge(part, ledger);
      if ('fault' in verdict && turn.isCutOff && part === last && fresh.has(part)) {
        ledger.lose(part.at, `the call "${part.id.text}" was cut off by the output limit: it goes`);
        cut.add(part);
        continue;
      }
      if ('input' in verdict) inputs.set(part, verdict.input);
      else if (fresh.has(part)) ledger.refuse(part, verdict.node, verdict.fault);
      else {
        ledger.fallBack(part, verdict.node, verdict.fault);
        inputs.set(part, value({}));
      }
      parts.push(part);
    }
    if (parts.length === turn.parts.length) turns.push(turn);
    else if (parts.some(({ kind }) => kind !== 'reasoning')) turns.push({ ...turn, parts });
    else {
      for (const { at } of parts) ledger.lose(at, 'the reasoning of a turn that was cut off by the output limit');
      cut.add(turn);
    }
  }
  return { turns, inputs, cut };
}

/** Calls of the last turn that nothing answers yet. Those of an aborted turn were never meant to be answered. */
function newCalls({ turns, mergesNeighbours, orderedIds }: Exchange): ReadonlySet<CallPart> {
  const answered = new Set<string>();
  const idOf = (part: CallPart | ResultPart) => orderedIds.get(part) ?? part.id.text;
  let end = turns.length;
  for (; end > 0; end--) {
    const turn = turns[end - 1];
    if (turn === undefined || turn.isRaw || !isOnlyResults(turn)) break;
    for (const part of turn.parts) if (part.kind === 'result') answered.add(idOf(part));
  }
  const fresh = new Set<CallPart>();
  for (let at = end - 1; at >= 0; at--) {
    const turn = turns[at];
    if (turn === undefined || turn.role !== 'assistant' || turn.isRaw) break;
    for (const part of turn.mayStayOpen ? [] : turn.parts) {
      if (part.kind === 'call' && !answered.has(idOf(part))) fresh.add(part);
    }
    if (!mergesNeighbours) break;
  }
  return fresh;
}

function isOnlyResults({ parts }: Turn): boolean {
  return parts.length > 0 && parts.every(({ kind }) => kind === 'result');
}

function judge(call: CallPart, ledger: Ledger): Verdict {
  const { input } = call;
  if (input.kind === 'absent') {
    ledger.add(call.at, `the call "${call.id.text}" has no arguments: its input is {}`);
    return { input: value({}) };
  }
  if (input.kind === 'free') {
    ledger.lose(input.node, 'the free text of a custom tool: it becomes the property "input" of an object');
    return { input: object([['input', words(input.node)]]) };
  }
  const { node } = input;
  if (node.kind === 'object') return { input: carry(node) };
  if (node.kind !== 'string') return { fault: `${kindWords(node)} and no object`, node };
  return judgeText(node);
}

function judgeText(node: JsonNode): Verdict {
  const text = node.text();
  if (text === '') return { fault: 'empty', node };
  const parsed = parse(text);
  if (parsed === undefined) return { fault: 'no JSON', node };
  // Read again for the spelling of its numbers.
  const root = isObject(parsed.value) ? parseText({ text }).root : undefined;
  return root === undefined ? { fault: 'JSON but no object', node } : { input: copyOf(root) };
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
