import { type JsonNode, nodeAt, pointerOf } from '../json/node';
import type { Range } from '../lint/types';
import { SYNTHETIC_TEXT } from '../model/stubs';
import type { DropKind, Normalization } from '../normalize/types';
import type { RuleId } from '../rules/ids';
import { listed, quote } from '../text/quote';

/** What a normalization dropped, moved, put in, renamed and had to leave. `dropped` is the length of `drops`. */
export interface NormalizeReport {
  readonly dropped: number;
  readonly drops: readonly {
    readonly kind: DropKind;
    readonly id?: string;
    readonly rule: RuleId;
    readonly pointer: string;
    /** Of a result: calls without an answer that it could have been the answer to. Normalization cannot tell; a person can. */
    readonly couldAnswer?: readonly { readonly id?: string; readonly pointer: string }[];
    /** Where it stood in the text; absent for values. */
    readonly range?: Range;
  }[];
  readonly moved: readonly { readonly kind: 'result' | 'system'; readonly id?: string; readonly pointer: string }[];
  /** Synthetic results; `pointer` is the call that each answers. */
  readonly inserted: readonly { readonly id?: string; readonly pointer: string; readonly text: string }[];
  readonly renamed: readonly { readonly from: string; readonly to: string; readonly pointer: string }[];
  /** Faults that stay because the document has no place for them. */
  readonly left: readonly { readonly rule: RuleId; readonly pointer: string }[];
}

export const NOTHING_DONE: NormalizeReport = { dropped: 0, drops: [], moved: [], inserted: [], renamed: [], left: [] };

export function reportOf(normalization: Normalization): NormalizeReport {
  const { drops, moved, inserted, renamed, left } = normalization;
  return {
    dropped: drops.length,
    drops: drops.map(({ kind, id, rule, node, couldAnswer }) => ({
      kind,
      ...withId(id),
      rule,
      pointer: pointerOf(node),
      ...(couldAnswer === undefined
        ? {}
        : { couldAnswer: couldAnswer.map((call) => ({ ...withId(call.id), pointer: pointerOf(call.node) })) }),
      ...rangeOf(node),
    })),
    moved: moved.map(({ kind, id, node }) => ({ kind, ...withId(id), pointer: pointerOf(node) })),
    inserted: inserted.map(({ id, call }) => ({ ...withId(id), pointer: pointerOf(call), text: SYNTHETIC_TEXT })),
    renamed: renamed.map(({ from, to, call }) => ({ from, to, pointer: pointerOf(call) })),
    left: left.map(({ rule, node }) => ({ rule, pointer: pointerOf(node) })),
  };
}

/** Which calls a dropped result could have answered, in words; empty where none. */
export function couldHaveAnswered({ couldAnswer = [] }: NormalizeReport['drops'][number]): string {
  if (couldAnswer.length === 0) return '';
  const names = couldAnswer.map(({ id, pointer }) => (id === undefined ? `the call at ${pointer}` : quote(id)));
  return `could have answered ${listed(names, 'or')}`;
}

function withId(id: string | undefined): { id?: string } {
  return id === undefined ? {} : { id };
}

function rangeOf(node: JsonNode): { range?: Range } {
  return node.start < 0 ? {} : { range: { start: node.start, end: node.end } };
}

/**
 * The report of two steps as of one. What the second says is said of the places where things stood at first: `origin` leads
 * there, and `root` is what they stood in.
 */
export function joinReports(
  first: NormalizeReport,
  second: NormalizeReport,
  origin: (pointer: string) => string,
  root: JsonNode,
): NormalizeReport {
  const drops = [...first.drops, ...second.drops.map((drop) => dropBefore(drop, origin, root))];
  const moveBack = <Record extends { readonly pointer: string }>(record: Record): Record => ({
    ...record,
    pointer: origin(record.pointer),
  });
  return {
    dropped: drops.length,
    drops,
    moved: [...first.moved, ...second.moved.map(moveBack)],
    inserted: [...first.inserted, ...second.inserted.map(moveBack)],
    renamed: [...first.renamed, ...second.renamed.map(moveBack)],
    left: second.left.map(moveBack),
  };
}

function dropBefore(
  drop: NormalizeReport['drops'][number],
  origin: (pointer: string) => string,
  root: JsonNode,
): typeof drop {
  const { range: _, couldAnswer, ...rest } = drop;
  const pointer = origin(drop.pointer);
  const node = nodeAt(root, pointer);
  return {
    ...rest,
    pointer,
    ...(couldAnswer === undefined
      ? {}
      : { couldAnswer: couldAnswer.map((call) => ({ ...call, pointer: origin(call.pointer) })) }),
    ...(node === undefined ? {} : rangeOf(node)),
  };
}
