import type { JsonNode } from '../../../json/node';
import { isEmptyText } from '../../../json/textOf';
import type { Pairing } from '../../../model/pairing/pairing';
import { idsOf } from '../../../model/pairing/resultIds';
import type { Call, Conversation, Message, Result } from '../../../model/types';
import type { LossLog } from '../../../transfer/lossLog';
import { behindRuns } from '../../../transfer/runs';
import type {
  CallInput,
  CallPart,
  Content,
  NeutralConversation,
  Part,
  ResultPart,
  Turn,
} from '../../../transfer/types';
import { withLegacyCalls } from './legacyCalls';
import { ReadPairs } from './readPairs';
import type { ReadingOf } from './readTypes';
import { filled, textPart, turnOf } from './turns';

/** How flat and chat, which share their frame, differ in what a conversion has to know of them. */
export interface ToolMessageReader {
  readonly hasInstructionsInPlace: boolean;
  /** Parts of the content, in order, and what the message keeps beside it. */
  readonly content: (message: Message, lossLog: LossLog) => Part[];
  readonly resultContent: (result: Result, lossLog: LossLog) => Content;
  readonly input: (call: Call) => CallInput;
  /** Tells of what else stands on a call or message. */
  readonly others: (message: Message, lossLog: LossLog) => void;
  readonly callOthers: (call: Call, lossLog: LossLog) => void;
}

/** Reads a list that keeps calls in `tool_calls` and gives each result a message of role `tool`. */
export function readToolMessages(
  conversation: Conversation,
  lossLog: LossLog,
  how: ReadingOf,
  reader: ToolMessageReader,
): NeutralConversation {
  const pairs = new ReadPairs(conversation, lossLog, how);
  const last = conversation.messages.length - 1;
  const fallen = new Set<JsonNode>();
  const turns = conversation.messages.map((message, index): Turn => {
    loseToolName(message, pairs.pairing, lossLog);
    const parts = message.shape === 'message' ? partsOf(message, lossLog, reader, pairs) : [];
    const turn = turnOf(message, parts, conversation.body, index === last);
    // A result that answers nobody is something that the user says.
    if (message.role !== 'tool' || parts.some(({ kind }) => kind === 'result')) return turn;
    fallen.add(message.node);
    return { ...turn, role: 'user', roleText: 'user' };
  });
  const system = { form: 'none', parts: [], at: undefined } as const;
  const whole = withLegacyCalls(turns, conversation, pairs, how.closesCalls, lossLog);
  const placed = behindRuns(whole, ({ at }) => fallen.has(at), lossLog);
  return {
    hasInstructionsInPlace: reader.hasInstructionsInPlace,
    system,
    turns: placed,
    parameters: { consumed: [] },
    model: undefined,
    pairing: pairs.of(placed),
  };
}

/** Keys that are read of a message, with the one that its result's id stands under, whichever that is. */
export function keysOf({ results }: Message, known: ReadonlySet<string>): ReadonlySet<string> {
  const key = results[0]?.id.key;
  return key === undefined || known.has(key) ? known : new Set([...known, key]);
}

/** A result may name its tool. That is worth a word only where its call does not say the same. */
function loseToolName({ role, node, results: [result] }: Message, pairing: Pairing, lossLog: LossLog): void {
  const name = role === 'tool' ? filled(node.get('name')) : undefined;
  if (name === undefined) return;
  const outcome = result === undefined ? undefined : pairing.results.get(result);
  const call = outcome === undefined || outcome.kind === 'outside' ? undefined : outcome.call;
  if (call?.nameNode?.text() !== name.text()) lossLog.lose(name, 'a tool name that no call has');
}

function partsOf(message: Message, lossLog: LossLog, reader: ToolMessageReader, pairs: ReadPairs): Part[] {
  reader.others(message, lossLog);
  const [result] = message.results;
  const parts = result === undefined ? reader.content(message, lossLog) : resultParts(result, lossLog, reader, pairs);
  for (const part of message.parts) {
    if (part.kind === 'server-call') lossLog.lose(part.node, 'a call that the provider itself ran');
    if (part.kind !== 'call') continue;
    const call = readCall(part, lossLog, reader);
    if (call === undefined) continue;
    pairs.addCall(part, call);
    parts.push(call);
  }
  loseUnreadable(message, lossLog);
  return parts;
}

function readCall(call: Call, lossLog: LossLog, reader: ToolMessageReader): CallPart | undefined {
  if (call.node.kind !== 'object') {
    lossLog.lose(call.node, 'a call that is no object');
    return undefined;
  }
  reader.callOthers(call, lossLog);
  const cache = filled(call.node.get('cache_control'));
  return { kind: 'call', at: call.node, id: call.id, name: call.nameNode, input: reader.input(call), cache };
}

function resultParts(result: Result, lossLog: LossLog, reader: ToolMessageReader, pairs: ReadPairs): Part[] {
  const content = reader.resultContent(result, lossLog);
  const { node: at } = result;
  if (!pairs.isUsable(result)) {
    lossLog.lose(at, 'a result without a usable id: it becomes text of the user');
    return content.parts.length > 0 ? [...content.parts] : [textPart(at, '')];
  }
  const cache = filled(at.get('cache_control'));
  // One that names several calls answers each of them, where ids pair.
  const hasIds = pairs.pairing.mode === 'id';
  const ids = hasIds ? idsOf(result) : [result.id];
  for (const id of hasIds ? [] : result.also)
    lossLog.lose(id.node ?? at, 'an id that no call has: results answer in order');
  const once = ids.filter(({ text }, index) => ids.findIndex((id) => id.text === text) === index);
  for (const id of ids)
    if (!once.includes(id)) lossLog.lose(id.node ?? at, `the id "${id.text}", named twice by one result`);
  const parts = once.map((id): ResultPart => ({ kind: 'result', at, id, content, error: undefined, cache }));
  for (const part of parts) pairs.addResult(result, part);
  for (const { id } of parts.slice(1))
    lossLog.add(at, `the result answers "${id.text}" too, and is written for each call`);
  return parts;
}

/** `tool_calls` that is neither a list nor `null`: nobody can tell what it was. */
function loseUnreadable(message: Message, lossLog: LossLog): void {
  if (message.hasUnreadableCalls && message.callsNode !== undefined) {
    lossLog.lose(message.callsNode, 'calls that are no list');
  }
}

/** Content that is no list of parts, as its text; nothing where it is absent. */
export function plainContent(content: JsonNode | undefined): Content {
  if (content === undefined || content.kind === 'null') return { form: 'none', parts: [] };
  if (isEmptyText(content)) return { form: 'text', parts: [] };
  return { form: 'text', parts: [textPart(content, content)] };
}
