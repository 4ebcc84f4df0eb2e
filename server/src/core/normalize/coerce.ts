import { changeProperties, type Rewrite } from '../json/rewrite';
import { editOf } from '../model/edits/dialectEdit';
import type { Pairing } from '../model/pairing/pairing';
import { usable, writePairingId } from '../model/pairing/pairingId';
import { idFor } from '../model/pairing/resultIds';
import type { Call, Conversation, DialectEdit, Message, PairingId, Result } from '../model/types';

export { textOf } from '../json/textOf';

/**
 * Rule 1 of normalization (docs/design/normalization.md, "Coerce") for a kept message: content in the dialect's form, pairing
 * ids as trimmed text, dead call keys gone.
 */
export function coerceMessage(rewrite: Rewrite, conversation: Conversation, message: Message, pairing: Pairing): void {
  const edit = editOf(conversation.dialect);
  const content = edit.coercedContent(message);
  if (content !== undefined) edit.setContent(rewrite, message, content);
  for (const call of message.calls) {
    const outcome = pairing.calls.get(call);
    if (outcome?.kind === 'kept') writeId(rewrite, call.node, call.id, outcome.id);
  }
  for (const result of message.results) {
    const outcome = pairing.results.get(result);
    if (outcome?.kind !== 'kept') continue;
    const ofCall = idFor(result, outcome.call.id.text);
    for (const { call, id } of [{ call: outcome.call, id: ofCall }, ...outcome.also]) {
      const kept = pairing.calls.get(call);
      if (kept?.kind === 'kept') writeId(rewrite, result.node, id, kept.id === '' ? id.text : kept.id);
    }
    if (outcome.by !== 'id') nameAsCalled(rewrite, edit, result, outcome.call);
  }
  if (pairing.mode === 'name') dropUseless(rewrite, message, pairing);
  keepCalls(rewrite, conversation, message, pairing);
}

/** A result that its name pairs has the name of its call. */
function nameAsCalled(rewrite: Rewrite, { setName }: DialectEdit, result: Result, { nameNode }: Call): void {
  if (setName === undefined || nameNode?.kind !== 'string' || nameNode.text() === result.nameNode?.text()) return;
  setName(rewrite, result, nameNode.text());
}

/** Where names pair, an id that pairs nothing is worth nothing, and its member goes; so does one that would pair another call. */
function dropUseless(rewrite: Rewrite, message: Message, { results }: Pairing): void {
  const drop = ({ holder, key }: PairingId) => {
    if (holder !== undefined) changeProperties(rewrite, holder, { remove: [key] });
  };
  const isUseless = ({ fault }: PairingId) => fault !== undefined && fault !== 'missing';
  for (const { id } of message.calls) if (isUseless(id)) drop(id);
  for (const result of message.results) {
    const outcome = results.get(result);
    if (isUseless(result.id) || (outcome?.kind === 'kept' && isAnothers(result.id, outcome.call))) drop(result.id);
  }
}

/** The call has no id, and another of its turn has the result's: twice, or the two would be a pair. */
function isAnothers(id: PairingId, call: Call): boolean {
  const text = usable(id);
  return text !== '' && usable(call.id) === '' && call.message.calls.some((other) => usable(other.id) === text);
}

/** The id as it leaves: written anew only where it is a number, padded or renamed. */
function writeId(rewrite: Rewrite, holder: Message['node'], id: PairingId, text: string): void {
  if (id.node === undefined || id.fault === 'missing' || (text === '' && !id.isPadded)) return;
  if (id.node.kind === 'string' && !id.isPadded && id.text === text) return;
  writePairingId(rewrite, holder, id, text);
}

function keepCalls(rewrite: Rewrite, conversation: Conversation, message: Message, pairing: Pairing): void {
  const { callsNode } = message;
  if (callsNode === undefined) return;
  if (callsNode.kind === 'null' && !conversation.dialect.isClosed) return;
  const dropped = message.calls.filter((call) => pairing.calls.get(call)?.kind === 'dropped');
  if (callsNode.kind !== 'array' || dropped.length === callsNode.size) {
    editOf(conversation.dialect).calls?.drop(rewrite, message);
  } else if (dropped.length > 0)
    rewrite.set(callsNode, { kind: 'splice', remove: dropped.map((call) => call.node), insert: [] });
}
