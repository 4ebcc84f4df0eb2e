import type { JsonNode } from '../../json/node';

/** Where these name something, the provider knows messages that the list does not hold. */
const RESUMING_KEYS = ['previous_response_id', 'conversation', 'container'];

/** Whether a body asks the provider to go on from a run that it keeps. */
export function resumes(body: JsonNode): boolean {
  return RESUMING_KEYS.some((key) => isName(body.get(key)));
}

/** An id, or an object that holds one; without one it asks for something new. */
function isName(node: JsonNode | undefined): boolean {
  const id = node?.kind === 'object' ? node.get('id') : node;
  return id?.kind === 'string' && id.text() !== '';
}
