import type { JsonNode } from '../json/node';
import { changeProperties, type NewJson, node, type Rewrite, value } from '../json/rewrite';
import { isEmptyText, textOf } from '../json/textOf';
import { addSplice } from './dropping';
import type { KeptTurn, Pairing, Run } from './pairing';
import { traits } from './traits';
import type { Conversation, Message, Result } from './types';

/** Where results of a calling turn arrive. A `Run` is one. */
export interface Landing {
  readonly turn: KeptTurn;
  readonly standing: readonly Result[];
  readonly home: Message | undefined;
}

/** Puts results, moved or new, behind those that stand in the run already (spec 03, "The run after a turn"). */
export function arrive(
  rewrite: Rewrite,
  conversation: Conversation,
  pairing: Pairing,
  landing: Landing,
  arrivals: readonly NewJson[],
): void {
  const last = landing.turn.messages.at(-1);
  if (last === undefined) return;
  if (!traits[conversation.dialect].mergesNeighbours) {
    const behind = landing.standing.at(-1)?.message ?? last;
    addSplice(rewrite, conversation.list, [], [{ index: behind.index + 1, items: arrivals }]);
  } else if (landing.home === undefined) {
    addSplice(rewrite, conversation.list, [], [{ index: last.index + 1, items: [userMessage(arrivals)] }]);
  } else {
    arriveInContent(rewrite, pairing, landing.home, arrivals);
  }
}

function arriveInContent(rewrite: Rewrite, pairing: Pairing, home: Message, arrivals: readonly NewJson[]): void {
  const content = home.contentNode;
  if (content?.kind === 'array' && home.parts.every((part) => part.node !== content)) {
    addSplice(rewrite, content, [], [{ index: leadOf(pairing, home), items: arrivals }]);
    return;
  }
  const rest = isEmptyText(content) ? [] : [textBlock(content)];
  changeProperties(rewrite, home.node, { set: [['content', { kind: 'array', items: [...arrivals, ...rest] }]] });
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

/** A user message that holds these blocks. */
export function userMessage(blocks: readonly NewJson[]): NewJson {
  return {
    kind: 'object',
    properties: [
      ['role', value('user')],
      ['content', { kind: 'array', items: blocks }],
    ],
  };
}

/** Content as a text block: a string in its own spelling, anything else as the text that it is coerced to. */
export function textBlock(content: JsonNode | undefined): NewJson {
  const text = content?.kind === 'string' ? node(content) : value(textOf(content));
  return {
    kind: 'object',
    properties: [
      ['type', value('text')],
      ['text', text],
    ],
  };
}

/**
 * Moves a result into its run, its own text unchanged. A message that holds nothing but results which leave is moved as a whole
 * and goes: no empty message is left behind.
 */
export function moveIntoRun(conversation: Conversation, pairing: Pairing, run: Run, result: Result): Rewrite {
  const rewrite: Rewrite = new Map();
  const { message } = result;
  if (result.node === message.node) {
    addSplice(rewrite, conversation.list, [message.node], []);
    arrive(rewrite, conversation, pairing, run, [node(message.node)]);
    return rewrite;
  }
  const content = message.contentNode;
  const { runs, leaves } = leavingOf(pairing, message);
  if (leaves) {
    addSplice(rewrite, conversation.list, [message.node], []);
    for (const [to, results] of runs) {
      arrive(
        rewrite,
        conversation,
        pairing,
        to,
        results.map((each) => node(each.node)),
      );
    }
  } else if (content !== undefined) {
    addSplice(rewrite, content, [result.node], []);
    arrive(rewrite, conversation, pairing, run, [node(result.node)]);
  }
  return rewrite;
}

const leaving = new WeakMap<Pairing, Map<Message, { runs: Map<Run, Result[]>; leaves: boolean }>>();

/** The results of each message that move, by the run they move to, and whether nothing of the message stays. */
function leavingOf(pairing: Pairing, message: Message): { runs: Map<Run, Result[]>; leaves: boolean } {
  let all = leaving.get(pairing);
  if (all === undefined) {
    all = new Map();
    /** Messages that something arrives in: they stay. */
    const filled = new Set<Message>();
    for (const run of pairing.runs) {
      if (run.home !== undefined && run.moved.length + run.open.length > 0) filled.add(run.home);
      for (const result of run.moved) {
        const entry = all.get(result.message) ?? { runs: new Map<Run, Result[]>(), leaves: false };
        const mine = entry.runs.get(run);
        if (mine === undefined) entry.runs.set(run, [result]);
        else mine.push(result);
        all.set(result.message, entry);
      }
    }
    for (const [from, entry] of all) {
      const moving = new Set([...entry.runs.values()].flat());
      entry.leaves =
        !filled.has(from) && from.parts.every((part) => part.kind === 'result' && goes(pairing, part, moving));
    }
    leaving.set(pairing, all);
  }
  return all.get(message) ?? { runs: new Map(), leaves: false };
}

function goes(pairing: Pairing, result: Result, moving: ReadonlySet<Result>): boolean {
  return moving.has(result) || pairing.results.get(result)?.kind === 'dropped';
}
