import type { JsonNode } from '../../../json/node';
import type { LossLog } from '../../../transfer/lossLog';
import type { Parameters, ToolChoice, ToolDeclaration } from '../../../transfer/types';
import { aFlag, filled, loseOthers } from '../../shared/transfer/turns';

/** Parameters of Chat Completions that no other dialect has a word for. Keys that are not listed belong to the container. */
const WITHOUT_EQUAL = [
  ...[
    'audio',
    'frequency_penalty',
    'logit_bias',
    'logprobs',
    'metadata',
    'modalities',
    'moderation',
    'n',
    'prediction',
  ],
  ...['presence_penalty', 'prompt_cache_key', 'prompt_cache_options', 'prompt_cache_retention', 'reasoning_effort'],
  ...['safety_identifier', 'seed', 'store', 'stream_options', 'top_logprobs', 'verbosity', 'web_search_options'],
];

/** Words that both have, and those whose meaning is read here. */
const READ = [
  ...['max_tokens', 'max_completion_tokens', 'temperature', 'top_p', 'stop', 'stream', 'user', 'tools', 'functions'],
  ...['tool_choice', 'function_call', 'parallel_tool_calls', 'response_format', 'service_tier'],
];

export const CHAT_PARAMETERS: readonly string[] = [...WITHOUT_EQUAL, ...READ];

const TOOL_KEYS: ReadonlySet<string> = new Set(['type', 'function', 'custom', 'cache_control']);
const FUNCTION_KEYS: ReadonlySet<string> = new Set(['name', 'description', 'parameters', 'strict']);
const FORMAT_KEYS: ReadonlySet<string> = new Set(['type', 'json_schema']);
const SCHEMA_KEYS: ReadonlySet<string> = new Set(['schema', 'strict']);

/** The body of a Chat Completions request. */
export function readChatBody(body: JsonNode, lossLog: LossLog): Parameters {
  const here = (name: string) => filled(body.get(name));
  for (const name of WITHOUT_EQUAL) {
    const node = here(name);
    if (node !== undefined) lossLog.lose(node, `the parameter "${name}" has no equal`);
  }
  const [limit, older] = [here('max_completion_tokens'), here('max_tokens')];
  if (limit !== undefined && older !== undefined) lossLog.lose(older, 'a second limit of the output');
  const [choice, olderChoice] = [here('tool_choice'), here('function_call')];
  if (choice !== undefined && olderChoice !== undefined) lossLog.lose(olderChoice, 'a second choice of tools');
  const parallel = aFlag(here('parallel_tool_calls'), lossLog);
  return {
    maxTokens: limit ?? older,
    temperature: here('temperature'),
    topP: here('top_p'),
    stop: here('stop'),
    stream: here('stream'),
    user: here('user'),
    tools: toolsOf(body, lossLog),
    toolChoice: choiceOf(choice ?? olderChoice, lossLog),
    parallelCalls: parallel === undefined ? undefined : { at: parallel, isAllowed: parallel.value() !== false },
    schema: schemaOf(here('response_format'), lossLog),
    serviceTier: here('service_tier'),
    consumed: CHAT_PARAMETERS.filter((name) => body.get(name) !== undefined),
  };
}

function toolsOf(body: JsonNode, lossLog: LossLog): readonly ToolDeclaration[] | undefined {
  const [tools, functions] = [filled(body.get('tools')), filled(body.get('functions'))];
  if (tools === undefined && functions === undefined) return undefined;
  for (const node of [tools, functions])
    if (node !== undefined && node.kind !== 'array') lossLog.lose(node, 'tools that are no list');
  return [
    ...(tools?.items() ?? []).flatMap((tool) => toolOf(tool, lossLog)),
    ...(functions?.items() ?? []).flatMap((declared) => declarationOf(declared, declared, lossLog)),
  ];
}

function toolOf(tool: JsonNode, lossLog: LossLog): ToolDeclaration[] {
  const declared = tool.get('function');
  const custom = tool.get('custom');
  if (declared?.kind === 'object') {
    loseOthers(lossLog, tool, TOOL_KEYS, "the tool's");
    return declarationOf(tool, declared, lossLog);
  }
  if (custom?.kind === 'object') {
    return [{ ...bare(tool, custom), schema: undefined, strict: undefined, isFree: true }];
  }
  lossLog.lose(tool, 'a tool that only its own provider has');
  return [];
}

function declarationOf(at: JsonNode, declared: JsonNode, lossLog: LossLog): ToolDeclaration[] {
  if (declared.kind !== 'object') {
    lossLog.lose(declared, 'a tool that is no object');
    return [];
  }
  loseOthers(lossLog, declared, FUNCTION_KEYS, "the tool's");
  const [schema, strict] = [filled(declared.get('parameters')), filled(declared.get('strict'))];
  return [{ ...bare(at, declared), schema, strict, isFree: false }];
}

function bare(at: JsonNode, declared: JsonNode): Omit<ToolDeclaration, 'schema' | 'strict' | 'isFree'> {
  const description = filled(declared.get('description'));
  return { at, name: declared.get('name'), description, cache: filled(at.get('cache_control')) };
}

function choiceOf(choice: JsonNode | undefined, lossLog: LossLog): ToolChoice | undefined {
  if (choice === undefined) return undefined;
  const word = choice.kind === 'string' ? choice.text() : '';
  if (word === 'auto' || word === 'none') return { at: choice, kind: word };
  if (word === 'required') return { at: choice, kind: 'any' };
  const name = (choice.get('function') ?? choice.get('custom') ?? choice).get('name');
  if (name?.kind === 'string') return { at: choice, kind: 'tool', name };
  lossLog.lose(choice, 'a choice of tools that has no equal');
  return undefined;
}

function schemaOf(format: JsonNode | undefined, lossLog: LossLog): Parameters['schema'] {
  if (format === undefined || format.get('type')?.text() === 'text') return undefined; // text is what everybody answers
  const holder = format.get('json_schema');
  const schema = holder?.get('schema');
  if (holder === undefined || schema?.kind !== 'object') {
    lossLog.lose(format, 'a format of the answer that has no equal');
    return undefined;
  }
  loseOthers(lossLog, format, FORMAT_KEYS, "the format's");
  loseOthers(lossLog, holder, SCHEMA_KEYS, "the format's");
  const strict = filled(holder.get('strict'));
  if (strict?.value() === false) lossLog.lose(strict, 'a schema that is only a wish: elsewhere it always holds');
  return { at: format, schema };
}
