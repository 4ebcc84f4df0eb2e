import { type NewJson, node, type Rewrite } from '../../json/rewrite';
import { isEmptyText } from '../../json/textOf';
import type { KeptTurn, Pairing, Run } from '../pairing/pairing';
import type { Conversation, DialectEdit, Message, Result } from '../types';
import { editOf } from './dialectEdit';
import { addSplice } from './dropping';

/** Where results of a calling turn arrive. A `Run` is one. */
export interface Landing {
  readonly turn: KeptTurn;
  readonly behind: Message;
  readonly home: Message | undefined;
}

/** Puts results, moved or new, behind those that stand in the run already (docs/design/pairing.md, "The run after a turn"). */
export function arrive(
  rewrite: Rewrite,
  conversation: Conversation,
  pairing: Pairing,
  landing: Landing,
  arrivals: readonly NewJson[],
): void {
  const last = landing.turn.messages.at(-1);
  if (last === undefined) return;
  if (conversation.dialect.results === 'entries') {
    addSplice(rewrite, conversation.list, [], [{ index: landing.behind.index + 1, items: arrivals }]);
  } else if (landing.home === undefined) {
    addSplice(
      rewrite,
      conversation.list,
      [],
      [{ index: last.index + 1, items: [userMessage(editOf(conversation.dialect), arrivals)] }],
    );
  } else {
    arriveInContent(rewrite, editOf(conversation.dialect), pairing, landing.home, arrivals);
  }
}

function arriveInContent(
  rewrite: Rewrite,
  edit: DialectEdit,
  pairing: Pairing,
  home: Message,
  arrivals: readonly NewJson[],
): void {
  const content = home.contentNode;
  if (content?.kind === 'array' && home.parts.every((part) => part.node !== content)) {
    addSplice(rewrite, content, [], [{ index: leadOf(pairing, home), items: arrivals }]);
    return;
  }
  const rest = content === undefined || isEmptyText(content) ? [] : [edit.textPart(content)];
  edit.setContent(rewrite, home, { kind: 'array', items: [...arrivals, ...rest] });
}

const leads = new WeakMap<Pairing, Map<Message, number>>();

/** The index behind the results that lead a message's content. Blocks that the pairing drops do not end the lead. */
function leadOf(pairing: Pairing, home: Message): number {
  const known = leads.get(pairing) ?? new Map<Message, number>();
  leads.set(pairing, known);
  let lead = known.get(home);
  if (lead === undefined) {
    const other = home.parts.findIndex((part) => part.kind !== 'result' && !isDroppedCall(pairing, part));
    lead = other < 0 ? home.parts.length : other;
    known.set(home, lead);
  }
  return lead;
}

function isDroppedCall(pairing: Pairing, part: Message['parts'][number]): boolean {
  return part.kind === 'call' && pairing.calls.get(part)?.kind === 'dropped';
}

const made = new WeakMap<NewJson, readonly NewJson[]>();

/** A user message that holds these blocks. */
export function userMessage(edit: DialectEdit, blocks: readonly NewJson[]): NewJson {
  const message = edit.turn(blocks);
  made.set(message, blocks);
  return message;
}

/** The blocks of a message that `userMessage` made; undefined for any other JSON. */
export function blocksOf(message: NewJson): readonly NewJson[] | undefined {
  return made.get(message);
}

/**
 * Moves a result into its run, its own text unchanged, and its message with it when it holds nothing else. Of a message that
 * several results leave each takes itself alone; what they leave together is `settle`'s to clear away.
 */
export function moveIntoRun(conversation: Conversation, pairing: Pairing, run: Run, result: Result): Rewrite {
  const rewrite: Rewrite = new Map();
  const { message } = result;
  const content = message.contentNode;
  if (result.node === message.node || (message.parts.length === 1 && !homesOf(pairing).has(message))) {
    addSplice(rewrite, conversation.list, [message.node], []);
  } else if (content !== undefined) addSplice(rewrite, content, [result.node], []);
  arrive(rewrite, conversation, pairing, run, [node(result.node)]);
  return rewrite;
}

const homes = new WeakMap<Pairing, ReadonlySet<Message>>();

/** Messages that something arrives in: they stay. */
function homesOf(pairing: Pairing): ReadonlySet<Message> {
  let known = homes.get(pairing);
  if (known === undefined) {
    const filled = pairing.runs.filter((run) => run.moved.length + run.open.length > 0);
    known = new Set(filled.flatMap((run) => run.home ?? []));
    homes.set(pairing, known);
  }
  return known;
}
