import { value } from '../../json/rewrite';
import { textOf } from '../../json/textOf';
import { SYNTHETIC_TEXT } from '../../model/stubs';
import type { DialectEdit } from '../../model/types';
import { toolMessageEdit } from '../shared/toolMessageEdit';

export const flatEdit: DialectEdit = {
  ...toolMessageEdit,
  answer,
  result: (_, id) => answer(id, SYNTHETIC_TEXT),
  coercedContent: ({ contentNode }) => (contentNode?.kind === 'string' ? undefined : value(textOf(contentNode))),
};

function answer(id: string | undefined, content: string): unknown {
  return { role: 'tool', content, ...(id === undefined ? {} : { tool_call_id: id }) };
}
