import { editOf } from '../model/edits/dialectEdit';
import type { Dialect } from '../model/types';
import type { TextMessage } from './textToMessage';

/**
 * The row in the shape of a dialect (docs/design/text-to-message.md, "In place"): in Messages a `tool` row is a `tool_result`
 * block of a user message.
 */
export function messageShape(message: TextMessage, dialect: Dialect): unknown {
  const edit = editOf(dialect);
  return message.role === 'tool'
    ? edit.answer(message.tool_call_id, message.content)
    : edit.message(message.role, message.content);
}
