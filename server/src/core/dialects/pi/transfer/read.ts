import type { JsonNode } from '../../../json/node';
import { readPairingId } from '../../../model/pairing/pairingId';
import type { Role } from '../../../model/types';
import type { LossLog } from '../../../transfer/lossLog';
import { pairParts } from '../../../transfer/pairing';
import type { Content, NeutralConversation, Part, Turn, Words } from '../../../transfer/types';
import { plainContent } from '../../shared/transfer/readToolMessages';
import { reasoning, usable } from '../../shared/transfer/reasoning';
import { filled, isLimited, loseOthers, textPart } from '../../shared/transfer/turns';
import { branchOf, type PiRow } from './branch';

/** What a log says of a message for its own books: times, costs, who answered. None of it was ever sent. */
const BOOKS = [
  'timestamp',
  'usage',
  'api',
  'provider',
  'model',
  'responseId',
  'responseModel',
  'stopReason',
  'errorMessage',
  'diagnostics',
];
const MESSAGE_KEYS: ReadonlySet<string> = new Set(['role', 'content', ...BOOKS]);
const RESULT_KEYS: ReadonlySet<string> = new Set([...MESSAGE_KEYS, 'toolCallId', 'toolName', 'isError']);
const TEXT_KEYS: ReadonlySet<string> = new Set(['type', 'text']);
const CALL_KEYS: ReadonlySet<string> = new Set(['type', 'id', 'name', 'arguments']);

/**
 * The conversation on one branch of a session log: by default the one that was written to last. Undefined when no row has the
 * id that is asked for.
 */
export function readPi(root: JsonNode, branch: string | undefined, lossLog: LossLog): NeutralConversation | undefined {
  const found = branchOf(root.items(), branch);
  if (found === undefined) return undefined;
  if (found.torn !== undefined) {
    lossLog.lose(found.torn.node, `its parent "${found.torn.parent}" is not in the log: what came before is missing`);
  }
  const rows = withoutCompacted(found.rows, lossLog);
  const turns = rows.flatMap(({ node }) => turnsOf(node, lossLog));
  const models = rows.flatMap(({ node }) => modelOf(node) ?? []);
  return {
    hasInstructionsInPlace: true,
    system: { form: 'none', parts: [], at: undefined },
    turns,
    parameters: { consumed: [] },
    model: models.at(-1),
    pairing: { ...pairParts(turns), made: new Map() },
  };
}

/** What was compacted is not sent any more: its summary stands for it, in front of the rows that were kept. */
function withoutCompacted(rows: readonly PiRow[], lossLog: LossLog): readonly PiRow[] {
  const at = rows.map(({ node }) => node.get('type')?.text()).lastIndexOf('compaction');
  const compaction = rows[at];
  if (compaction === undefined) return rows;
  const kept = compaction.node.get('firstKeptEntryId')?.text();
  const first = rows.findIndex(({ id }, index) => index < at && id !== '' && id === kept);
  const gone = rows.slice(0, first < 0 ? at : first).filter(({ node }) => node.get('type')?.text() === 'message');
  if (gone.length > 0)
    lossLog.lose(compaction.node, `${gone.length} messages before it: their summary stands for them`);
  return [compaction, ...rows.slice(first < 0 ? at : first, at), ...rows.slice(at + 1)];
}

function turnsOf(row: JsonNode, lossLog: LossLog): Turn[] {
  switch (row.get('type')?.text()) {
    case 'message':
      return messageTurn(row, lossLog);
    case 'compaction':
    case 'branch_summary':
      return userTurn(row, row.get('summary'));
    case 'custom_message': {
      const content = contentOf(row.get('content'), lossLog, undefined);
      return content.parts.length === 0 ? [] : [{ ...frame(row, 'user'), ...content }];
    }
    default:
      return []; // settings, labels, the extension's own books
  }
}

function messageTurn(row: JsonNode, lossLog: LossLog): Turn[] {
  const message = row.get('message');
  if (message?.kind !== 'object') return [];
  const role = message.get('role')?.text() ?? '';
  if (role === 'toolResult') return [resultTurn(message, lossLog)];
  if (role === 'bashExecution') return bashTurn(message, lossLog);
  if (role !== 'user' && role !== 'assistant') return otherTurn(message, lossLog);
  loseOthers(lossLog, message, MESSAGE_KEYS, "the message's");
  const reason = message.get('stopReason')?.text();
  return [
    {
      ...frame(message, role),
      ...contentOf(message.get('content'), lossLog, message),
      mayStayOpen: reason === 'aborted' || reason === 'error',
      isCutOff: isLimited(message) || isLimited(row),
    },
  ];
}

/** A message of an extension or a summary: what the model saw of it is text of the user. */
function otherTurn(message: JsonNode, lossLog: LossLog): Turn[] {
  const content = contentOf(message.get('content') ?? message.get('summary'), lossLog, undefined);
  if (content.parts.length > 0) return [{ ...frame(message, 'user'), ...content }];
  lossLog.lose(message, 'a message of a role that is not known');
  return [];
}

function resultTurn(message: JsonNode, lossLog: LossLog): Turn {
  loseOthers(lossLog, message, RESULT_KEYS, "the result's");
  const id = readPairingId(message, 'toolCallId');
  const content = contentOf(message.get('content'), lossLog, undefined);
  if (id.fault !== undefined) {
    lossLog.lose(message, 'a result without a usable id: it becomes text of the user');
    return { ...frame(message, 'user'), ...content };
  }
  const flag = message.get('isError');
  const error = flag?.value() === true ? flag : undefined;
  return { ...frame(message, 'tool'), form: 'parts', parts: [{ kind: 'result', at: message, id, content, error }] };
}

/** A command that the person ran beside the conversation; one that was kept out of it stays out. */
function bashTurn(message: JsonNode, lossLog: LossLog): Turn[] {
  if (message.get('excludeFromContext')?.value() === true) return [];
  const text = (key: string) => message.get(key)?.text() ?? '';
  lossLog.lose(message, 'a command that the user ran: it becomes text');
  return userTurn(message, `$ ${text('command')}\n${text('output')}`);
}

function userTurn(at: JsonNode, text: Words | undefined): Turn[] {
  return text === undefined ? [] : [{ ...frame(at, 'user'), form: 'text', parts: [textPart(at, text)] }];
}

function frame(at: JsonNode, role: Role): Omit<Turn, 'form' | 'parts'> {
  return { role, roleText: role, at, isRaw: false, mayStayOpen: false, isCutOff: false };
}

function contentOf(content: JsonNode | undefined, lossLog: LossLog, message: JsonNode | undefined): Content {
  if (content?.kind !== 'array') return plainContent(content);
  return { form: 'parts', parts: content.items().flatMap((part) => readPart(part, lossLog, message)) };
}

function readPart(part: JsonNode, lossLog: LossLog, message: JsonNode | undefined): Part[] {
  const type = part.get('type')?.text() ?? '';
  switch (type) {
    case 'text':
      loseOthers(lossLog, part, TEXT_KEYS, "the text's");
      return [textPart(part, part.get('text'))];
    case 'image': {
      const data = part.get('data');
      if (data?.kind !== 'string') break;
      const mediaType = part.get('mimeType')?.text() ?? '';
      return [{ kind: 'media', at: part, media: 'image', source: { kind: 'base64', mediaType, data } }];
    }
    case 'thinking':
      return [thinkingOf(part, message)];
    case 'toolCall': {
      loseOthers(lossLog, part, CALL_KEYS, "the call's");
      const input = part.get('arguments');
      return [
        {
          kind: 'call',
          at: part,
          id: readPairingId(part, 'id'),
          name: part.get('name'),
          input: input === undefined ? { kind: 'absent' } : { kind: 'json', node: input },
        },
      ];
    }
  }
  lossLog.lose(part, `a part of type ${JSON.stringify(type)} has no equal`);
  return [];
}

/** What other APIs keep under this name is no signature, and one that is no text says nothing to anybody. Whose it is, is for the writer. */
function thinkingOf(part: JsonNode, message: JsonNode | undefined): Part {
  const api = message?.get('api')?.text() ?? '';
  const signature = SIGNING_APIS.has(api) ? usable(part.get('thinkingSignature')) : undefined;
  const isHidden = part.get('redacted')?.value() === true;
  const text: Words | undefined = filled(part.get('thinking'));
  return reasoning(part, text, isHidden ? undefined : signature, isHidden ? signature : undefined);
}

/** Through which Claude and its relatives hand out signatures. */
const SIGNING_APIS: ReadonlySet<string> = new Set(['anthropic-messages', 'bedrock-converse-stream']);

function modelOf(row: JsonNode): JsonNode | undefined {
  const model = row.get('type')?.text() === 'model_change' ? row.get('modelId') : row.get('message')?.get('model');
  return model?.kind === 'string' ? model : undefined;
}
