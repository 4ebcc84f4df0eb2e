import type { Dialect } from '../model/types';
import type { TextMessage } from './textToMessage';

/**
 * The row in the shape of a dialect (docs/design/text-to-message.md, "In place"): in Messages a `tool` row is a `tool_result`
 * block of a user message.
 */
export function messageShape(message: TextMessage, dialect: Dialect): unknown {
  const { write } = dialect;
  return message.role === 'tool'
    ? write.resultMessage(message.tool_call_id, message.content)
    : write.textMessage(message.role, message.content);
}
