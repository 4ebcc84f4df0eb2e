import type { JsonNode } from '../../json/node';
import { changeProperties, type NewJson, node, type Rewrite, value } from '../../json/rewrite';
import { textOf } from '../../json/textOf';
import type { Message } from '../../model/types';

/** What all dialects write alike whose entries hold `role` and `content`, and whose parts have a `type`. */
export const contentEdit = {
  message: (role: string, text: string): unknown => ({ role, content: text }),
  turn: (parts: readonly NewJson[]): NewJson => ({
    kind: 'object',
    properties: [
      ['role', value('user')],
      ['content', { kind: 'array', items: parts }],
    ],
  }),
  textPart: (text: JsonNode | string): NewJson => ({
    kind: 'object',
    properties: [
      ['type', value('text')],
      ['text', written(text)],
    ],
  }),
  setContent: (rewrite: Rewrite, message: Message, content: NewJson): void => {
    changeProperties(rewrite, message.node, { set: [['content', content]] });
  },
};

function written(text: JsonNode | string): NewJson {
  if (typeof text === 'string') return value(text);
  return text.kind === 'string' ? node(text) : value(textOf(text));
}
