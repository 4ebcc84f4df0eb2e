import type { Call } from '../../../model/types';
import type { CallInput } from '../../../transfer/types';
import { CHAT_PARAMETERS, readChatBody } from '../../chat/transfer/readBody';
import { keysOf, plainContent, readToolMessages, type ToolMessageReader } from '../../shared/transfer/readToolMessages';
import type { TransferReader } from '../../shared/transfer/readTypes';
import { loseOthers } from '../../shared/transfer/turns';

const MESSAGE_KEYS: ReadonlySet<string> = new Set(['role', 'content', 'tool_calls', 'tool_call_id']);
/** A tool message may name its tool, as the call does. */
const TOOL_MESSAGE_KEYS: ReadonlySet<string> = new Set([...MESSAGE_KEYS, 'name']);
const CALL_KEYS: ReadonlySet<string> = new Set(['tool_call_id', 'id', 'name', 'arguments', 'args', 'input']);

/** The project's own closed shape. A body around it has the parameters of Chat Completions. */
export const readFlat: TransferReader = {
  read: (conversation, lossLog, how) => readToolMessages(conversation, lossLog, how, reader),
  parameterNames: CHAT_PARAMETERS,
  readBody: readChatBody,
};

const reader: ToolMessageReader = {
  hasInstructionsInPlace: false,
  content: (message) => [...plainContent(message.contentNode).parts],
  resultContent: (result) => plainContent(result.contentNode),
  input: inputOf,
  others: (message, lossLog) => {
    const keys = keysOf(message, message.role === 'tool' ? TOOL_MESSAGE_KEYS : MESSAGE_KEYS);
    loseOthers(lossLog, message.node, keys, "the message's");
  },
  callOthers: (call, lossLog) => loseOthers(lossLog, call.node, CALL_KEYS, "the call's"),
};

function inputOf({ argumentsNode }: Call): CallInput {
  return argumentsNode === undefined ? { kind: 'absent' } : { kind: 'json', node: argumentsNode };
}
