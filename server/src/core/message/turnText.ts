import type { JsonNode } from '../json/node';
import { changeProperties, type NewJson, node, type Rewrite, value } from '../json/rewrite';
import { textOf } from '../json/textOf';
import { fieldOf } from '../model/edits/lifting';
import { readPairingId } from '../model/pairing/pairingId';
import type { Conversation, Message } from '../model/types';
import { messageShape } from './shape';
import { messageOf, ROW_ID, type TextRole } from './textToMessage';

/** Whether an entry is text where a message is meant: a string, or an object with `text` and nothing that makes a message. */
export function isTextEntry({ node: entry }: Message): boolean {
  if (entry.kind === 'string') return true;
  const type = entry.get('type');
  return (
    entry.get('text') !== undefined &&
    MESSAGE_KEYS.every((key) => entry.get(key) === undefined) &&
    (type === undefined || type.text() === 'text')
  );
}

const MESSAGE_KEYS = ['content', 'parts', 'tool_calls', 'function_call'];

/** Puts a message of the given role in the place of each text entry; an entry without text goes. */
export function turnTexts(
  conversation: Conversation,
  entries: readonly Message[],
  role: TextRole,
  rewrite: Rewrite,
): void {
  const field = fieldOf(conversation);
  const lifted: string[] = [];
  const gone: JsonNode[] = [];
  for (const { node: entry } of entries) {
    const textNode = entry.kind === 'string' ? entry : entry.get('text');
    const id = entry.kind === 'string' ? '' : readPairingId(entry, ROW_ID).text;
    const message = messageOf(textOf(textNode), role, id);
    if (message === undefined) {
      gone.push(entry);
    } else if (role === 'system' && field !== undefined) {
      lifted.push(message.content);
      gone.push(entry);
    } else if (entry.kind === 'string') {
      rewrite.set(entry, { kind: 'replace', with: value(messageShape(message, conversation.dialect)) });
    } else {
      changeProperties(rewrite, entry, asMessage(entry, messageShape(message, conversation.dialect)));
    }
  }
  if (gone.length > 0) rewrite.set(conversation.list, { kind: 'splice', remove: gone, insert: [] });
  field?.add(rewrite, field.body, lifted);
}

/** Property changes that make the object the message. Other keys are the author's and stay; so does the text's own spelling. */
function asMessage(entry: JsonNode, message: unknown): { remove: string[]; set: [string, NewJson][] } {
  const shape = Object.entries(message as Record<string, unknown>);
  const names = new Set(shape.map(([name]) => name));
  const text = entry.get('text');
  return {
    remove: ['text', 'type', 'role', ROW_ID].filter((key) => !names.has(key) && entry.get(key) !== undefined),
    set: shape
      .filter(([name, wanted]) => entry.get(name)?.kind !== 'string' || entry.get(name)?.text() !== wanted)
      .map(([name, wanted]) => [name, text?.kind === 'string' && text.text() === wanted ? node(text) : value(wanted)]),
  };
}
