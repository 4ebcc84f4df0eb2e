import type { JsonNode } from '../json/node';
import { changeProperties, type NewJson, type Rewrite, value } from '../json/rewrite';
import { RowsNode } from '../json/rows';
import type { Conversation, Dialect } from '../model/types';
import { targetOfModel } from '../targets/index';
import { outgoingIds } from './ids';
import { objectInputs } from './inputs';
import { placeInstructions } from './instructions';
import { Ledger } from './ledger';
import { idNeeds } from './needs';
import { array, object, relaid } from './newJson';
import { readerOf } from './read/index';
import { keepDialect } from './sameDialect';
import type { ConvertSettings, Exchange, Parameters } from './types';
import { writerOf } from './write/index';
import type { Written } from './write/types';

/** Where the converted list stands under the place of the old one: it may be in a body that was not there. */
export type NewPlace = 'list' | 'body';

/** A conversion that is under way over the conversations of one document. */
export interface Conversion {
  readonly settings: ConvertSettings;
  readonly ledger: Ledger;
  readonly rewrite: Rewrite;
  /** Bodies whose `system` was written for one of their lists already. */
  readonly claimed: Set<JsonNode>;
}

/** Adds the change that turns one conversation into the other dialect, and tells what it costs. */
export function convertConversation(conversation: Conversation, conversion: Conversion): NewPlace {
  const { settings, rewrite, ledger } = conversion;
  const { dialect, list, body } = conversation;
  const reader = readerOf(dialect);
  if (dialect === settings.to) {
    // Nothing is lost on the way to where it is; what was read is read for its calls alone.
    keepDialect(conversation, reader.read(conversation, new Ledger()), settings, rewrite, ledger);
    return 'list';
  }
  const isRequest = body !== undefined && list.key === 'messages';
  const parameters = isRequest ? reader.readBody(body, ledger) : NO_PARAMETERS;
  const exchange = { ...reader.read(conversation, ledger), parameters };
  const written = writeExchange(exchange, settings, ledger);
  const isTaken = body !== undefined && conversion.claimed.has(body);
  if (written.system !== undefined && (body === undefined || isTaken)) {
    const made = newBody(written, undefined, conversation.list, conversion);
    // The rows of JSON Lines are a list that stands nowhere: the new body is their only row.
    const isRows = list instanceof RowsNode;
    rewrite.set(list, isRows ? { kind: 'items', items: [made] } : { kind: 'replace', with: made });
    return 'body';
  }
  rewrite.set(list, { kind: 'items', items: written.entries });
  if (body !== undefined) changeBody(body, isRequest, exchange, written, conversation, conversion);
  return 'list';
}

const NO_PARAMETERS: Parameters = { consumed: [] };

/** An exchange that no document of a wire dialect holds, as a whole request body. */
export function bodyOfExchange(exchange: Exchange, at: JsonNode, conversion: Conversion): NewJson {
  const written = writeExchange(exchange, conversion.settings, conversion.ledger);
  return newBody(written, exchange.model, at, conversion);
}

function writeExchange(exchange: Exchange, settings: ConvertSettings, ledger: Ledger): Written {
  const { to, target, model, rewriteIds, system } = settings;
  const writer = writerOf(to);
  const { turns, inputs } = writer.wantsObjects
    ? objectInputs(exchange, ledger)
    : { turns: exchange.turns, inputs: new Map<never, never>() };
  const left = { ...exchange, turns };
  const placed = placeInstructions(left, to, system, ledger);
  const ids = outgoingIds(left, idNeeds(target, to, model), rewriteIds, ledger);
  return writer.write({ exchange: left, ...placed, ids, inputs, target, ledger });
}

function newBody(
  written: Written,
  model: JsonNode | undefined,
  at: JsonNode,
  { settings, ledger }: Conversion,
): NewJson {
  const required = writerOf(settings.to).required(NO_PARAMETERS);
  for (const [name, said] of required) ledger.add(at, `"${name}" is required: ${JSON.stringify(said)}`);
  const named = settings.model ?? model?.text();
  if (settings.model === undefined && model !== undefined) keepModel(model, undefined, settings.to, ledger);
  return object([
    ['model', named === undefined ? undefined : value(named)],
    ...required.map(([name, said]) => [name, value(said)] as const),
    ['system', written.system && relaid(written.system)],
    ['messages', relaid(array(written.entries))],
  ]);
}

function changeBody(
  body: JsonNode,
  isRequest: boolean,
  { parameters, system }: Exchange,
  written: Written,
  { dialect }: Conversation,
  { settings, ledger, rewrite, claimed }: Conversion,
): void {
  const writer = writerOf(settings.to);
  const set: (readonly [string, NewJson])[] = [];
  if (isRequest) {
    const model = body.get('model');
    set.push(
      ...writer.writeBody(parameters, ledger, settings.model ?? (model?.kind === 'string' ? model.text() : undefined)),
    );
    for (const [name, said] of writer.required(parameters)) {
      ledger.add(body, `"${name}" is required: ${JSON.stringify(said)}`);
      set.push([name, value(said)]);
    }
    if (settings.model !== undefined) set.push(['model', value(settings.model)]);
    else if (model?.kind === 'string') keepModel(model, dialect, settings.to, ledger);
  }
  if (written.system !== undefined) {
    set.push(['system', written.system]);
    claimed.add(body);
  }
  const spoken = system.at === undefined ? [] : [String(system.at.key)];
  const remove = [...parameters.consumed, ...spoken];
  if (set.length > 0 || remove.length > 0) changeProperties(rewrite, body, { remove, set });
}

/** The name of a model is kept: which model answers is for the person to say, and a gateway may know the name. */
function keepModel(model: JsonNode, from: Dialect | undefined, to: Dialect, ledger: Ledger): void {
  const name = model.text();
  const isForeign = targetOfModel(name, to) === undefined;
  const isKnown = from === undefined || targetOfModel(name, from) !== undefined;
  if (isForeign && isKnown && to !== 'flat')
    ledger.loseOnce(
      model,
      `the model ${JSON.stringify(name)}: its name is kept, and no provider of this dialect has it`,
    );
}
