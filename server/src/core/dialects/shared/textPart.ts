import type { JsonNode } from '../../json/node';
import { type NewJson, node, value } from '../../json/rewrite';
import { textOf } from '../../json/textOf';

/** A part with a `type` that says a text; a string keeps its own spelling. */
export function textPart(text: JsonNode | string): NewJson {
  return {
    kind: 'object',
    properties: [
      ['type', value('text')],
      ['text', written(text)],
    ],
  };
}

function written(text: JsonNode | string): NewJson {
  if (typeof text === 'string') return value(text);
  return text.kind === 'string' ? node(text) : value(textOf(text));
}
