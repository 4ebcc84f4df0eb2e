import { type NewJson, node, type Rewrite, value } from '../json/rewrite';
import { isEmptyText } from '../json/textOf';
import { editOf } from '../model/edits/dialectEdit';
import { userMessage } from '../model/edits/placing';
import type { Pairing, Run } from '../model/pairing/pairing';
import type { Call, Conversation, DialectEdit, Message, Part, Result } from '../model/types';

/**
 * Flat and chat: the list after the repair. Behind a calling message come the results that stood there, the ones that move
 * there, and the synthetic ones (docs/design/pairing.md, "The run after a turn").
 */
export function placeToolMessages(_: Rewrite, conversation: Conversation, pairing: Pairing): NewJson[] {
  const moving = new Set(pairing.runs.flatMap((run) => run.moved.map((result) => result.message)));
  /** The message behind which the arrivals of a run go. */
  const arrivals = new Map<Message, NewJson[]>();
  for (const run of pairing.runs) {
    const arriving = arrivalsOf(run, conversation, pairing, (result) => node(result.message.node));
    if (arriving.length > 0) arrivals.set(run.behind, arriving);
  }
  const items: NewJson[] = [];
  for (const turn of pairing.turns) {
    for (const message of turn.messages) {
      if (moving.has(message)) continue;
      items.push(node(message.node), ...(arrivals.get(message) ?? []));
    }
  }
  return items;
}

/**
 * Messages: blocks go, move and arrive inside the contents. Arrivals go behind the results that lead the first message of the
 * next user turn; where there is none a new user message is made behind the calling turn.
 */
export function placeBlocks(rewrite: Rewrite, conversation: Conversation, pairing: Pairing): NewJson[] {
  const edit = editOf(conversation.dialect);
  const moving = new Set<Part>(pairing.runs.flatMap((run) => run.moved));
  const homes = new Map<Message, NewJson[]>();
  const behind = new Map<Message, NewJson>();
  for (const run of pairing.runs) {
    const arriving = arrivalsOf(run, conversation, pairing, (result) => node(result.node));
    if (arriving.length === 0) continue;
    const last = run.turn.messages.at(-1);
    if (run.home !== undefined) homes.set(run.home, arriving);
    else if (last !== undefined) behind.set(last, userMessage(edit, arriving));
  }
  const items: NewJson[] = [];
  for (const turn of pairing.turns) {
    for (const message of turn.messages) {
      const isEmptied = rewriteBlocks(rewrite, message, edit, pairing, moving, homes.get(message) ?? []);
      if (!isEmptied) items.push(node(message.node));
      const after = behind.get(message);
      if (after !== undefined) items.push(after);
    }
  }
  return items;
}

function arrivalsOf(
  run: Run,
  conversation: Conversation,
  pairing: Pairing,
  move: (result: Result) => NewJson,
): NewJson[] {
  const edit = editOf(conversation.dialect);
  const synthetic = (call: Call): NewJson => {
    const outcome = pairing.calls.get(call);
    return value(edit.result(call, outcome?.kind === 'kept' && outcome.id !== '' ? outcome.id : undefined));
  };
  return [...run.moved.map(move), ...run.open.map(synthetic)];
}

/** Changes the content of one message; says whether a move emptied it, so that the message goes. */
function rewriteBlocks(
  rewrite: Rewrite,
  message: Message,
  edit: DialectEdit,
  pairing: Pairing,
  moving: ReadonlySet<Part>,
  arriving: readonly NewJson[],
): boolean {
  const content = message.contentNode;
  const isBlocks = content?.kind === 'array' && message.parts.every((part) => part.node !== content);
  if (!isBlocks) {
    if (arriving.length === 0) return false;
    const rest = content === undefined || isEmptyText(content) ? [] : [edit.textPart(content)];
    edit.setContent(rewrite, message, { kind: 'array', items: [...arriving, ...rest] });
    return false;
  }
  const left = message.parts.filter((part) => !isDropped(pairing, part));
  const staying = left.filter((part) => !moving.has(part));
  const isEmpty = staying.length === 0 && arriving.length === 0;
  const isEmptied = isEmpty && (left.length > 0 || (message.parts.length > 0 && !message.hasOwnContent));
  // A system message is never dropped, not even when nothing is left in it.
  if (isEmptied && message.role !== 'system') return true;
  if (staying.length === message.parts.length && arriving.length === 0) return false;
  const firstOther = left.find((part) => part.kind !== 'result');
  const index = firstOther === undefined ? content.size : message.parts.indexOf(firstOther);
  const stay = new Set(staying);
  rewrite.set(content, {
    kind: 'splice',
    remove: message.parts.filter((part) => !stay.has(part)).map((part) => part.node),
    insert: arriving.length === 0 ? [] : [{ index, items: arriving }],
  });
  return false;
}

function isDropped(pairing: Pairing, part: Part): boolean {
  if (part.kind === 'call') return pairing.calls.get(part)?.kind === 'dropped';
  return part.kind === 'result' && pairing.results.get(part)?.kind === 'dropped';
}
