import { changeProperties, type NewJson, type Rewrite, value } from '../../json/rewrite';
import type { Message } from '../../model/types';
import { joinContents } from './joinContents';
import { textPart } from './textPart';

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
  textPart,
  joined: joinContents,
  setRole: (rewrite: Rewrite, message: Message, role: string): void => {
    changeProperties(rewrite, message.node, { set: [['role', value(role)]] });
  },
  setContent: (rewrite: Rewrite, message: Message, content: NewJson): void => {
    changeProperties(rewrite, message.node, { set: [['content', content]] });
  },
};
