import type { JsonNode } from '../../../json/node';
import type { Maker } from '../../../transfer/types';

/** Who made a piece of reasoning: what it says of itself, then its message. */
export function makerOf(at: JsonNode): Maker {
  // OpenRouter's form names whose it is.
  if (at.get('format')?.text().startsWith('anthropic') === true) return { signer: 'anthropic' };
  const message = messageOf(at);
  return { provider: wordOf(message, 'provider'), model: wordOf(message, 'model') };
}

function messageOf(at: JsonNode): JsonNode | undefined {
  let node: JsonNode | undefined = at;
  while (node !== undefined && node.get('role') === undefined) node = node.parent;
  return node;
}

function wordOf(message: JsonNode | undefined, key: string): string | undefined {
  const node = message?.get(key);
  return node?.kind === 'string' && node.text() !== '' ? node.text() : undefined;
}
