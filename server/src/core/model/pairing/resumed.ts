import type { JsonNode } from '../../json/node';
import type { Conversation } from '../types';

/** Where these name something, the provider knows messages that the list does not hold. */
const RESUMING_KEYS = ['previous_response_id', 'conversation', 'container'];

/**
 * Whether the request goes on from a run that the provider keeps: calls may stand there. See docs/design/pairing.md,
 * "A request that goes on".
 */
export function isResumed({ body }: Conversation): boolean {
  return body !== undefined && RESUMING_KEYS.some((key) => isName(body.get(key)));
}

/** An id, or an object that holds one; without one it asks for something new. */
function isName(node: JsonNode | undefined): boolean {
  const id = node?.kind === 'object' ? node.get('id') : node;
  return id?.kind === 'string' && id.text() !== '';
}
