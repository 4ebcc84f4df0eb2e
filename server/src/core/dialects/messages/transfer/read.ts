import type { JsonNode } from '../../../json/node';
import { isEmptyText } from '../../../json/textOf';
import type { Conversation, Message, Part as ModelPart } from '../../../model/types';
import { isWebUrl } from '../../../transfer/dataUrl';
import type { LossLog } from '../../../transfer/lossLog';
import type { CallPart, Content, NeutralConversation, Part, ResultPart, Turn } from '../../../transfer/types';
import { ReadPairs } from '../../shared/transfer/readPairs';
import { plainContent } from '../../shared/transfer/readToolMessages';
import type { ReadingOf, TransferReader } from '../../shared/transfer/readTypes';
import { readReasoningBlock } from '../../shared/transfer/reasoning';
import { filled, loseOthers, textPart, turnOf } from '../../shared/transfer/turns';
import { MESSAGES_PARAMETERS, readMessagesBody } from './readBody';

const MESSAGE_KEYS: ReadonlySet<string> = new Set(['role', 'content']);
const TEXT_KEYS: ReadonlySet<string> = new Set(['type', 'text', 'cache_control']);
const CALL_KEYS: ReadonlySet<string> = new Set(['type', 'id', 'name', 'input', 'cache_control']);
const RESULT_KEYS: ReadonlySet<string> = new Set(['type', 'tool_use_id', 'content', 'is_error', 'cache_control']);
const IMAGE_KEYS: ReadonlySet<string> = new Set(['type', 'source', 'cache_control']);
const DOCUMENT_KEYS: ReadonlySet<string> = new Set([...IMAGE_KEYS, 'title']);

/** Anthropic Messages. */
export const readMessages: TransferReader = {
  read,
  parameterNames: MESSAGES_PARAMETERS,
  readBody: readMessagesBody,
};

function read(conversation: Conversation, lossLog: LossLog, how: ReadingOf): NeutralConversation {
  const { body, messages } = conversation;
  const reading: Reading = { lossLog, pairs: new ReadPairs(conversation, lossLog, how) };
  const last = messages.length - 1;
  const read = messages.map((message, index): Turn => {
    const parts = message.shape === 'message' ? partsOf(message, reading) : [];
    return turnOf(message, parts, body, index === last);
  });
  const system = systemOf(how.isOwner ? body : undefined, lossLog);
  const turns = joinCalls(withoutEmpty(read, lossLog));
  return {
    hasInstructionsInPlace: false,
    system,
    turns,
    parameters: { consumed: [] },
    model: undefined,
    pairing: reading.pairs.of(turns),
  };
}

interface Reading {
  readonly lossLog: LossLog;
  readonly pairs: ReadPairs;
}

function systemOf(body: JsonNode | undefined, lossLog: LossLog): NeutralConversation['system'] {
  const system = filled(body?.get('system'));
  if (system === undefined) return { form: 'none', parts: [], at: undefined };
  return { ...contentOf(system, lossLog), at: system };
}

/** An empty message is nothing to the provider, which reads it as one with its neighbour; elsewhere it would stand between. */
function withoutEmpty(turns: readonly Turn[], lossLog: LossLog): readonly Turn[] {
  const isEmpty = ({ isRaw, parts }: Turn) => !isRaw && parts.length === 0;
  if (!turns.some(isEmpty)) return turns;
  const kept: Turn[] = [];
  for (const [i, turn] of turns.entries()) {
    const isNeighbour = (other: Turn | undefined) => other?.role === turn.role && !other.isRaw;
    if (isEmpty(turn) && (isNeighbour(kept.at(-1)) || isNeighbour(turns[i + 1])))
      lossLog.lose(turn.at, 'an empty message');
    else kept.push(turn);
  }
  return kept;
}

/** The provider reads same-role neighbours as one turn: where calls stand in several, other dialects want them in one. */
function joinCalls(turns: readonly Turn[]): Turn[] {
  const joined: Turn[] = [];
  /** The parts of the last turn, while it may still grow. */
  let growing: Part[] | undefined;
  for (const turn of turns) {
    const before = joined.at(-1);
    const isAssistant = turn.role === 'assistant' && !turn.isRaw;
    if (before !== undefined && growing !== undefined && isAssistant) {
      for (const part of turn.parts) growing.push(part);
      const isCutOff = before.isCutOff || turn.isCutOff;
      const mayStayOpen = before.mayStayOpen && turn.mayStayOpen;
      joined[joined.length - 1] = { ...before, form: 'parts', parts: growing, isCutOff, mayStayOpen };
      continue;
    }
    joined.push(turn);
    growing = isAssistant && turn.parts.some(({ kind }) => kind === 'call') ? [...turn.parts] : undefined;
  }
  return joined;
}

function partsOf(message: Message, reading: Reading): Part[] {
  loseOthers(reading.lossLog, message.node, MESSAGE_KEYS, "the message's");
  const { contentNode } = message;
  if (contentNode?.kind !== 'array') return [...plainContent(contentNode).parts];
  // Content that is no list of typed blocks is read as one text.
  if (message.parts.length === 1 && message.parts[0]?.node === contentNode) return [...untyped(contentNode, reading)];
  const parts: Part[] = [];
  const fallen: Part[] = [];
  for (const part of message.parts) {
    const read = readPart(part, reading);
    const isFallen = part.kind === 'result' && read[0]?.kind !== 'result';
    for (const one of read) (isFallen ? fallen : parts).push(one);
  }
  // A result that answers nobody is text, which results must not stand behind.
  const behind = parts.map(({ kind }) => kind).lastIndexOf('result') + 1;
  return fallen.length === 0 ? parts : [...parts.slice(0, behind), ...fallen, ...parts.slice(behind)];
}

function untyped(content: JsonNode, { lossLog }: Reading): readonly Part[] {
  return contentOf(content, lossLog).parts;
}

function readPart(part: ModelPart, reading: Reading): Part[] {
  const { lossLog, pairs } = reading;
  if (part.kind === 'call') {
    const { id, node: at, nameNode: name, argumentsNode } = part;
    loseOthers(lossLog, at, CALL_KEYS, "the call's");
    const input =
      argumentsNode === undefined ? ({ kind: 'absent' } as const) : ({ kind: 'json', node: argumentsNode } as const);
    const call: CallPart = { kind: 'call', at, id, name, input, cache: filled(at.get('cache_control')) };
    pairs.addCall(part, call);
    return [call];
  }
  if (part.kind !== 'result') return readBlock(part.node, lossLog);
  const { id, node: at } = part;
  loseOthers(lossLog, at, RESULT_KEYS, "the result's");
  const content = contentOf(part.contentNode, lossLog);
  if (!pairs.isUsable(part)) {
    lossLog.lose(at, 'a result without a usable id: it becomes text');
    return [...content.parts];
  }
  const flag = at.get('is_error');
  const error = flag?.value() === true ? flag : undefined;
  const result: ResultPart = { kind: 'result', at, id, content, error, cache: filled(at.get('cache_control')) };
  pairs.addResult(part, result);
  return [result];
}

/** Content of a result, or instructions: text or blocks. */
function contentOf(content: JsonNode | undefined, lossLog: LossLog): Content {
  if (content?.kind !== 'array') return plainContent(content);
  return { form: 'parts', parts: content.items().flatMap((block) => readBlock(block, lossLog)) };
}

function readBlock(block: JsonNode, lossLog: LossLog): Part[] {
  if (block.kind === 'string') return [textPart(block, block)];
  const type = block.get('type')?.text() ?? '';
  const cache = filled(block.get('cache_control'));
  switch (type) {
    case 'text': {
      loseOthers(lossLog, block, TEXT_KEYS, "the text's");
      return [textPart(block, block.get('text'), cache)];
    }
    case 'image':
    case 'document':
      return readMedia(block, type, lossLog, cache);
    case 'thinking':
    case 'redacted_thinking':
      return readReasoningBlock(block);
    default: {
      const what = type === '' ? 'a block of no known type' : `a block of type ${JSON.stringify(type)} has no equal`;
      if (block.kind !== 'null' && !isEmptyText(block)) lossLog.lose(block, what);
      return [];
    }
  }
}

function readMedia(
  block: JsonNode,
  media: 'image' | 'document',
  lossLog: LossLog,
  cache: JsonNode | undefined,
): Part[] {
  const source = block.get('source');
  const type = source?.get('type')?.text();
  loseOthers(lossLog, block, media === 'image' ? IMAGE_KEYS : DOCUMENT_KEYS, `the ${media}'s`);
  const title = filled(block.get('title'));
  const [data, url] = [source?.get('data'), source?.get('url')];
  if (type === 'base64' && data?.kind === 'string') {
    const mediaType = source?.get('media_type')?.text() ?? '';
    return [{ kind: 'media', at: block, media, source: { kind: 'base64', mediaType, data }, title, cache }];
  }
  if (type === 'url' && url?.kind === 'string' && isWebUrl(url.text())) {
    return [{ kind: 'media', at: block, media, source: { kind: 'url', url }, title, cache }];
  }
  if (type === 'text' && data?.kind === 'string') {
    lossLog.lose(block, 'a document of text: it becomes plain text');
    return [textPart(block, data, cache)];
  }
  const isFile = type === 'file';
  lossLog.lose(
    block,
    isFile ? `a file that only its own provider has, by its id` : `the ${media} has a source without equal`,
  );
  return [];
}
