import { has, type JsonNode, type JsonProperty } from '../json/node';

/**
 * Whether what stands under an object is an instrument's record of a request and not the request: what a framework tells of it,
 * in its own spelling, often the newest rows alone (docs/design/detection.md, "Recorded traces"). A recorder of traffic keeps
 * the bodies themselves, whatever else it notes beside them.
 */
export type Setting = 'trace' | 'traffic' | undefined;

const RECORD_KEYS: ReadonlySet<string> = new Set(['traceId', 'spanId', 'observations', 'resourceSpans', 'attributes']);

/** What a container makes of the lists in it, by its own keys. */
export function settingOf(node: JsonNode, properties: readonly JsonProperty[], around: Setting): Setting {
  if (around === 'traffic') return around;
  // Cassettes have their exchanges under `interactions`, HAR under `log.entries`.
  if (isTraffic(node)) return 'traffic';
  if (around === 'trace') return around;
  const isRecord =
    properties.some(({ name }) => RECORD_KEYS.has(name)) || (has(node, 'startTime') && has(node, 'endTime'));
  return isRecord ? 'trace' : undefined;
}

function isTraffic(node: JsonNode): boolean {
  return node.get('interactions')?.kind === 'array' || node.get('log')?.get('entries')?.kind === 'array';
}

/** Names of the attributes in which spans keep what was said. */
export function isTraceKey(name: string): boolean {
  return name.startsWith('gen_ai.') || name.startsWith('llm.') || name === 'input.value' || name === 'output.value';
}
