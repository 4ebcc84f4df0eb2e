import { rewriteText } from '../json/jsonEdits';
import { RewriteMerger } from '../json/mergeRewrites';
import { type JsonNode, pointerOf } from '../json/node';
import { SYNTHETIC_TEXT } from '../model/stubs';
import { normalizeConversation } from '../normalize/normalize';
import type { DropKind, Normalization, NormalizeOptions } from '../normalize/types';
import { applyEdits, type Edit } from '../text/edits';
import type { TranscriptDocument } from './document';
import type { Range } from './types';

/** What a normalization dropped, moved, put in, renamed and had to leave. `dropped` is the length of `drops`. */
export interface NormalizeReport {
  readonly dropped: number;
  readonly drops: readonly {
    readonly kind: DropKind;
    readonly id?: string;
    readonly rule: string;
    readonly pointer: string;
    /** Where it stood in the text; absent for values. */
    readonly range?: Range;
  }[];
  readonly moved: readonly { readonly kind: 'result' | 'system'; readonly id?: string; readonly pointer: string }[];
  /** Synthetic results; `pointer` is the call that each answers. */
  readonly inserted: readonly { readonly id?: string; readonly pointer: string; readonly text: string }[];
  readonly renamed: readonly { readonly from: string; readonly to: string; readonly pointer: string }[];
  /** Faults that stay because the document has no place for them. */
  readonly left: readonly { readonly rule: string; readonly pointer: string }[];
}

export interface NormalizeTextOptions extends NormalizeOptions {
  /** Pointer of the one conversation to normalize; all by default. */
  readonly conversation?: string | undefined;
}

export interface NormalizeTextResult {
  readonly text: string;
  readonly edits: readonly Edit[];
  readonly conversations: readonly ({ readonly pointer: string } & NormalizeReport)[];
}

/** The four rules of spec 03 on every request-side conversation of a document, as one minimal set of edits. */
export function normalizeDocument(
  document: TranscriptDocument,
  options: NormalizeTextOptions = {},
): NormalizeTextResult {
  const { root, text } = document;
  const merger = new RewriteMerger();
  const conversations: ({ pointer: string } & NormalizeReport)[] = [];
  const defaults = document.config.normalize;
  for (const conversation of document.conversations) {
    const pointer = pointerOf(conversation.list);
    if (options.conversation !== undefined && options.conversation !== pointer) continue;
    if (conversation.side !== 'request' || conversation.list.kind !== 'array' || document.hasFaultIn(conversation))
      continue;
    const normalization = normalizeConversation(conversation, {
      keepOpenTail: options.keepOpenTail ?? defaults.keepOpenTail,
      reusedIds: options.reusedIds ?? defaults.reusedIds,
    });
    if (!merger.add(normalization.rewrite)) continue;
    conversations.push({ pointer, ...reportOf(normalization) });
  }
  const edits = root === undefined ? [] : rewriteText(root, merger.rewrite);
  return { text: applyEdits(text, edits), edits, conversations };
}

export function reportOf(normalization: Normalization): NormalizeReport {
  const { drops, moved, inserted, renamed, left } = normalization;
  return {
    dropped: drops.length,
    drops: drops.map(({ kind, id, rule, node }) => ({
      kind,
      ...withId(id),
      rule,
      pointer: pointerOf(node),
      ...rangeOf(node),
    })),
    moved: moved.map(({ kind, id, node }) => ({ kind, ...withId(id), pointer: pointerOf(node) })),
    inserted: inserted.map(({ id, call }) => ({ ...withId(id), pointer: pointerOf(call), text: SYNTHETIC_TEXT })),
    renamed: renamed.map(({ from, to, call }) => ({ from, to, pointer: pointerOf(call) })),
    left: left.map(({ rule, node }) => ({ rule, pointer: pointerOf(node) })),
  };
}

function withId(id: string | undefined): { id?: string } {
  return id === undefined ? {} : { id };
}

function rangeOf(node: JsonNode): { range?: Range } {
  return node.start < 0 ? {} : { range: { start: node.start, end: node.end } };
}
