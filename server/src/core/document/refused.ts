import type { JsonNode } from '../json/node';

/** Where recorders write what the provider answered: beside the request, or inside the record of the response. */
const STATUS_KEYS = ['status', 'status_code', 'statusCode', 'code'];
const RESPONSE_KEYS = ['response', 'res', 'reply'];

/**
 * Tells of lists whether the provider is recorded to have refused them (4xx): an exchange that is kept because it is broken, so
 * that no rule has anything to add (docs/design/rules.md, "Recorded refusals").
 */
export function refusals(): (list: JsonNode) => boolean {
  const known = new Map<JsonNode, boolean>();
  return (list) => {
    const path: JsonNode[] = [];
    let isRefused: boolean | undefined = false;
    for (let at: JsonNode | undefined = list.parent; at !== undefined; at = at.parent) {
      isRefused = known.get(at);
      if (isRefused !== undefined) break;
      path.push(at);
      isRefused = at.kind === 'object' && hasRefusal(at);
      if (isRefused) break;
    }
    // What is said around an exchange holds for all of it.
    for (const node of path) known.set(node, isRefused === true);
    return isRefused === true;
  };
}

function hasRefusal(exchange: JsonNode): boolean {
  if (
    isRefusal(exchange.get('status_code')) ||
    isRefusal(exchange.get('statusCode')) ||
    isRefusal(exchange.get('status'))
  )
    return true;
  return RESPONSE_KEYS.some((key) => {
    const response = exchange.get(key);
    return response?.kind === 'object' && STATUS_KEYS.some((name) => isRefusal(response.get(name)));
  });
}

/** 400 to 499, as a number, as text, or as the code of a status object. */
function isRefusal(status: JsonNode | undefined): boolean {
  switch (status?.kind) {
    case 'number':
    case 'string':
      return /^4\d\d\b/.test(status.kind === 'string' ? status.text() : status.raw());
    case 'object': {
      const code = status.get('code') ?? status.get('status');
      return code?.kind === 'number' && /^4\d\d$/.test(code.raw());
    }
    default:
      return false;
  }
}
