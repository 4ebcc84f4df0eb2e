import type { JsonNode } from '../json/node';
import { blockIndex, known } from './pairing/exchange';
import type { Conversation, Message } from './types';

/** A place where a tool's name stands: on a call, or where the request declares the tool. */
export interface ToolName {
  readonly node: JsonNode;
  /** The whole declaration, or the call. */
  readonly tool: JsonNode;
  readonly name: string;
  /** The message of the call; undefined for a declaration. */
  readonly message: Message | undefined;
  /** Steps from the body as the provider's path names them; empty for a call. */
  readonly steps: readonly (string | number)[];
}

/** Names in the request's `tools`, in either shape (`function.name`, or `name` for Messages). */
export function declaredNames({ body, dialect }: Conversation): ToolName[] {
  return (body?.get('tools')?.items() ?? []).flatMap((tool, k): ToolName[] => {
    const own = tool.get('function')?.get('name');
    const node = own ?? tool.get('name');
    if (node?.kind !== 'string') return [];
    const steps =
      dialect.results === 'blocks'
        ? ['tools', k, 'custom', 'name']
        : ['tools', k, ...(own === undefined ? [] : ['function']), 'name'];
    return [{ node, tool, name: node.text(), message: undefined, steps }];
  });
}

/** Names on the calls of the list that are not as a target wants them. One name is judged once. */
export function* calledNames({ messages }: Conversation, isRight: (name: string) => boolean): Generator<ToolName> {
  const right = new Set<string>();
  for (const message of messages) {
    for (const { nameNode: node, node: tool } of message.calls) {
      if (node?.kind !== 'string') continue;
      const name = node.text();
      if (right.has(name)) continue;
      if (isRight(name)) right.add(name);
      else yield { node, tool, name, message, steps: [] };
    }
  }
}

/** Values for a provider's text about a name. */
export function nameValues(
  { message, name, node }: ToolName,
  path: string | undefined,
): Record<string, string | number> {
  const call = node.parent?.key === 'function' ? node.parent.parent : node.parent;
  const place = message === undefined || call === undefined ? {} : { i: message.index, j: blockIndex({ node: call }) };
  return known({ ...place, name, n: name.length, path });
}
