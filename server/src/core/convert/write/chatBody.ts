import { type NewJson, node, value } from '../../json/rewrite';
import type { Ledger } from '../ledger';
import { array, carry, object } from '../newJson';
import type { Parameters, ToolChoice, ToolDeclaration } from '../types';

/** OpenAI wants a name for each schema; it is read by nobody. */
const SCHEMA_NAME = 'answer';

export function writeChatBody(parameters: Parameters, ledger: Ledger): readonly (readonly [string, NewJson])[] {
  const { maxTokens, temperature, topP, stop, stream, user, tools, toolChoice, parallelCalls, schema } = parameters;
  const declared = tools?.map((tool) => writeTool(tool, ledger)) ?? [];
  const [tier] = [parameters.serviceTier].filter((said) => said?.text() === 'auto');
  if (parameters.serviceTier !== undefined && tier === undefined) {
    ledger.lose(parameters.serviceTier, 'a service tier that has no equal');
  }
  const hasTools = declared.length > 0;
  for (const said of hasTools ? [] : [toolChoice, parallelCalls]) {
    if (said !== undefined) ledger.lose(said.at, 'a choice of tools where there are none');
  }
  return there([
    ['max_tokens', maxTokens && node(maxTokens)],
    ['temperature', temperature && node(temperature)],
    ['top_p', topP && node(topP)],
    ['stop', stop && carry(stop)],
    ['stream', stream && node(stream)],
    ['user', user && node(user)],
    ['tools', hasTools ? array(declared) : undefined],
    ['tool_choice', hasTools && toolChoice !== undefined ? writeChoice(toolChoice) : undefined],
    ['parallel_tool_calls', hasTools && parallelCalls !== undefined ? value(parallelCalls.isAllowed) : undefined],
    ['response_format', schema && writeSchema(schema)],
    ['service_tier', tier && node(tier)],
  ]);
}

function there(properties: readonly (readonly [string, NewJson | undefined])[]): (readonly [string, NewJson])[] {
  return properties.flatMap(([name, json]) => (json === undefined ? [] : [[name, json] as const]));
}

function writeTool({ at, name, description, schema, strict, cache, isFree }: ToolDeclaration, ledger: Ledger): NewJson {
  if (cache !== undefined) ledger.lose(cache, 'a cache marker');
  const declared = object([
    ['name', name && carry(name)],
    ['description', description && carry(description)],
    ['parameters', schema && carry(schema)],
    ['strict', strict && carry(strict)],
  ]);
  if (isFree) return node(at);
  return object([
    ['type', value('function')],
    ['function', declared],
  ]);
}

function writeChoice(choice: ToolChoice): NewJson {
  if (choice.kind !== 'tool') return value(choice.kind === 'any' ? 'required' : choice.kind);
  return object([
    ['type', value('function')],
    ['function', object([['name', carry(choice.name)]])],
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
