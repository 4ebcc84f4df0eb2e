import type { JsonNode } from '../json/node';
import { textOf } from '../json/textOf';
import { nodeOfValue } from '../json/valueNode';
import { readPairingId } from '../model/pairing/pairingId';

/** Where a row of text to message has the id of the call that it answers, whatever the dialect it goes into. */
export const ROW_ID = 'tool_call_id';

export type TextRole = 'user' | 'assistant' | 'system' | 'tool';

export const textRoles: readonly TextRole[] = ['user', 'assistant', 'system', 'tool'];

/** A message made of text, in the project's own flat shape. */
export interface TextMessage {
  readonly role: TextRole;
  readonly content: string;
  readonly tool_call_id?: string;
}

/** What a producer of text has. Anything is taken; the three rules decide what it becomes. */
export interface TextInput {
  readonly text?: unknown;
  readonly role?: unknown;
  readonly tool_call_id?: unknown;
}

export interface TextToMessage {
  /** The message alone, or nothing when the text is empty. */
  readonly messages: readonly TextMessage[];
  /** The same row, or `{}`. */
  readonly message: TextMessage | Record<string, never>;
}

/**
 * Makes a well-formed message of whatever text comes in (docs/design/text-to-message.md, "Three closed rules"): an unknown role
 * is `user`, an id stays on role `tool` alone, empty text gives no message.
 */
export function textToMessage(input: TextInput): TextToMessage {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new TypeError('textToMessage: "input" must be an object such as { text, role, tool_call_id }');
  }
  const message = readTextRow(nodeOfValue(input));
  return message === undefined ? { messages: [], message: {} } : { messages: [message], message };
}

/** The message that an object with `text`, `role` and `tool_call_id` stands for; undefined when it says nothing. */
export function readTextRow(row: JsonNode): TextMessage | undefined {
  const id = readPairingId(row, ROW_ID).text;
  return messageOf(textOf(row.get('text')), roleOf(row.get('role')), id);
}

/** The three rules on values that have been read already. `id` is trimmed; `''` is none. */
export function messageOf(content: string, role: TextRole, id: string): TextMessage | undefined {
  if (content === '') return undefined;
  return role === 'tool' && id !== '' ? { role, content, tool_call_id: id } : { role, content };
}

/** Matched exactly: no trimming, no folding of case. Everything else is the user. */
export function roleOf(node: JsonNode | undefined): TextRole {
  const written = node?.kind === 'string' ? node.text() : undefined;
  return textRoles.find((role) => role === written) ?? 'user';
}
