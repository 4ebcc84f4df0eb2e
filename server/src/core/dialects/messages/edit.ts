import { changeProperties, type NewJson, value } from '../../json/rewrite';
import { textOf } from '../../json/textOf';
import { SYNTHETIC_TEXT } from '../../model/stubs';
import type { DialectEdit } from '../../model/types';
import { contentEdit } from '../shared/contentEdit';
import { isTypedParts } from '../shared/entry';
import { instructionBlocks } from '../shared/instructionBlocks';

export const messagesEdit: DialectEdit = {
  ...contentEdit,
  answer: (id, content) => ({
    role: 'user',
    content: [{ type: 'tool_result', ...(id === undefined ? {} : { tool_use_id: id }), content }],
  }),
  result: (_, id) => ({
    type: 'tool_result',
    ...(id === undefined ? {} : { tool_use_id: id }),
    content: SYNTHETIC_TEXT,
    is_error: true,
  }),
  coercedContent: ({ contentNode }) => {
    if (contentNode?.kind === 'string') return undefined;
    if (contentNode?.kind === 'array' && isTypedParts(contentNode)) return undefined;
    return value(textOf(contentNode));
  },
  field: instructionBlocks('system'),
  asResult: (rewrite, row, id, content) => {
    const block: NewJson = {
      kind: 'object',
      properties: [
        ['type', value('tool_result')],
        ...(id === '' ? [] : [['tool_use_id', value(id)] as const]),
        ['content', content],
      ],
    };
    changeProperties(rewrite, row.node, {
      remove: ['tool_call_id'],
      set: [
        ['role', value('user')],
        ['content', { kind: 'array', items: [block] }],
      ],
    });
  },
};
