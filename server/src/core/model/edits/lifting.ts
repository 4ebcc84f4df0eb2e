import type { JsonNode } from '../../json/node';
import type { Rewrite } from '../../json/rewrite';
import type { Conversation, InstructionField, Message } from '../types';
import { addSplice } from './dropping';

/** The body of a conversation, with the member of it that takes instructions; undefined for a bare list, which has none. */
export function fieldOf({ body, dialect }: Conversation): (InstructionField & { readonly body: JsonNode }) | undefined {
  const field = dialect.edit?.field;
  return body === undefined || field === undefined ? undefined : { ...field, body };
}

/** Lifts an entry with instructions out of the list into that member; undefined where there is none. */
export function liftInstruction(conversation: Conversation, entry: Message): Rewrite | undefined {
  const { list } = conversation;
  const field = fieldOf(conversation);
  if (field === undefined || list.kind !== 'array') return undefined;
  const rewrite: Rewrite = new Map();
  field.add(rewrite, field.body, field.of(entry));
  addSplice(rewrite, list, [entry.node], []);
  return rewrite;
}
