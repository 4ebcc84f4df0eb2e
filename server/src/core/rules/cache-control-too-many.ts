import type { JsonNode } from '../json/node';
import type { Conversation, Message } from '../model/types';
import { isSent, rowsFor } from '../targets/asked';
import type { Rule } from './types';

export const cacheControlTooMany: Rule = {
  meta: {
    id: 'cache-control-too-many',
    summary: 'The request sets more cache breakpoints than the provider takes.',
    severity: 'off',
    sides: ['request'],
    reach: 'list',
    needsSending: true,
    fixable: 'none',
    waits: false,
    source: 'docs/design/providers.md, "Anthropic"',
  },
  conversation: ({ conversation, target, report }) => {
    if (!isSent(conversation, target)) return;
    const markers = [...breakpoints(conversation)];
    for (const { options } of rowsFor(conversation, target, 'cache-control-too-many')) {
      const { max } = options;
      const surplus = markers[max];
      if (surplus === undefined) continue;
      report({
        at: surplus,
        message: `The request sets ${markers.length} cache breakpoints; ${target.name} takes ${max}. Remove all but the last ones.`,
        values: { n: markers.length },
      });
    }
  },
  looksAt: (message) => !breakpointsOf(message).next().done,
};

/** In the order in which the provider reads a request. Those on thinking blocks are refused for a reason of their own. */
function* breakpoints({ body, messages }: Conversation): Generator<JsonNode> {
  for (const field of ['tools', 'system']) {
    for (const block of body?.get(field)?.items() ?? []) yield* markerOf(block);
  }
  for (const message of messages) yield* breakpointsOf(message);
}

function* breakpointsOf({ parts }: Message): Generator<JsonNode> {
  for (const part of parts) {
    if (part.kind === 'reasoning' || part.node.kind !== 'object') continue;
    yield* markerOf(part.node);
    if (part.kind !== 'result') continue;
    for (const block of part.contentNode?.items() ?? []) yield* markerOf(block);
  }
}

function* markerOf(block: JsonNode): Generator<JsonNode> {
  const marker = block.get('cache_control');
  if (marker !== undefined && marker.kind !== 'null') yield marker;
}
