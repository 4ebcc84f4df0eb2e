import type { JsonNode } from '../../json/node';

/**
 * Types of calls that the provider itself runs, as they are stored beside calls of the client (docs/design/pairing.md,
 * "Calls that need no answer").
 */
const PROVIDER_RUN: ReadonlySet<string> = new Set([
  'server_tool_use',
  'mcp_tool_use',
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
]);

/** Whether the provider runs a call itself, or ran the call of this result: exempt from pairing, in every dialect. */
export function isProviderRun(node: JsonNode): boolean {
  const type = node.get('type');
  if (type?.kind === 'string' && PROVIDER_RUN.has(type.text())) return true;
  return node.get('providerExecuted')?.value() === true;
}
