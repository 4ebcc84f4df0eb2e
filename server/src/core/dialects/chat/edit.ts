import { value } from '../../json/rewrite';
import { textOf } from '../../json/textOf';
import { SYNTHETIC_TEXT } from '../../model/stubs';
import type { DialectEdit, Message } from '../../model/types';
import { hasPayload, isTypedParts } from '../shared/entry';
import { toolMessageEdit } from '../shared/toolMessageEdit';

export const chatEdit: DialectEdit = {
  ...toolMessageEdit,
  answer,
  result: (_, id) => answer(id, SYNTHETIC_TEXT),
  coercedContent: (message) => {
    const { contentNode } = message;
    if (contentNode?.kind === 'string') return undefined;
    if (contentNode?.kind === 'array' && isTypedParts(contentNode)) return undefined;
    const isAbsent = contentNode === undefined || contentNode.kind === 'null';
    if (isAbsent && message.role === 'assistant' && mayLackContent(message)) return undefined;
    return value(textOf(contentNode));
  },
};

function answer(id: string | undefined, content: string): unknown {
  return { role: 'tool', ...(id === undefined ? {} : { tool_call_id: id }), content };
}

/** What an assistant turn may carry in place of content. The last three also keep a turn that lost its calls. */
function mayLackContent({ node, callsNode }: Message): boolean {
  return (callsNode?.kind === 'array' && callsNode.size > 0) || hasPayload(node);
}
