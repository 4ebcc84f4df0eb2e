/**
 * Fresh JSON in a dialect's own shape. Rules and placement get it from the engine, so that they need not know the dialect.
 * An id of `undefined` leaves the id key out (pairing in order).
 */
export interface DialectWriter {
  /** What stands in for a result that never came: a tool message (flat, chat) or a `tool_result` block (messages). */
  readonly syntheticResult: (id: string | undefined) => unknown;
  /** A whole message of text. */
  readonly textMessage: (role: 'user' | 'assistant' | 'system', text: string) => unknown;
  /** A whole message that holds one result: a tool message, or a user message with a `tool_result` block. */
  readonly resultMessage: (id: string | undefined, text: string) => unknown;
}
