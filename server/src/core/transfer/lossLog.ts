import { compactJson } from '../json/compactJson';
import { type JsonNode, pointerOf } from '../json/node';
import type { Addition, CallPart, Fallback, Loss, Refusal } from './types';

/** Of a malformed input as much is told; the rest stands in the original. */
const LONGEST_TEXT = 80;

/** The report of a conversion, written by the code that loses, adds or replaces something, as it does so. */
export class LossLog {
  readonly fallbacks: Fallback[] = [];
  readonly lost: Loss[] = [];
  readonly added: Addition[] = [];
  readonly refused: Refusal[] = [];
  /** Calls that the output limit cut off, so far. */
  cutOff = 0;
  /** Asked by what may be looked at twice. */
  private readonly seen = new Set<JsonNode>();

  lose(at: JsonNode, reason: string): void {
    this.lost.push({ pointer: pointerOf(at), reason });
  }

  /** As `lose`, once for a place that several conversations share. */
  loseOnce(at: JsonNode, reason: string): void {
    if (this.seen.has(at)) return;
    this.seen.add(at);
    this.lose(at, reason);
  }

  loseCutOff(call: CallPart, id: string): void {
    this.cutOff++;
    this.lose(call.at, `the call "${id}" was cut off by the output limit: it goes`);
  }

  add(at: JsonNode, reason: string): void {
    this.added.push({ pointer: pointerOf(at), reason });
  }

  /** `id`: the one under which the call goes out. */
  fallBack(call: CallPart, id: string, input: JsonNode, reason: string): void {
    const name = call.name?.text() ?? '';
    this.fallbacks.push({ pointer: pointerOf(input), id, name, text: excerptOf(input), reason });
  }

  refuseNew(id: string, input: JsonNode, reason: string): void {
    const message = `The arguments of the call "${id}" are ${reason}, and the call is new: nothing answers it yet. Write a JSON object, or answer the call.`;
    this.refused.push({ rule: 'malformed-arguments', pointer: pointerOf(input), id, message });
  }

  refuseDeep(id: string, input: JsonNode, deepest: number): void {
    const message = `The arguments of the call "${id}" are nested more than ${deepest} deep: as an object nobody could read the document.`;
    this.refused.push({ rule: 'too-deep', pointer: pointerOf(input), id, message });
  }
}

function excerptOf(node: JsonNode): string {
  const text = node.kind === 'string' ? node.text() : compactJson(node);
  const cut = text.slice(0, LONGEST_TEXT);
  // Half a surrogate pair at the cut is no character.
  return text.length > LONGEST_TEXT ? cut.replace(/[\ud800-\udbff]$/, '') : cut;
}
