import type { JsonNode } from '../../json/node';
import type { LookSign, RoleLook } from '../look';

/** `tool_call_id` on an entry: of every shape that gives each result one of its own. */
export const resultId: LookSign = { words: 'A tool_call_id' };

/** What all of them call those who speak. */
export const toolRoles: Readonly<Record<string, RoleLook>> = {
  system: { speaker: 'system' },
  user: { speaker: 'user' },
  assistant: { speaker: 'assistant' },
  tool: { speaker: 'tool' },
};

export function childIndex(parent: JsonNode, child: JsonNode): number {
  return parent.properties().findIndex(({ value }) => value === child);
}

/** A member's text; `''` where it is none. */
export function memberText(holder: JsonNode, key: string): string {
  const node = holder.get(key);
  return node?.kind === 'string' ? node.text() : '';
}
