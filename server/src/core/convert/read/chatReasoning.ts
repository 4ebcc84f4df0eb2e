import type { JsonNode } from '../../json/node';
import type { Ledger } from '../ledger';
import type { Part } from '../types';

/**
 * The reasoning that gateways keep beside the content of a Chat message. Several keys may hold one and the same: the first that
 * is signed counts, else the first that is there.
 */
export function readChatReasoning(message: JsonNode, ledger: Ledger): Part[] {
  const blocks = listOf(message, 'thinking_blocks').flatMap(readReasoningBlock);
  const details = listOf(message, 'reasoning_details').flatMap(readDetail);
  for (const parts of [blocks, details]) if (parts.some(isSigned)) return parts;
  const text = ['reasoning_content', 'reasoning'].flatMap((key) => {
    const node = message.get(key);
    return node?.kind === 'string' && node.text() !== '' ? [node] : [];
  })[0];
  if (text !== undefined) return [{ kind: 'reasoning', at: text, text, signature: undefined, hidden: undefined }];
  const unread = ['reasoning', 'reasoning_content'].map((key) => message.get(key));
  for (const node of unread) {
    if (node !== undefined && node.kind !== 'null' && node.kind !== 'string')
      ledger.lose(node, 'reasoning of an unknown shape');
  }
  return blocks.length > 0 ? blocks : details;
}

/** A thinking block in the shape of Messages, as gateways pass it on. */
export function readReasoningBlock(block: JsonNode): Part[] {
  const text = [block.get('thinking'), block.get('text')].find((node) => node?.kind === 'string');
  const hidden = block.get('type')?.text() === 'redacted_thinking' ? usable(block.get('data')) : undefined;
  return [{ kind: 'reasoning', at: block, text, signature: usable(block.get('signature')), hidden }];
}

/** OpenRouter's form, which names whose signature it is. */
function readDetail(detail: JsonNode): Part[] {
  const format = detail.get('format');
  const isAnthropic = format?.kind !== 'string' || format.text().startsWith('anthropic');
  const text = [detail.get('text'), detail.get('summary')].find((node) => node?.kind === 'string');
  const isHidden = detail.get('type')?.text() === 'reasoning.encrypted';
  return [
    {
      kind: 'reasoning',
      at: detail,
      text,
      signature: isAnthropic ? usable(detail.get('signature')) : undefined,
      hidden: isAnthropic && isHidden ? usable(detail.get('data')) : undefined,
    },
  ];
}

function isSigned(part: Part): boolean {
  return part.kind === 'reasoning' && (part.signature !== undefined || part.hidden !== undefined);
}

/** A signature or hidden data can be sent again if it is text at all. */
export function usable(node: JsonNode | undefined): JsonNode | undefined {
  return node?.kind === 'string' && node.text().trim() !== '' ? node : undefined;
}

function listOf(message: JsonNode, key: string): readonly JsonNode[] {
  return (message.get(key)?.items() ?? []).filter((item) => item.kind === 'object');
}
