import type { JsonNode } from '../../../json/node';
import { type NewJson, node, value } from '../../../json/rewrite';
import type { LossLog } from '../../../transfer/lossLog';
import { array, carry, object } from '../../../transfer/newJson';
import type { Parameters, ToolDeclaration } from '../../../transfer/types';
import { declaredChoice } from '../../shared/transfer/toolChoice';
import { loseOthers } from '../../shared/transfer/turns';

/** Messages counts temperatures to 1, Chat Completions to 2. */
const HOTTEST = 1;
const TIERS: ReadonlySet<string> = new Set(['auto', 'standard_only']);

/**
 * Models that have no sampling to set: those after Claude Opus 4.6 refuse a temperature or top_p (said by the deprecation notes
 * of Anthropic's SDK, which has neither in its types since 1.0).
 */
const WITHOUT_SAMPLING = ['opus-4-7', 'opus-4-8', 'opus-5', 'sonnet-5', 'haiku-5', 'fable-', 'mythos-'].map(
  (name) => `claude-${name}`,
);

export function writeMessagesBody(
  parameters: Parameters,
  lossLog: LossLog,
  model: string | undefined,
): readonly (readonly [string, NewJson])[] {
  const { maxTokens, stop, stream, user, tools, schema } = parameters;
  const declared = tools?.map((tool) => writeTool(tool, lossLog)) ?? [];
  const format =
    schema &&
    object([
      ['type', value('json_schema')],
      ['schema', carry(schema.schema)],
    ]);
  return there([
    ['max_tokens', maxTokens && node(maxTokens)],
    ['temperature', writeSampling(parameters.temperature, model, lossLog)],
    ['top_p', writeSampling(parameters.topP, model, lossLog)],
    ['stop_sequences', stop && (stop.kind === 'array' ? carry(stop) : array([node(stop)]))],
    ['stream', stream && node(stream)],
    ['metadata', user && object([['user_id', node(user)]])],
    ['tools', declared.length === 0 ? undefined : array(declared)],
    ['tool_choice', writeChoice(parameters, declared.length > 0, lossLog)],
    ['output_config', format && object([['format', format]])],
    ['service_tier', writeTier(parameters, lossLog)],
  ]);
}

function writeSampling(set: JsonNode | undefined, model: string | undefined, lossLog: LossLog): NewJson | undefined {
  if (set === undefined) return undefined;
  const wanted = Number(set.value());
  if (wanted > HOTTEST) lossLog.lose(set, `a temperature above ${HOTTEST}`);
  else if (WITHOUT_SAMPLING.some((name) => model?.toLowerCase().includes(name))) {
    lossLog.lose(set, `"${set.key}", which the model ${JSON.stringify(model)} has not`);
  } else return node(set);
  return undefined;
}

function there(properties: readonly (readonly [string, NewJson | undefined])[]): (readonly [string, NewJson])[] {
  return properties.flatMap(([name, json]) => (json === undefined ? [] : [[name, json] as const]));
}

function writeTier({ serviceTier }: Parameters, lossLog: LossLog): NewJson | undefined {
  if (serviceTier === undefined) return undefined;
  if (TIERS.has(serviceTier.text())) return node(serviceTier);
  lossLog.lose(serviceTier, 'a service tier that has no equal');
  return undefined;
}

function writeTool(tool: ToolDeclaration, lossLog: LossLog): NewJson {
  const { at, name, description, schema, strict, cache, isFree } = tool;
  if (isFree) loseFree(at, lossLog);
  else if (schema === undefined) lossLog.add(at, 'the tool declares no parameters: its schema is an empty object');
  return object([
    ['name', name && carry(name)],
    ['description', description && carry(description)],
    ['input_schema', isFree ? value(FREE_SCHEMA) : schema === undefined ? value(EMPTY_SCHEMA) : carry(schema)],
    ['strict', strict && carry(strict)],
    ['cache_control', cache && carry(cache)],
  ]);
}

/** What a custom tool says beside its name and description. */
function loseFree(at: JsonNode, lossLog: LossLog): void {
  lossLog.lose(at.get('type') ?? at, 'that the tool takes free text: it takes an object with the text as "input"');
  loseOthers(lossLog, at, FREE_TOOL_KEYS, "the tool's");
  const custom = at.get('custom');
  if (custom !== undefined) loseOthers(lossLog, custom, FREE_KEYS, "the custom tool's");
}

const FREE_TOOL_KEYS: ReadonlySet<string> = new Set(['type', 'custom', 'cache_control']);
const FREE_KEYS: ReadonlySet<string> = new Set(['name', 'description']);

const EMPTY_SCHEMA = { type: 'object', properties: {} };
const FREE_SCHEMA = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] };

/** Whether calls may be parallel is said with the choice, which only a request with tools may make. */
function writeChoice(parameters: Parameters, hasTools: boolean, lossLog: LossLog): NewJson | undefined {
  const { toolChoice, parallelCalls } = parameters;
  if (toolChoice === undefined && parallelCalls === undefined) return undefined;
  if (!hasTools) {
    for (const said of [toolChoice, parallelCalls])
      if (said !== undefined) lossLog.lose(said.at, 'a choice of tools where there are none');
    return undefined;
  }
  const choice = declaredChoice(parameters, lossLog);
  if (choice === undefined && parallelCalls === undefined) return undefined;
  const kind = choice?.kind ?? 'auto';
  const isSaid = parallelCalls !== undefined && kind !== 'none';
  if (parallelCalls !== undefined && !isSaid) lossLog.lose(parallelCalls.at, 'parallel calls where none may be made');
  return object([
    ['type', value(kind)],
    ['name', choice?.kind === 'tool' ? carry(choice.name) : undefined],
    ['disable_parallel_tool_use', isSaid ? value(!parallelCalls.isAllowed) : undefined],
  ]);
}
