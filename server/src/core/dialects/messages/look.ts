import { has, type JsonNode } from '../../json/node';
import type { BlockLook, BodySign, Look, LookSign } from '../look';
import { memberText } from '../shared/look';
import { hasCalls, hasPairBlock, isMessage } from '../shared/otherPairs';
import type { PairLook } from '../types';

const block: LookSign = { words: 'Messages content blocks', isCertain: true };

/** Pictures and documents of other shapes have no source, or one of another kind. */
const media: BlockLook = { sign: block, when: (node) => node.get('source')?.kind === 'object' };

/** Blocks of Anthropic's Messages and of nobody else. */
export const look: Look = {
  signs: [block],
  roles: { system: { speaker: 'system' }, user: { speaker: 'user' }, assistant: { speaker: 'assistant' } },
  blocks: {
    tool_use: { sign: block },
    tool_result: { sign: block },
    // Mistral's holds a list of chunks.
    thinking: { sign: block, when: (node) => node.get('thinking')?.kind !== 'array' },
    redacted_thinking: { sign: block },
    server_tool_use: { sign: block },
    mcp_tool_use: { sign: block },
    container_upload: { sign: block },
    image: media,
    document: media,
  },
  blockEndings: { _tool_result: { sign: block } },
  body: { sign: bodySign, declares: (tool) => has(tool, 'input_schema'), requestKeys: ['anthropic_version'] },
  // A recorded answer is itself the message.
  answers: { keys: ['stop_reason'], find: (node) => (isAnswer(node) ? [{ node, path: [] }] : []) },
  colours: { ids: ['tool_use_id'], calls: ['tool_use', 'server_tool_use'] },
};

function bodySign(body: JsonNode): BodySign | undefined {
  if (has(body, 'anthropic_version')) return 'named';
  if (!has(body, 'max_tokens')) return undefined;
  const system = body.get('system');
  const isLikely =
    system?.kind === 'string' ||
    system?.kind === 'array' ||
    body.get('thinking')?.kind === 'object' ||
    // `anthropic/claude-…` is a gateway's name for it, and gateways speak Chat Completions.
    memberText(body, 'model').startsWith('claude-');
  return isLikely ? 'likely' : undefined;
}

function isAnswer(node: JsonNode): boolean {
  return memberText(node, 'type') === 'message' && node.get('content')?.kind === 'array' && has(node, 'stop_reason');
}

export const pairs: PairLook = {
  areRead: hasPairBlock,
  // Beside calls of another shape the blocks are content.
  areOwn: (entry) => isMessage(entry) && !hasCalls(entry.get('tool_calls')) && hasPairBlock(entry),
};
