import type { JsonNode } from '../../json/node';
import { readId, readPairingId } from '../../model/pairing/pairingId';
import type { PairingId, Result } from '../../model/types';

/**
 * The keys under which a result's id is kept, in logs and by frameworks, where the wire's own has none
 * (docs/design/detection.md, "Result ids and where they hide").
 */
const KEYS = ['tool_call_id', 'tool_use_id', 'toolCallId', 'toolUseId', 'call_id', 'callID', 'tool_call_ids'] as const;

const NONE: readonly PairingId[] = [];

/** The id of a result: under the wire's own key, or else under the first other that holds one. A list holds several. */
export function readResultIds(holder: JsonNode, ownKey: string): Pick<Result, 'id' | 'also'> {
  const own = readPairingId(holder, ownKey);
  if (own.fault !== 'missing') return { id: own, also: NONE };
  for (const key of KEYS) {
    const node = key === ownKey ? undefined : holder.get(key);
    if (node?.kind === 'array') {
      const [id, ...also] = node.items().flatMap((item) => {
        const read = readId(item, key, holder);
        return read.fault === undefined ? [read] : [];
      });
      if (id !== undefined) return { id, also };
    } else if (node?.kind === 'string' || node?.kind === 'number') {
      const id = readId(node, key, holder);
      if (id.fault === undefined) return { id, also: NONE };
    }
  }
  return { id: own, also: NONE };
}
