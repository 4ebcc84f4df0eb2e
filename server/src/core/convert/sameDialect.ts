import type { Written } from '../dialects/shared/transfer/writeTypes';
import type { JsonNode } from '../json/node';
import { changeProperties, type NewJson, node, type Rewrite, value } from '../json/rewrite';
import { addSplice } from '../model/edits/dropping';
import { writePairingId } from '../model/pairing/pairingId';
import type { Conversation } from '../model/types';
import { fittingIds, idsAsRead } from '../transfer/ids';
import type { LossLog } from '../transfer/lossLog';
import { isSame } from '../transfer/newJson';
import { behindRuns } from '../transfer/runs';
import type { NeutralConversation, Part, Turn } from '../transfer/types';
import { objectInputs } from './inputs';
import { isInstruction } from './instructions';
import { idNeeds, wantsObjects } from './needs';
import { isRequest } from './request';
import type { ConvertSettings } from './settings';
import { withoutForeignReasoning } from './signer';

/**
 * A conversation that is in the dialect already: only what was asked for changes, and what the dialect cannot send. Gives the
 * entries and the instructions for a field where instructions leave the list; it is for the caller to write those.
 */
export function keepDialect(
  conversation: Conversation,
  neutral: NeutralConversation,
  settings: ConvertSettings,
  rewrite: Rewrite,
  lossLog: LossLog,
): Written | undefined {
  if (settings.rewriteIds) rewriteIds(neutral, settings, rewrite, lossLog);
  const placed = placeTurns(neutral, settings, rewrite, lossLog);
  const { to, target, model } = settings;
  const kept = withoutForeignReasoning(placed.turns, settings, conversation.model, lossLog);
  const gone = dropReasoning(placed.turns, kept, rewrite);
  if (wantsObjects(target, to, model)) {
    for (const entry of writeInputs(kept, neutral, settings, rewrite, lossLog)) gone.add(entry);
  }
  const { list } = conversation;
  const items = itemsOf(list, placed, gone);
  const isLifted = placed.field.length > 0;
  if (items !== undefined && !isLifted) rewrite.set(list, { kind: 'items', items });
  if (settings.model !== undefined && to.transfer.model !== undefined && isRequest(conversation)) {
    changeProperties(rewrite, conversation.body, { set: [[to.transfer.model, value(settings.model)]] });
  }
  if (!isLifted) return undefined;
  const field = to.transfer.writer.writeField?.(
    [neutral.system.parts, ...placed.field.map(({ parts }) => parts)],
    lossLog,
  );
  return { entries: items ?? list.items().map(node), field };
}

function rewriteIds(neutral: NeutralConversation, settings: ConvertSettings, rewrite: Rewrite, lossLog: LossLog): void {
  const { to, target, model } = settings;
  const { made, callOf } = neutral.pairing;
  // Ids that stand nowhere pair nothing, and need none.
  const isWritten = (part: Part) => {
    const call = part.kind === 'result' ? callOf.get(part) : part;
    return call?.kind !== 'call' || !made.has(call);
  };
  const turns = neutral.turns.map((turn) => ({ ...turn, parts: turn.parts.filter(isWritten) }));
  const written = { turns, pairing: neutral.pairing };
  const before = idsAsRead(written);
  for (const [part, id] of fittingIds(written, before, idNeeds(target, to, model), lossLog)) {
    if (part.kind !== 'call' && part.kind !== 'result') continue;
    // A number that reads like the id is no id yet.
    const isNumber = part.id.node?.kind === 'number';
    if (before.get(part) === id && !isNumber) continue;
    if (isNumber && before.get(part) === id && part.kind === 'call')
      lossLog.add(part.at, `the id ${id} becomes "${id}"`);
    writePairingId(rewrite, part.at, part.id, id);
  }
}

/** Takes out what is no longer among the parts of a turn; gives the entries of which nothing is left. */
function dropReasoning(before: readonly Turn[], after: readonly Turn[], rewrite: Rewrite): Set<JsonNode> {
  const gone = new Set<JsonNode>();
  if (before === after) return gone;
  const kept = new Set(after.flatMap(({ parts }) => parts));
  const byList = new Map<JsonNode, JsonNode[]>();
  for (const { at } of before.flatMap(({ parts }) => parts.filter((part) => !kept.has(part)))) {
    const list = at.parent;
    if (list !== undefined) byList.set(list, [...(byList.get(list) ?? []), at]);
  }
  for (const [list, lost] of byList) {
    if (lost.length === list.size && list.parent !== undefined) gone.add(list.parent);
    else addSplice(rewrite, list, lost, []);
  }
  return gone;
}

/** Inputs that are no objects; says which entries go because the output limit cut them off. */
function writeInputs(
  turns: readonly Turn[],
  neutral: NeutralConversation,
  { to }: ConvertSettings,
  rewrite: Rewrite,
  lossLog: LossLog,
): ReadonlySet<JsonNode> {
  const { inputs, cut } = objectInputs(turns, neutral.pairing, idsAsRead(neutral), to.turns === 'merged', lossLog);
  for (const [call, json] of inputs) {
    const { input } = call;
    if (input.kind === 'json' && input.node.kind === 'object') continue;
    if (input.kind === 'json' && isSame(json, input.node)) continue;
    to.transfer.writer.setInput(rewrite, call, json);
  }
  const gone = new Set<JsonNode>();
  const isCut = (part: Part) => cut.has(part);
  for (const turn of turns) {
    if (!turn.parts.some(isCut)) continue;
    const lost = turn.parts.filter(isCut);
    if (turn.parts.every((part) => isCut(part) || part.kind === 'reasoning')) gone.add(turn.at);
    const list = lost[0]?.at.parent;
    if (list === undefined) continue;
    addSplice(
      rewrite,
      list,
      lost.map(({ at }) => at),
      [],
    );
  }
  return gone;
}

/** The turns as they go out, and where an entry stands that has moved. */
interface PlacedTurns {
  readonly turns: readonly Turn[];
  /** Instructions that leave the list for the field. */
  readonly field: readonly Turn[];
  /** Entries that leave their place. */
  readonly moved: ReadonlySet<JsonNode>;
  /** Where they go: behind this entry, or to the front of what is no instruction. */
  readonly behind: ReadonlyMap<JsonNode, readonly JsonNode[]>;
  readonly front: readonly JsonNode[];
}

/** Instructions go to the front or to the user where somebody says so; by default they stay. */
function placeTurns(
  { turns }: NeutralConversation,
  { to, system }: ConvertSettings,
  rewrite: Rewrite,
  lossLog: LossLog,
): PlacedTurns {
  const first = turns.findIndex((turn) => !isInstruction(turn));
  const unmoved: PlacedTurns = { turns, field: [], moved: new Set(), behind: new Map(), front: [] };
  if (system === undefined || system === 'in-place') return unmoved;
  const isLifted = system === 'front' && to.instructions.stand === 'field';
  const late = turns.slice(isLifted ? 0 : Math.max(first, 0)).filter(isInstruction);
  if (late.length === 0 || (first < 0 && !isLifted)) return unmoved;
  const moving = new Set(late);
  const rest = turns.filter((turn) => !moving.has(turn));
  if (system === 'front') {
    for (const { at } of late)
      lossLog.lose(
        at,
        isLifted
          ? liftedTo(to.instructions.field)
          : 'the place of instructions behind another message: they go to the front',
      );
    const nodes = late.map(({ at }) => at);
    const leading = turns.slice(0, Math.max(first, 0));
    if (isLifted) return { ...unmoved, turns: rest, field: late, moved: new Set(nodes) };
    return {
      ...unmoved,
      turns: [...leading, ...late, ...rest.slice(leading.length)],
      moved: new Set(nodes),
      front: nodes,
    };
  }
  for (const { at } of late) {
    lossLog.lose(at, 'instructions behind another message: they become text of the user');
    to.transfer.writer.giveToUser(rewrite, at);
  }
  const ordered = behindRuns(turns, (turn) => moving.has(turn), lossLog);
  const behind = anchorsOf(ordered, turns, moving);
  const moved = new Set([...behind.values()].flat());
  const asUser = ordered.map((turn): Turn => (moving.has(turn) ? { ...turn, role: 'user', roleText: 'user' } : turn));
  return { ...unmoved, turns: asUser, moved, behind };
}

function liftedTo(field: string | undefined): string {
  return `the place of instructions among the messages: they go to the field "${field}"`;
}

/** Of the turns that may move, those that another turn stands before now, by that turn's entry. */
function anchorsOf(
  ordered: readonly Turn[],
  turns: readonly Turn[],
  moving: ReadonlySet<Turn>,
): ReadonlyMap<JsonNode, readonly JsonNode[]> {
  const anchors = (of: readonly Turn[]) => {
    const before = new Map<Turn, Turn | undefined>();
    let anchor: Turn | undefined;
    for (const turn of of) {
      if (moving.has(turn)) before.set(turn, anchor);
      else anchor = turn;
    }
    return before;
  };
  const old = anchors(turns);
  const behind = new Map<JsonNode, JsonNode[]>();
  for (const [turn, anchor] of anchors(ordered)) {
    if (anchor === undefined || old.get(turn) === anchor) continue;
    const there = behind.get(anchor.at) ?? [];
    there.push(turn.at);
    behind.set(anchor.at, there);
  }
  return behind;
}

/** The entries of the list as they go out; undefined where they are what they were. */
function itemsOf(
  list: JsonNode,
  { turns, moved, behind, front }: PlacedTurns,
  gone: ReadonlySet<JsonNode>,
): readonly NewJson[] | undefined {
  if (moved.size === 0 && gone.size === 0) return undefined;
  const items: JsonNode[] = [];
  const leading = new Set(turns.filter(isInstruction).map(({ at }) => at));
  let isFrontOpen = front.length > 0;
  for (const item of list.items()) {
    if (gone.has(item) || moved.has(item)) continue;
    if (isFrontOpen && !leading.has(item)) {
      for (const one of front) items.push(one);
      isFrontOpen = false;
    }
    items.push(item);
    for (const one of behind.get(item) ?? []) items.push(one);
  }
  if (isFrontOpen) for (const one of front) items.push(one);
  return items.map(node);
}
