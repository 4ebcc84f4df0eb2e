import { dialectOf } from '../dialects/index';
import type { Written } from '../dialects/shared/transfer/writeTypes';
import type { JsonNode } from '../json/node';
import { changeProperties, type NewJson, type Rewrite, value } from '../json/rewrite';
import { RowsNode } from '../json/rows';
import type { Conversation, Dialect } from '../model/types';
import { targetOfModel } from '../targets/index';
import { outgoingIds } from '../transfer/ids';
import { LossLog } from '../transfer/lossLog';
import { array, object, relaid } from '../transfer/newJson';
import type { ConvertSettings, NeutralConversation, Parameters } from '../transfer/types';
import { objectInputs } from './inputs';
import { placeInstructions } from './instructions';
import { idNeeds, wantsObjects } from './needs';
import { keepDialect } from './sameDialect';
import { withoutForeignReasoning } from './signer';

/** Where the converted list stands under the place of the old one: it may be in a body that was not there. */
export type NewPlace = 'list' | 'body';

/** A conversion that is under way over the conversations of one document. */
export interface Conversion {
  readonly settings: ConvertSettings;
  readonly lossLog: LossLog;
  readonly rewrite: Rewrite;
  /** The list of each body that its instructions and its parameters speak for. */
  readonly owners: ReadonlyMap<JsonNode, JsonNode>;
}

/** Adds the change that turns one conversation into the other dialect, and tells what it costs. */
export function convertConversation(conversation: Conversation, conversion: Conversion): NewPlace {
  const { settings, rewrite, lossLog, owners } = conversion;
  const { dialect, list, body } = conversation;
  const reader = dialectOf(dialect.id).transfer;
  const isOwner = body !== undefined && owners.get(body) === list;
  const how = { isOwner, keepsZero: settings.rewriteIds, closesCalls: settings.closesCalls };
  if (dialect === settings.to) {
    // Nothing is lost on the way to where it is; what was read is read for its calls alone.
    const exchange = reader.read(conversation, new LossLog(), how);
    const written = keepDialect(conversation, exchange, settings, rewrite, lossLog);
    if (written === undefined) return 'list';
    if (body === undefined || !isOwner) return intoBody(conversation, written, conversion);
    rewrite.set(list, { kind: 'items', items: written.entries });
    if (written.system !== undefined) changeProperties(rewrite, body, { set: [['system', written.system]] });
    return 'list';
  }
  const isRequest = body !== undefined && list.key === 'messages';
  const parameters = isRequest ? reader.readBody(body, lossLog) : NO_PARAMETERS;
  const exchange = { ...reader.read(conversation, lossLog, how), parameters };
  const written = writeExchange(exchange, conversation.model, settings, lossLog);
  // The field of a body is that of one of its lists: elsewhere it would speak for another.
  if (written.system !== undefined && !isOwner) {
    return intoBody(conversation, { ...written, entries: written.entries.map(relaid) }, conversion);
  }
  rewrite.set(list, { kind: 'items', items: written.entries });
  if (body !== undefined) changeBody(body, isRequest, isOwner, exchange, written, conversation, conversion);
  return 'list';
}

/** A body of its own in the place of the list. */
function intoBody({ list }: Conversation, written: Written, conversion: Conversion): NewPlace {
  const made = newBody(written, undefined, list, conversion);
  // The rows of JSON Lines are a list that stands nowhere: the new body is their only row.
  const isRows = list instanceof RowsNode;
  conversion.rewrite.set(list, isRows ? { kind: 'items', items: [made] } : { kind: 'replace', with: made });
  return 'body';
}

const NO_PARAMETERS: Parameters = { consumed: [] };

/** An exchange that no document of a wire dialect holds, as a whole request body. */
export function bodyOf(exchange: NeutralConversation, at: JsonNode, conversion: Conversion): NewJson {
  const written = writeExchange(exchange, exchange.model?.text(), conversion.settings, conversion.lossLog);
  return newBody({ ...written, entries: written.entries.map(relaid) }, exchange.model, at, conversion);
}

/** `made`: the model that the history was made with. */
function writeExchange(
  exchange: NeutralConversation,
  made: string | undefined,
  settings: ConvertSettings,
  lossLog: LossLog,
): Written {
  const { to, target, model, rewriteIds, system } = settings;
  const writer = dialectOf(to.id).transfer;
  const { field, turns: all } = placeInstructions(exchange, to, system, lossLog);
  const placed = withoutForeignReasoning(all, settings, made, lossLog);
  // Which calls are new is judged on the turns as they go out.
  const { turns, inputs } = wantsObjects(target, to, model)
    ? objectInputs(placed, exchange, to.turns === 'merged', lossLog)
    : { turns: placed, inputs: new Map<never, never>() };
  const left = { ...exchange, turns };
  const ids = outgoingIds(left, idNeeds(target, to, model), rewriteIds, lossLog);
  return writer.write({ exchange: left, field, turns, ids, inputs, target, lossLog });
}

function newBody(
  written: Written,
  model: JsonNode | undefined,
  at: JsonNode,
  { settings, lossLog }: Conversion,
): NewJson {
  const required = dialectOf(settings.to.id).transfer.required(NO_PARAMETERS);
  for (const [name, said] of required) lossLog.add(at, `"${name}" is required: ${JSON.stringify(said)}`);
  const named = settings.model ?? model?.text();
  if (settings.model === undefined && model !== undefined) keepModel(model, undefined, settings.to, lossLog);
  return object([
    ['model', named === undefined ? undefined : value(named)],
    ...required.map(([name, said]) => [name, value(said)] as const),
    ['system', written.system && relaid(written.system)],
    ['messages', array(written.entries)],
  ]);
}

function changeBody(
  body: JsonNode,
  isRequest: boolean,
  isOwner: boolean,
  { parameters, system }: NeutralConversation,
  written: Written,
  { dialect }: Conversation,
  { settings, lossLog, rewrite }: Conversion,
): void {
  const writer = dialectOf(settings.to.id).transfer;
  const woken = [
    ...(isRequest ? wokenNames(dialect, settings.to) : []),
    ...(isOwner && settings.to.instructions.stand === 'field' && dialect.instructions.stand !== 'field'
      ? ['system']
      : []),
  ].filter((name) => isSaid(body, name));
  for (const name of woken) {
    lossLog.lose(
      body.get(name) ?? body,
      `"${name}", which is nothing to the dialect it is read as and would be a parameter: it goes`,
    );
  }
  const set: (readonly [string, NewJson])[] = [];
  if (isRequest) {
    const model = body.get('model');
    set.push(
      ...writer.writeBody(parameters, lossLog, settings.model ?? (model?.kind === 'string' ? model.text() : undefined)),
    );
    for (const [name, said] of writer.required(parameters)) {
      lossLog.add(body, `"${name}" is required: ${JSON.stringify(said)}`);
      set.push([name, value(said)]);
    }
    if (settings.model !== undefined) set.push(['model', value(settings.model)]);
    else if (model?.kind === 'string') keepModel(model, dialect, settings.to, lossLog);
  }
  if (written.system !== undefined) set.push(['system', written.system]);
  const spoken = system.at === undefined ? [] : [String(system.at.key)];
  const remove = [...parameters.consumed, ...spoken, ...woken];
  if (set.length > 0 || remove.length > 0) changeProperties(rewrite, body, { remove, set });
}

/** Parameters of the new dialect that the old one has no word for: a key of that name belongs to somebody's container. */
function wokenNames(from: Dialect, to: Dialect): readonly string[] {
  const own = new Set(dialectOf(from.id).transfer.parameterNames);
  return dialectOf(to.id).transfer.parameterNames.filter((name) => !own.has(name));
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
