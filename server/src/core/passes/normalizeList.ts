import type { JsonNode } from '../json/node';
import { rewriteValue } from '../json/rewriteValue';
import { nodeOfValue } from '../json/valueNode';
import type { Conversation } from '../model/types';
import { normalizeConversation } from '../normalize/normalize';
import type { NormalizeOptions } from '../normalize/types';
import { joinReports, type NormalizeReport, originOf, reportOf, through } from './normalizeReport';

export interface NormalizeListResult<Entry = unknown> extends NormalizeReport {
  /** Entries that needed no change are the very objects that came in; the others are new objects of the same shape. */
  readonly messages: readonly Entry[];
}

/** Each further reading has lost the signs of one dialect. */
const MOST_READINGS = 4;

/** Normalizes a list of values, and goes on while what is left reads as another dialect, as `normalizeDocument` does. */
export function normalizeList<Entry>(
  messages: readonly Entry[],
  options: NormalizeOptions,
  read: (list: JsonNode) => Conversation,
): NormalizeListResult<Entry> {
  const root = nodeOfValue(messages);
  let conversation = read(root);
  let normalization = normalizeConversation(conversation, options);
  let report = reportOf(normalization);
  let origin = originOf(root, normalization);
  let out = messages;
  for (let reading = 1; normalization.rewrite.size > 0; reading++) {
    out = rewriteValue(conversation.list, normalization.rewrite) as readonly Entry[];
    const next = read(nodeOfValue(out));
    if (next.dialect === conversation.dialect || reading === MOST_READINGS) break;
    conversation = next;
    normalization = normalizeConversation(conversation, options);
    report = joinReports(report, reportOf(normalization), { root, list: '', origin });
    origin = through(originOf(conversation.list, normalization), origin);
  }
  return { messages: out, ...report };
}
