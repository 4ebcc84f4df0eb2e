import type { JsonNode } from '../../json/node';
import { isEmptyText } from '../../json/textOf';
import { readPairingId } from '../../model/pairing/pairingId';
import type { Message, Part } from '../../model/types';
import { commonFacts } from '../shared/entryFacts';
import { resumes } from '../shared/resumed';
import { readToolMessage, speaksBeside, type ToolMessageShape } from '../shared/toolMessages';
import { vocabulary } from '../shared/vocabulary';
import { defineDialect } from '../types';
import { chatEdit } from './edit';
import { look, pairs } from './look';
import { fromBlocks } from './transcribe';
import { readChat } from './transfer/read';
import { writeChat } from './transfer/write';

/** OpenAI Chat Completions and its relatives, the legacy `function_call` and the id-less calls of Ollama included. */
export const chat = defineDialect('chat', {
  name: 'OpenAI chat',
  title: 'OpenAI chat',
  detail: 'and its relatives: tool_calls with a function, role "tool"',
  description: 'OpenAI Chat Completions and its relatives.',
  shortName: 'chat',
  defaultTarget: 'openai',
  roles: ['system', 'developer', 'user', 'assistant', 'tool', 'function'],
  lists: [{ key: 'messages' }],
  instructions: { roles: ['system', 'developer'], stand: 'in-place', settle: 'front' },
  turns: 'single',
  calls: 'list',
  callsKey: 'tool_calls',
  results: 'entries',
  strayId: 'tool_call_id',
  roleNames: { user: 'user', assistant: 'assistant', result: 'tool' },
  vocabulary,
  adjacency: 'run',
  pairsBy: 'id-else-order',
  callInput: 'text',
  content: 'text-or-parts',
  isClosed: false,
  reusedIds: 'rename',
  look,
  pairs,
  transcribe: { messages: fromBlocks },
  transfer: { reader: readChat, writer: writeChat, model: 'model' },
  read: (node, index, isBroken = false) => readToolMessage(node, index, isBroken, shape),
  resumes,
  edit: chatEdit,
});

const shape: ToolMessageShape = {
  callId: (call) => readPairingId(call, 'id'),
  // `function` is an object in the API's own shape, a bare name in some logs, absent where name and arguments stand on the call.
  callName: (call) => {
    const named = call.get('function') ?? call.get('custom');
    return named?.kind === 'string' ? named : named?.kind === 'object' ? named.get('name') : call.get('name');
  },
  callArguments: (call) => {
    const called = call.get('function');
    if (called?.kind === 'object') return called.get('arguments');
    // What goes into a custom tool is free text, and JSON only by chance.
    if (call.get('custom')?.kind === 'object') return undefined;
    return call.get('arguments') ?? call.get('args');
  },
  contentParts,
  facts: {
    ...commonFacts,
    speaks: (message) =>
      speaksBeside(message, (content) =>
        content?.kind === 'array' ? content.items().some((part) => !isReasoning(part)) : !isEmptyText(content),
      ),
  },
};

/** Reasoning alone keeps no turn. */
function isReasoning(part: JsonNode): boolean {
  const type = part.get('type')?.text();
  return type === 'thinking' || type === 'reasoning' || type === 'redacted_thinking';
}

function contentParts(message: Message, content: JsonNode): Part[] {
  if (content.kind !== 'array')
    return isEmptyText(content) ? [] : [{ kind: 'text', message, node: content, textNode: content }];
  return content.items().map((node): Part => {
    switch (node.get('type')?.text()) {
      case 'text':
        return { kind: 'text', message, node, textNode: node.get('text') };
      case 'refusal':
        return { kind: 'refusal', message, node };
      case 'image_url':
      case 'input_audio':
      case 'file':
        return { kind: 'media', message, node };
      case 'thinking':
      case 'redacted_thinking':
      case 'reasoning':
        return { kind: 'reasoning', message, node };
      default:
        return { kind: 'unknown', message, node };
    }
  });
}
