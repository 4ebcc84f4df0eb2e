import type { JsonNode } from '../json/node';
import { Sign } from './signature';

/** Blocks of Anthropic's Messages and of nobody else. `…_tool_result` is matched by its ending. */
const MESSAGES_TYPES = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'server_tool_use',
  'mcp_tool_use',
  'container_upload',
]);

/** Parts of Chat Completions alone. */
const CHAT_TYPES = new Set(['image_url', 'input_audio', 'video_url', 'refusal']);

/** Blocks of the AI SDK, Responses, Pi, LangChain, training sets and others that are left alone. */
const FOREIGN_TYPES = new Set([
  'tool-call',
  'tool-result',
  'tool-error',
  'tool-approval-request',
  'tool-approval-response',
  'dynamic-tool',
  'step-start',
  'toolCall',
  'toolResult',
  'tool_call',
  'tool_response',
  'input_text',
  'output_text',
  'input_image',
  'input_file',
  'image_file',
  'summary_text',
  'reasoning_text',
  'reasoning',
  'function_call',
  'function_call_output',
  'functionCall',
  'functionResponse',
  'toolUse',
]);

/** Block keys of Converse and Gemini, which have no `type`. */
const UNTYPED_FOREIGN = [
  'toolUse',
  'toolResult',
  'functionCall',
  'functionResponse',
  'function_call',
  'reasoningContent',
];

/** Block keys of Converse that a person may also write by mistake. */
const UNTYPED = ['text', 'json', 'image', 'document', 'cachePoint', 'guardContent'];

export interface ContentSign {
  /** Dialect bits. */
  readonly bits: number;
  /** A string, null, or a list that may be blocks: what makes a message of a role. */
  readonly isContent: boolean;
}

/** Reads what kind of content a message has, never the content itself. */
export function contentSign(content: JsonNode): ContentSign {
  switch (content.kind) {
    case 'string':
      return { bits: Sign.textContent, isContent: true };
    case 'null':
      return { bits: 0, isContent: true };
    case 'array':
      return blockListSign(content);
    case 'object':
      return { bits: singleBlockSign(content), isContent: false };
    default:
      return { bits: 0, isContent: false };
  }
}

function blockListSign(content: JsonNode): ContentSign {
  let bits = 0;
  let blocks = 0;
  for (const block of content.items()) {
    if (block.kind !== 'object') continue;
    blocks++;
    bits |= blockSign(block);
  }
  return { bits, isContent: blocks * 2 >= content.size };
}

function blockSign(block: JsonNode): number {
  const type = block.get('type');
  if (type?.kind !== 'string') return untypedBlockSign(block);
  const name = type.text();
  if (name === 'text') {
    const text = block.get('text');
    // Assistants API: text is an object; training sets: the text is under `value`.
    return text?.kind === 'object' || (text === undefined && block.get('value') !== undefined) ? Sign.foreign : 0;
  }
  // Mistral's thinking holds a list of chunks.
  if (name === 'thinking') return block.get('thinking')?.kind === 'array' ? 0 : Sign.messagesBlock;
  if (MESSAGES_TYPES.has(name) || name.endsWith('_tool_result')) return Sign.messagesBlock;
  if (name === 'image' || name === 'document') return block.get('source')?.kind === 'object' ? Sign.messagesBlock : 0;
  if (CHAT_TYPES.has(name)) return Sign.chatPart;
  if (name === 'file') return block.get('file')?.kind === 'object' ? Sign.chatPart : Sign.foreign;
  return FOREIGN_TYPES.has(name) || name.startsWith('tool-') ? Sign.foreign : 0;
}

function untypedBlockSign(block: JsonNode): number {
  if (UNTYPED_FOREIGN.some((key) => block.get(key) !== undefined)) return Sign.foreign;
  return UNTYPED.some((key) => block.get(key) !== undefined) ? Sign.oddContent : 0;
}

/** MCP's sampling messages hold one block, not a list of them. */
function singleBlockSign(content: JsonNode): number {
  if (content.get('parts')?.kind === 'array') return Sign.foreign;
  return content.get('type')?.kind === 'string' ? Sign.oddContent : 0;
}
