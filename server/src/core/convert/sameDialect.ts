import { changeProperties, type Rewrite, value } from '../json/rewrite';
import { traits } from '../model/traits';
import type { Conversation } from '../model/types';
import { outgoingIds } from './ids';
import { objectInputs } from './inputs';
import { isInstruction } from './instructions';
import type { Ledger } from './ledger';
import { idNeeds } from './needs';
import { isSame } from './newJson';
import type { ConvertSettings, Exchange, Part, Turn } from './types';
import { writerOf } from './write/index';

/** A conversation that is in the dialect already: only what was asked for changes, and what the dialect cannot send. */
export function keepDialect(
  conversation: Conversation,
  exchange: Exchange,
  settings: ConvertSettings,
  rewrite: Rewrite,
  ledger: Ledger,
): void {
  if (settings.rewriteIds) rewriteIds(exchange, settings, rewrite, ledger);
  const gone = writerOf(settings.to).wantsObjects ? writeInputs(exchange, rewrite, ledger) : new Set<Turn>();
  placeTurns(conversation, exchange, settings, gone, rewrite, ledger);
  const { body } = conversation;
  if (settings.model !== undefined && body !== undefined && conversation.list.key === 'messages') {
    changeProperties(rewrite, body, { set: [['model', value(settings.model)]] });
  }
}

function rewriteIds(exchange: Exchange, settings: ConvertSettings, rewrite: Rewrite, ledger: Ledger): void {
  const { to, target, model } = settings;
  // Ids that stand nowhere are read in order, and need none.
  const before = outgoingIds(exchange, idNeeds(target, to, model), false, ledger);
  const after = outgoingIds(exchange, idNeeds(target, to, model), true, ledger);
  for (const [part, id] of after) {
    if (part.kind !== 'call' && part.kind !== 'result') continue;
    if (exchange.orderedIds.has(part) || before.get(part) === id) continue;
    changeProperties(rewrite, part.at, { set: [[part.id.key, value(id)]] });
  }
}

/** Inputs that are no objects; says which turns go because the output limit cut them off. */
function writeInputs(exchange: Exchange, rewrite: Rewrite, ledger: Ledger): ReadonlySet<Turn> {
  const { inputs, cut } = objectInputs(exchange, ledger);
  for (const [{ at, input }, json] of inputs) {
    if (input.kind === 'json' && input.node.kind === 'object') continue;
    if (input.kind === 'json' && isSame(json, input.node)) continue;
    changeProperties(rewrite, at, { set: [['input', json]] });
  }
  const gone = new Set<Turn>();
  const isCut = (part: Part) => cut.has(part);
  for (const turn of exchange.turns) {
    if (!turn.parts.some(isCut)) continue;
    const lost = turn.parts.filter(isCut);
    if (turn.parts.every((part) => isCut(part) || part.kind === 'reasoning')) gone.add(turn);
    const list = lost[0]?.at.parent;
    if (list !== undefined) rewrite.set(list, { kind: 'splice', remove: lost.map(({ at }) => at), insert: [] });
  }
  return gone;
}

/** Late instructions go to the front or to the user where somebody says so; by default they stay. */
function placeTurns(
  { list }: Conversation,
  { turns }: Exchange,
  { to, system }: ConvertSettings,
  gone: ReadonlySet<Turn>,
  rewrite: Rewrite,
  ledger: Ledger,
): void {
  const isFront = system === 'front' && !traits[to].hasSystemField;
  const first = turns.findIndex((turn) => !isInstruction(turn));
  const late =
    system === undefined || system === 'in-place' || first < 0 ? [] : turns.slice(first).filter(isInstruction);
  const moved = new Set(isFront ? late : []);
  for (const { at } of late) {
    ledger.lose(
      at,
      isFront
        ? 'the place of instructions behind another message: they go to the front'
        : 'instructions behind another message: they become text of the user',
    );
    if (!isFront) changeProperties(rewrite, at, { set: [['role', value('user')]] });
  }
  const goneNodes = new Set([...gone].map(({ at }) => at));
  if (moved.size === 0 && goneNodes.size === 0) return;
  const movedNodes = new Set([...moved].map(({ at }) => at));
  const items = list.items().filter((item) => !goneNodes.has(item) && !movedNodes.has(item));
  const place = Math.max(first, 0);
  const placed = [...items.slice(0, place), ...movedNodes, ...items.slice(place)];
  rewrite.set(list, { kind: 'items', items: placed.map((item) => ({ kind: 'node', node: item })) });
}
