import { type NewJson, node, value } from '../../../json/rewrite';
import type { LossLog } from '../../../transfer/lossLog';
import { array, carry, object } from '../../../transfer/newJson';
import type { Parameters, ToolChoice, ToolDeclaration } from '../../../transfer/types';
import { chosenTool, declaredChoice } from '../../shared/transfer/toolChoice';

/** OpenAI wants a name for each schema; it is read by nobody. */
const SCHEMA_NAME = 'answer';

export function writeChatBody(parameters: Parameters, lossLog: LossLog): readonly (readonly [string, NewJson])[] {
  const { maxTokens, temperature, topP, stop, stream, user, tools, toolChoice, parallelCalls, schema } = parameters;
  // Chat Completions refuses an empty list, which says as much as none.
  const hasStops = stop !== undefined && !(stop.kind === 'array' && stop.size === 0);
  const declared = tools?.map((tool) => writeTool(tool, lossLog)) ?? [];
  const [tier] = [parameters.serviceTier].filter((said) => said?.text() === 'auto');
  if (parameters.serviceTier !== undefined && tier === undefined) {
    lossLog.lose(parameters.serviceTier, 'a service tier that has no equal');
  }
  const hasTools = declared.length > 0;
  const choice = hasTools ? declaredChoice(parameters, lossLog) : undefined;
  for (const said of hasTools ? [] : [toolChoice, parallelCalls]) {
    if (said !== undefined) lossLog.lose(said.at, 'a choice of tools where there are none');
  }
  return there([
    ['max_tokens', maxTokens && node(maxTokens)],
    ['temperature', temperature && node(temperature)],
    ['top_p', topP && node(topP)],
    ['stop', hasStops ? carry(stop) : undefined],
    ['stream', stream && node(stream)],
    ['user', user && node(user)],
    ['tools', hasTools ? array(declared) : undefined],
    ['tool_choice', choice && writeChoice(choice, tools)],
    ['parallel_tool_calls', hasTools && parallelCalls !== undefined ? value(parallelCalls.isAllowed) : undefined],
    ['response_format', schema && writeSchema(schema)],
    ['service_tier', tier && node(tier)],
  ]);
}

function there(properties: readonly (readonly [string, NewJson | undefined])[]): (readonly [string, NewJson])[] {
  return properties.flatMap(([name, json]) => (json === undefined ? [] : [[name, json] as const]));
}

function writeTool(
  { at, name, description, schema, strict, cache, isFree }: ToolDeclaration,
  lossLog: LossLog,
): NewJson {
  // A custom tool is at home here, with all that is said of it.
  if (isFree) return node(at);
  if (cache !== undefined) lossLog.lose(cache, 'a cache marker');
  const declared = object([
    ['name', name && carry(name)],
    ['description', description && carry(description)],
    ['parameters', schema && carry(schema)],
    ['strict', strict && carry(strict)],
  ]);
  return object([
    ['type', value('function')],
    ['function', declared],
  ]);
}

function writeChoice(choice: ToolChoice, tools: Parameters['tools']): NewJson {
  if (choice.kind !== 'tool') return value(choice.kind === 'any' ? 'required' : choice.kind);
  const kind = chosenTool(choice, tools)?.isFree === true ? 'custom' : 'function';
  return object([
    ['type', value(kind)],
    [kind, object([['name', carry(choice.name)]])],
  ]);
}

function writeSchema({ schema }: NonNullable<Parameters['schema']>): NewJson {
  const named = object([
    ['name', value(SCHEMA_NAME)],
    ['schema', carry(schema)],
    ['strict', value(true)],
  ]);
  return object([
    ['type', value('json_schema')],
    ['json_schema', named],
  ]);
}
