import type { JsonNode } from '../../json/node';
import { isEmptyText } from '../../json/textOf';
import { readPairingId } from '../../model/pairing/pairingId';
import type { PairingId } from '../../model/types';
import { commonFacts } from '../shared/entryFacts';
import { resumes } from '../shared/resumed';
import { readToolMessage, speaksBeside, type ToolMessageShape } from '../shared/toolMessages';
import { vocabulary } from '../shared/vocabulary';
import { defineDialect } from '../types';
import { flatEdit } from './edit';
import { look, pairs } from './look';
import { readFlat } from './transfer/read';
import { writeFlat } from './transfer/write';

/** The project's own closed shape: text content, calls `{tool_call_id, name, …}`, results `{role: "tool", tool_call_id}`. */
export const flat = defineDialect('flat', {
  name: 'Flat',
  title: "Flat (Transcript Lint's own)",
  detail: 'tool_calls with tool_call_id and name beside it, role "tool"',
  description: 'tool_calls with tool_call_id (or id) and name on the call itself: the closed shape of this project.',
  shortName: 'flat',
  defaultTarget: 'own',
  roles: ['user', 'assistant', 'system', 'tool'],
  lists: [{ key: 'messages' }],
  instructions: { roles: ['system'], stand: 'front', settle: 'front' },
  turns: 'single',
  calls: 'list',
  callsKey: 'tool_calls',
  results: 'entries',
  strayId: 'tool_call_id',
  roleNames: { user: 'user', assistant: 'assistant', result: 'tool' },
  vocabulary,
  adjacency: 'run',
  // The closed shape needs its ids.
  pairsBy: 'id',
  callInput: 'either',
  content: 'text',
  isClosed: true,
  reusedIds: 'drop',
  look,
  pairs,
  transfer: { reader: readFlat, writer: writeFlat, model: 'model' },
  read: (node, index, isBroken = false) => readToolMessage(node, index, isBroken, shape),
  resumes,
  edit: flatEdit,
});

const shape: ToolMessageShape = {
  callId,
  callName: (call) => call.get('name'),
  callArguments: (call) => call.get('arguments') ?? call.get('args') ?? call.get('input'),
  contentParts: (message, content) =>
    isEmptyText(content) ? [] : [{ kind: 'text', message, node: content, textNode: content }],
  facts: { ...commonFacts, speaks: (message) => speaksBeside(message, (content) => !isEmptyText(content)) },
};

/** `tool_call_id`, or `id` as an alias where that is not given. */
function callId(call: JsonNode): PairingId {
  const own = readPairingId(call, 'tool_call_id');
  if (own.fault !== 'missing') return own;
  const alias = readPairingId(call, 'id');
  return alias.fault === 'missing' ? own : alias;
}
