import type { JsonNode } from '../../../json/node';
import type { LossLog } from '../../../transfer/lossLog';
import { wordsText } from '../../../transfer/newJson';
import type { Part, ReasoningPart, Words } from '../../../transfer/types';
import { makerOf } from './maker';
import { loseOthers } from './turns';

/** Where gateways keep reasoning beside the content. */
export const REASONING_KEYS = ['thinking_blocks', 'reasoning_details', 'reasoning_content', 'reasoning'];

/**
 * The reasoning that gateways keep beside the content of a Chat message. Several keys may hold one and the same: the first that
 * is signed counts, else the first that is there. Another is told of only where it says something else.
 */
export function readChatReasoning(message: JsonNode, lossLog: LossLog): Part[] {
  const read = REASONING_KEYS.map((key) => readKey(message.get(key), lossLog)).filter((parts) => parts.length > 0);
  const chosen = read.find((parts) => parts.some(isSigned)) ?? read[0] ?? [];
  for (const parts of read) {
    if (parts === chosen || textOfAll(parts) === textOfAll(chosen)) continue;
    for (const { at } of parts) lossLog.lose(at, 'reasoning that other reasoning is sent in place of');
  }
  return [...chosen];
}

function readKey(node: JsonNode | undefined, lossLog: LossLog): readonly Part[] {
  if (node === undefined || node.kind === 'null') return [];
  if (node.kind === 'string') {
    return node.text() === '' ? [] : [reasoning(node, node, undefined, undefined)];
  }
  const items = node.items();
  if (node.kind !== 'array' || items.some(({ kind }) => kind !== 'object')) {
    lossLog.lose(node, 'reasoning of an unknown shape');
    return [];
  }
  const isBlocks = node.key === 'thinking_blocks';
  for (const item of items) loseOthers(lossLog, item, isBlocks ? BLOCK_KEYS : DETAIL_KEYS, "the reasoning's");
  return items.flatMap(isBlocks ? readReasoningBlock : readDetail);
}

const BLOCK_KEYS: ReadonlySet<string> = new Set(['type', 'thinking', 'text', 'signature', 'data']);
const DETAIL_KEYS: ReadonlySet<string> = new Set(['type', 'text', 'summary', 'signature', 'data', 'format']);

function textOfAll(parts: readonly Part[]): string {
  return parts.map((part) => (part.kind === 'reasoning' ? wordsText(part.text ?? '') : '')).join('');
}

/** A thinking block in the shape of Messages, as gateways pass it on. */
export function readReasoningBlock(block: JsonNode): Part[] {
  const text = [block.get('thinking'), block.get('text')].find((node) => node?.kind === 'string');
  const hidden = block.get('type')?.text() === 'redacted_thinking' ? usable(block.get('data')) : undefined;
  return [reasoning(block, text, usable(block.get('signature')), hidden)];
}

/** OpenRouter's form, which names whose signature it is. */
function readDetail(detail: JsonNode): Part[] {
  const format = detail.get('format');
  const isAnthropic = format?.kind !== 'string' || format.text().startsWith('anthropic');
  const text = [detail.get('text'), detail.get('summary')].find((node) => node?.kind === 'string');
  const isHidden = detail.get('type')?.text() === 'reasoning.encrypted';
  const signature = isAnthropic ? usable(detail.get('signature')) : undefined;
  return [reasoning(detail, text, signature, isAnthropic && isHidden ? usable(detail.get('data')) : undefined)];
}

export function reasoning(
  at: JsonNode,
  text: Words | undefined,
  signature: JsonNode | undefined,
  hidden: JsonNode | undefined,
): ReasoningPart {
  const isOwned = signature !== undefined || hidden !== undefined;
  return { kind: 'reasoning', at, text, signature, hidden, madeBy: isOwned ? makerOf(at) : undefined };
}

function isSigned(part: Part): boolean {
  return part.kind === 'reasoning' && (part.signature !== undefined || part.hidden !== undefined);
}

/** A signature or hidden data can be sent again if it is text at all. */
export function usable(node: JsonNode | undefined): JsonNode | undefined {
  return node?.kind === 'string' && node.text().trim() !== '' ? node : undefined;
}
