import { FOREIGN_SIGN, type ItemLook, type Look } from '../dialects/look';
import { memberText } from '../dialects/shared/look';
import { has, type JsonNode } from '../json/node';
import { traitsOfKey } from './keys';

const foreign = { sign: FOREIGN_SIGN } as const;

/** Message keys of the AI SDK, Gemini and Mistral's own client, which may stand beside a role and a content. */
const KEYS = ['parts', 'toolInvocations', 'toolCalls', 'toolCallId'];

/** Item types of OpenAI Responses that stand among messages without a role. */
const ITEM_TYPES = [
  'function_call',
  'function_call_output',
  'reasoning',
  'item_reference',
  'file_search_call',
  'web_search_call',
  'computer_call',
  'computer_call_output',
  'code_interpreter_call',
  'image_generation_call',
  'local_shell_call',
  'local_shell_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'mcp_call',
  'mcp_list_tools',
  'mcp_approval_request',
  'mcp_approval_response',
];

/** Blocks of the AI SDK, Responses, Pi, LangChain, training sets and others that are left alone. */
const BLOCK_TYPES = [
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
  'file',
];

/** Block keys of Converse and Gemini, which have no `type`. */
const UNTYPED = ['toolUse', 'toolResult', 'functionCall', 'functionResponse', 'function_call', 'reasoningContent'];

/** What is known of shapes that are not read here, so that they are left alone. A dialect that comes takes its rows out. */
export const foreignLook: Look = {
  signs: [],
  roles: {},
  keys: {
    ...allForeign(KEYS),
    tool_calls: {
      calls: [
        { ...foreign, has: ['toolCallId'] },
        // LangChain: {name, args, id, type: "tool_call"}.
        { ...foreign, has: ['name'], types: ['tool_call'], isLikely: true },
        { ...foreign, has: ['name', 'args'], lacks: ['arguments'], isLikely: true },
      ],
    },
  },
  blocks: {
    ...allForeign(BLOCK_TYPES),
    // Assistants API: text is an object; training sets: the text is under `value`.
    text: { ...foreign, when: isForeignText },
  },
  blockBeginnings: { 'tool-': foreign },
  untypedBlocks: allForeign(UNTYPED),
  items: allForeign(ITEM_TYPES),
};

function isForeignText(block: JsonNode): boolean {
  const text = block.get('text');
  return text?.kind === 'object' || (text === undefined && has(block, 'value'));
}

function allForeign(names: readonly string[]): Readonly<Record<string, ItemLook>> {
  return Object.fromEntries(names.map((name) => [name, foreign]));
}

/** Mistral's conversation entries and what the AI SDK stores: `message.input`, `function.result`. */
export function isForeignEntryType(type: string): boolean {
  return /^(message|function|tool)\./.test(type);
}

/** Keys of OpenAI Responses bodies around `input`. */
const RESPONSES_BODY_KEYS = [
  'instructions',
  'previous_response_id',
  'max_output_tokens',
  'reasoning',
  'truncation',
  'include',
  'store',
  'background',
];

/** Names under which plain messages are another format's where the object around them says so. */
const FOREIGN_LISTS: ReadonlyMap<string, (body: JsonNode) => boolean> = new Map([['input', isResponsesBody]]);

/** Whether plain messages under a key are another format's, by the object around them. */
export function isForeignList(key: string, body: JsonNode): boolean {
  return FOREIGN_LISTS.get(key)?.(body) === true;
}

/** `input` is Responses' list and also what eval sets and traces call theirs. */
function isResponsesBody(body: JsonNode): boolean {
  if (has(body, 'messages')) return false;
  if (RESPONSES_BODY_KEYS.some((key) => has(body, key))) return true;
  if (memberText(body, 'model') === '' || has(body, 'output') || has(body, 'target')) return false;
  return !body.properties().some(({ name }) => traitsOfKey(name).isAssertion);
}
