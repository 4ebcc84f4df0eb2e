import type { JsonNode } from '../../../json/node';
import type { LossLog } from '../../../transfer/lossLog';
import type { Parameters, ToolChoice, ToolDeclaration } from '../../../transfer/types';
import { aFlag, filled, loseOthers } from '../../shared/transfer/turns';

/** Parameters of Messages that no other dialect has a word for. Keys that are not listed belong to the container. */
const WITHOUT_EQUAL = [
  ...['anthropic_beta', 'anthropic_version', 'betas', 'container', 'context_management', 'inference_geo'],
  ...['mcp_servers', 'thinking', 'top_k'],
];

const READ = [
  ...['max_tokens', 'metadata', 'output_config', 'output_format', 'service_tier', 'stop_sequences', 'stream'],
  ...['temperature', 'tool_choice', 'tools', 'top_p'],
];

export const MESSAGES_PARAMETERS: readonly string[] = [...WITHOUT_EQUAL, ...READ];

const TOOL_KEYS: ReadonlySet<string> = new Set([
  'type',
  'name',
  'description',
  'input_schema',
  'strict',
  'cache_control',
]);
const METADATA_KEYS: ReadonlySet<string> = new Set(['user_id']);
const CONFIG_KEYS: ReadonlySet<string> = new Set(['format']);

/** The body of a Messages request. Its `system` is read with the conversation. */
export function readMessagesBody(body: JsonNode, lossLog: LossLog): Parameters {
  const here = (name: string) => filled(body.get(name));
  for (const name of WITHOUT_EQUAL) {
    const node = here(name);
    if (node !== undefined) lossLog.lose(node, `the parameter "${name}" has no equal`);
  }
  const metadata = here('metadata');
  if (metadata !== undefined && metadata.kind !== 'object') lossLog.lose(metadata, 'metadata that is no object');
  if (metadata !== undefined) loseOthers(lossLog, metadata, METADATA_KEYS, "the metadata's");
  const choice = here('tool_choice');
  const disabled = aFlag(filled(choice?.get('disable_parallel_tool_use')), lossLog);
  return {
    maxTokens: here('max_tokens'),
    temperature: here('temperature'),
    topP: here('top_p'),
    stop: here('stop_sequences'),
    stream: here('stream'),
    user: filled(metadata?.get('user_id')),
    tools: toolsOf(here('tools'), lossLog),
    toolChoice: choiceOf(choice, lossLog),
    parallelCalls: disabled === undefined ? undefined : { at: disabled, isAllowed: disabled.value() !== true },
    schema: schemaOf(body, lossLog),
    serviceTier: here('service_tier'),
    consumed: MESSAGES_PARAMETERS.filter((name) => body.get(name) !== undefined),
  };
}

function toolsOf(tools: JsonNode | undefined, lossLog: LossLog): readonly ToolDeclaration[] | undefined {
  if (tools === undefined) return undefined;
  if (tools.kind !== 'array') lossLog.lose(tools, 'tools that are no list');
  return tools.items().flatMap((at): ToolDeclaration[] => {
    if (at.kind !== 'object') {
      lossLog.lose(at, 'a tool that is no object');
      return [];
    }
    const type = filled(at.get('type'));
    if (type !== undefined && type.text() !== 'custom') {
      lossLog.lose(at, 'a tool that only its own provider has');
      return [];
    }
    loseOthers(lossLog, at, TOOL_KEYS, "the tool's");
    return [
      {
        at,
        name: at.get('name'),
        description: filled(at.get('description')),
        schema: filled(at.get('input_schema')),
        strict: filled(at.get('strict')),
        cache: filled(at.get('cache_control')),
        isFree: false,
      },
    ];
  });
}

function choiceOf(choice: JsonNode | undefined, lossLog: LossLog): ToolChoice | undefined {
  const type = choice?.get('type')?.text();
  if (choice === undefined) return undefined;
  if (type === 'auto' || type === 'none' || type === 'any') return { at: choice, kind: type };
  const name = choice.get('name');
  if (type === 'tool' && name?.kind === 'string') return { at: choice, kind: 'tool', name };
  lossLog.lose(choice, 'a choice of tools that has no equal');
  return undefined;
}

/** `output_config.format`, or the older `output_format`. */
function schemaOf(body: JsonNode, lossLog: LossLog): Parameters['schema'] {
  const config = filled(body.get('output_config'));
  if (config !== undefined && config.kind !== 'object')
    lossLog.lose(config, 'an output configuration that is no object');
  if (config !== undefined) loseOthers(lossLog, config, CONFIG_KEYS, "the output configuration's");
  const [named, older] = [filled(config?.get('format')), filled(body.get('output_format'))];
  if (named !== undefined && older !== undefined) lossLog.lose(older, 'a second format of the answer');
  const format = named ?? older;
  if (format === undefined) return undefined;
  const schema = format.get('schema');
  if (schema?.kind === 'object') return { at: format, schema };
  lossLog.lose(format, 'a format of the answer that has no equal');
  return undefined;
}
