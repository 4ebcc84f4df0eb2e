import type { JsonNode } from '../../json/node';
import type { Ledger } from '../ledger';
import type { Parameters, ToolChoice, ToolDeclaration } from '../types';
import { aFlag, filled, loseOthers } from './turns';

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
export function readMessagesBody(body: JsonNode, ledger: Ledger): Parameters {
  const here = (name: string) => filled(body.get(name));
  for (const name of WITHOUT_EQUAL) {
    const node = here(name);
    if (node !== undefined) ledger.lose(node, `the parameter "${name}" has no equal`);
  }
  const metadata = here('metadata');
  if (metadata !== undefined && metadata.kind !== 'object') ledger.lose(metadata, 'metadata that is no object');
  if (metadata !== undefined) loseOthers(ledger, metadata, METADATA_KEYS, "the metadata's");
  const choice = here('tool_choice');
  const disabled = aFlag(filled(choice?.get('disable_parallel_tool_use')), ledger);
  return {
    maxTokens: here('max_tokens'),
    temperature: here('temperature'),
    topP: here('top_p'),
    stop: here('stop_sequences'),
    stream: here('stream'),
    user: filled(metadata?.get('user_id')),
    tools: toolsOf(here('tools'), ledger),
    toolChoice: choiceOf(choice, ledger),
    parallelCalls: disabled === undefined ? undefined : { at: disabled, isAllowed: disabled.value() !== true },
    schema: schemaOf(body, ledger),
    serviceTier: here('service_tier'),
    consumed: MESSAGES_PARAMETERS.filter((name) => body.get(name) !== undefined),
  };
}

function toolsOf(tools: JsonNode | undefined, ledger: Ledger): readonly ToolDeclaration[] | undefined {
  if (tools === undefined) return undefined;
  if (tools.kind !== 'array') ledger.lose(tools, 'tools that are no list');
  return tools.items().flatMap((at): ToolDeclaration[] => {
    if (at.kind !== 'object') {
      ledger.lose(at, 'a tool that is no object');
      return [];
    }
    const type = filled(at.get('type'));
    if (type !== undefined && type.text() !== 'custom') {
      ledger.lose(at, 'a tool that only its own provider has');
      return [];
    }
    loseOthers(ledger, at, TOOL_KEYS, "the tool's");
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

function choiceOf(choice: JsonNode | undefined, ledger: Ledger): ToolChoice | undefined {
  const type = choice?.get('type')?.text();
  if (choice === undefined) return undefined;
  if (type === 'auto' || type === 'none' || type === 'any') return { at: choice, kind: type };
  const name = choice.get('name');
  if (type === 'tool' && name?.kind === 'string') return { at: choice, kind: 'tool', name };
  ledger.lose(choice, 'a choice of tools that has no equal');
  return undefined;
}

/** `output_config.format`, or the older `output_format`. */
function schemaOf(body: JsonNode, ledger: Ledger): Parameters['schema'] {
  const config = filled(body.get('output_config'));
  if (config !== undefined && config.kind !== 'object')
    ledger.lose(config, 'an output configuration that is no object');
  if (config !== undefined) loseOthers(ledger, config, CONFIG_KEYS, "the output configuration's");
  const [named, older] = [filled(config?.get('format')), filled(body.get('output_format'))];
  if (named !== undefined && older !== undefined) ledger.lose(older, 'a second format of the answer');
  const format = named ?? older;
  if (format === undefined) return undefined;
  const schema = format.get('schema');
  if (schema?.kind === 'object') return { at: format, schema };
  ledger.lose(format, 'a format of the answer that has no equal');
  return undefined;
}
