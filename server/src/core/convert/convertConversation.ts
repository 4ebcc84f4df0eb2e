import { dialectOf } from '../dialects/index';
import type { Written } from '../dialects/shared/transfer/writeTypes';
import type { Destination, Transfer } from '../dialects/types';
import { type JsonNode, pointerOf } from '../json/node';
import { changeProperties, type NewJson, node, type Rewrite, value } from '../json/rewrite';
import { RowsNode } from '../json/rows';
import type { Conversation, Dialect } from '../model/types';
import { targetOfModel } from '../targets/index';
import { fittingIds, idsAsRead } from '../transfer/ids';
import { LossLog } from '../transfer/lossLog';
import { array, object, relaid } from '../transfer/newJson';
import { placeResults } from '../transfer/placeResults';
import type { NeutralConversation, Parameters } from '../transfer/types';
import { objectInputs } from './inputs';
import { placeInstructions } from './instructions';
import { idNeeds, needsIds, wantsObjects } from './needs';
import { isRequest } from './request';
import { keepDialect } from './sameDialect';
import type { ConvertSettings } from './settings';
import { withoutForeignReasoning } from './signer';

/** A conversion that is under way over the conversations of one document. */
export interface Conversion {
  readonly settings: ConvertSettings;
  readonly lossLog: LossLog;
  readonly rewrite: Rewrite;
  /** The list of each body that its instructions and its parameters speak for. */
  readonly owners: ReadonlyMap<JsonNode, JsonNode>;
}

/** Adds the change that turns one conversation into the other dialect, and tells what it costs. Gives the place of the new list. */
export function convertConversation(conversation: Conversation, conversion: Conversion): string {
  const { settings, rewrite, lossLog, owners } = conversion;
  const { dialect, list, body } = conversation;
  const transfer = dialectOf(dialect.id).transfer;
  if (transfer === undefined) return pointerOf(list);
  const { reader } = transfer;
  const isOwner = body !== undefined && owners.get(body) === list;
  const { rewriteIds: keepsZero, closesCalls } = settings;
  const how = { isOwner, keepsZero, closesCalls, makesIds: needsIds(settings.to) };
  if (dialect === settings.to) {
    // Nothing is lost on the way to where it is; what was read is read for its calls alone.
    const neutral = reader.read(conversation, new LossLog(), how);
    const written = keepDialect(conversation, neutral, settings, rewrite, lossLog);
    if (written === undefined) return pointerOf(list);
    if (!isOwner) return intoBody(conversation, written, conversion);
    rewrite.set(list, { kind: 'items', items: written.entries });
    changeProperties(rewrite, body, { set: fieldOf(settings.to, written) });
    return pointerOf(list);
  }
  const parameters = (isRequest(conversation) && reader.readBody?.(conversation.body, lossLog)) || NO_PARAMETERS;
  const read = reader.read(conversation, lossLog, how);
  const turns = placeResults(read.turns, read.pairing, dialect.adjacency, settings.to.adjacency, lossLog);
  const neutral = { ...read, turns, parameters };
  const written = writeNeutral(neutral, conversation.model, settings, lossLog);
  // The field of a body is that of one of its lists: elsewhere it would speak for another.
  if (written.field !== undefined && !isOwner) {
    return intoBody(conversation, { ...written, entries: written.entries.map(relaid) }, conversion);
  }
  const key = isRequest(conversation) ? keyOf(conversation, settings.to) : undefined;
  if (key === undefined) rewrite.set(list, { kind: 'items', items: written.entries });
  if (body !== undefined)
    changeBody({ ...conversation, body }, { isOwner, key, neutral, written, transfer }, conversion);
  return body === undefined || key === undefined ? pointerOf(list) : `${pointerOf(body)}/${key}`;
}

/** The member that the list moves to; undefined where the new dialect has its list under the same. */
function keyOf({ list }: Conversation, { lists }: Dialect): string | undefined {
  return lists.some(({ key }) => key === list.key) ? undefined : lists[0].key;
}

/** A body of its own in the place of the list. */
function intoBody({ list }: Conversation, written: Written, conversion: Conversion): string {
  const made = newBody(written, undefined, list, conversion);
  // The rows of JSON Lines are a list that stands nowhere: the new body is their only row.
  const isRows = list instanceof RowsNode;
  conversion.rewrite.set(list, isRows ? { kind: 'items', items: [made] } : { kind: 'replace', with: made });
  return `${pointerOf(list)}${isRows ? '/0' : ''}/${conversion.settings.to.lists[0].key}`;
}

const NO_PARAMETERS: Parameters = { consumed: [] };

/** A conversation that no document of a wire dialect holds, as a whole request body. */
export function bodyOf(neutral: NeutralConversation, at: JsonNode, conversion: Conversion): NewJson {
  const written = writeNeutral(neutral, neutral.model?.text(), conversion.settings, conversion.lossLog);
  return newBody({ ...written, entries: written.entries.map(relaid) }, neutral.model, at, conversion);
}

/** `made`: the model that the history was made with. */
function writeNeutral(
  neutral: NeutralConversation,
  made: string | undefined,
  settings: ConvertSettings,
  lossLog: LossLog,
): Written {
  const { to, target, model, rewriteIds, system } = settings;
  const { field, turns: all } = placeInstructions(neutral, to, system, lossLog);
  const placed = withoutForeignReasoning(all, settings, made, lossLog);
  // Which calls are new is judged on the turns as they go out.
  const { pairing } = neutral;
  const read = idsAsRead({ turns: placed, pairing });
  const { turns, inputs } = wantsObjects(target, to, model)
    ? objectInputs(placed, pairing, read, to.turns === 'merged', lossLog)
    : { turns: placed, inputs: new Map<never, never>() };
  const ids = rewriteIds ? fittingIds({ turns, pairing }, read, idNeeds(target, to, model), lossLog) : read;
  return to.transfer.writer.write({ field, turns, ids, pairing, inputs, target, lossLog });
}

type Property = readonly [name: string, json: NewJson];

/** The member of the body that holds instructions, where some are written. */
function fieldOf({ instructions }: Dialect, { field }: Written): Property[] {
  return field === undefined || instructions.field === undefined ? [] : [[instructions.field, field]];
}

function newBody(
  written: Written,
  model: JsonNode | undefined,
  at: JsonNode,
  { settings, lossLog }: Conversion,
): NewJson {
  const { to } = settings;
  const required = to.transfer.writer.required(NO_PARAMETERS);
  for (const [name, said] of required) lossLog.add(at, `"${name}" is required: ${JSON.stringify(said)}`);
  const named = settings.model ?? model?.text();
  if (settings.model === undefined && model !== undefined) keepModel(model, undefined, to, lossLog);
  const namesModel = named !== undefined && to.transfer.model !== undefined;
  return object([
    ...(namesModel ? [[to.transfer.model, value(named)] as const] : []),
    ...required.map(([name, said]) => [name, value(said)] as const),
    ...fieldOf(to, written).map(([name, field]) => [name, relaid(field)] as const),
    [to.lists[0].key, array(written.entries)],
  ]);
}

interface BodyChange {
  readonly isOwner: boolean;
  /** The member that the list moves to. */
  readonly key: string | undefined;
  readonly neutral: NeutralConversation;
  readonly written: Written;
  /** Of the dialect that is read. */
  readonly transfer: Transfer;
}

function changeBody(
  conversation: Conversation & { readonly body: JsonNode },
  { isOwner, key, neutral: { parameters, system }, written, transfer }: BodyChange,
  { settings, lossLog, rewrite }: Conversion,
): void {
  const { body, dialect, list } = conversation;
  const { to } = settings;
  const { writer } = to.transfer;
  const isSent = isRequest(conversation);
  const field = to.instructions.stand === 'field' && dialect.instructions.stand !== 'field' && to.instructions.field;
  const woken = [...(isSent ? wokenNames(transfer, to) : []), ...(isOwner && field ? [field] : [])].filter((name) =>
    isSaid(body, name),
  );
  for (const name of woken) {
    lossLog.lose(
      body.get(name) ?? body,
      `"${name}", which is nothing to the dialect it is read as and would be a parameter: it goes`,
    );
  }
  const set: Property[] = [];
  const remove = [...parameters.consumed, ...(system.at === undefined ? [] : [String(system.at.key)]), ...woken];
  if (isSent) {
    const said = transfer.model === undefined ? undefined : body.get(transfer.model);
    const model = said?.kind === 'string' ? said : undefined;
    set.push(...(writer.writeBody?.(parameters, lossLog, settings.model ?? model?.text()) ?? []));
    for (const [name, wanted] of writer.required(parameters)) {
      lossLog.add(body, `"${name}" is required: ${JSON.stringify(wanted)}`);
      set.push([name, value(wanted)]);
    }
    const isKept = settings.model === undefined && to.transfer.model !== undefined;
    if (isKept && model !== undefined) keepModel(model, dialect, to, lossLog);
    const renames = to.transfer.model !== transfer.model;
    if (said !== undefined && renames) remove.push(String(said.key));
    if (said !== undefined && to.transfer.model === undefined)
      lossLog.lose(said, 'the model: no body of this dialect names one');
    const named = settings.model === undefined ? (renames ? model : undefined) : settings.model;
    if (named !== undefined && to.transfer.model !== undefined) {
      set.push([to.transfer.model, typeof named === 'string' ? value(named) : node(named)]);
    }
    if (key !== undefined) {
      remove.push(String(list.key));
      set.push([key, array(written.entries.map(relaid))]);
    }
  }
  for (const one of fieldOf(to, written)) set.push(one);
  if (set.length > 0 || remove.length > 0) changeProperties(rewrite, body, { remove, set });
}

/** Parameters of the new dialect that the old one has no word for: a key of that name belongs to somebody's container. */
function wokenNames({ reader }: Transfer, to: Destination): readonly string[] {
  const own = new Set(reader.parameterNames);
  return to.transfer.reader.parameterNames.filter((name) => !own.has(name));
}

function isSaid(body: JsonNode, name: string): boolean {
  const said = body.get(name);
  return said !== undefined && said.kind !== 'null';
}

/** The name of a model is kept: which model answers is for the person to say, and a gateway may know the name. */
function keepModel(model: JsonNode, from: Dialect | undefined, to: Dialect, lossLog: LossLog): void {
  const name = model.text();
  const isForeign = targetOfModel(name, to) === undefined;
  const isKnown = from === undefined || targetOfModel(name, from) !== undefined;
  if (isForeign && isKnown && to.defaultTarget !== 'own')
    lossLog.loseOnce(
      model,
      `the model ${JSON.stringify(name)}: its name is kept, and no provider of this dialect has it`,
    );
}
