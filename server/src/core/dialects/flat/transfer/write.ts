import { type NewJson, value } from '../../../json/rewrite';
import { array, carry, object, reuse, words, wordsText } from '../../../transfer/newJson';
import { loseRepeatedKeys } from '../../../transfer/repeatedKeys';
import type { CallPart, Part, TextPart, Turn } from '../../../transfer/types';
import { textsOf } from '../../chat/transfer/write';
import { writeChatBody } from '../../chat/transfer/writeBody';
import { giveToUser, setArguments } from '../../shared/transfer/inPlace';
import {
  callsOf,
  idOf,
  lateParts,
  loseResultMarks,
  type ToolMessageWriter,
  writeToolMessages,
} from '../../shared/transfer/writeToolMessages';
import type { Outgoing, TransferWriter } from '../../shared/transfer/writeTypes';

/** The project's own closed shape: all content is text. */
export const writeFlat: TransferWriter = {
  write: (outgoing) => writeToolMessages(outgoing, writer),
  writeBody: writeChatBody,
  required: () => [],
  isSigned: false,
  setInput: setArguments,
  giveToUser,
};

const writer: ToolMessageWriter = {
  message: (turn, parts, outgoing) => {
    const calls = callsOf(parts);
    for (const { at } of lateParts(parts)) outgoing.lossLog.lose(at, 'its place behind a call');
    const texts = parts.flatMap((part) => textOfPart(part, outgoing));
    return object([
      ['role', value(roleOf(turn))],
      ['content', joined(texts, outgoing)],
      ['tool_calls', calls.length === 0 ? undefined : array(calls.map((call) => writeCall(call, outgoing)))],
    ]);
  },
  result: (result, outgoing) => {
    loseResultMarks(result, outgoing);
    const texts = textsOf(result.content, (at, reason) => outgoing.lossLog.lose(at, reason));
    return object([
      ['role', value('tool')],
      ['content', joined(texts, outgoing)],
      ['tool_call_id', idOf(result, outgoing)],
    ]);
  },
};

function roleOf({ role, roleText }: Turn): string {
  if (role === 'developer') return 'system';
  return role === 'tool' ? 'user' : roleText;
}

function textOfPart(part: Part, { lossLog }: Outgoing): TextPart[] {
  switch (part.kind) {
    case 'text':
      if (part.cache !== undefined) lossLog.lose(part.cache, 'a cache marker');
      return wordsText(part.text) === '' ? [] : [part];
    case 'refusal':
      lossLog.lose(part.at, 'that the text is a refusal');
      return [{ kind: 'text', at: part.at, text: part.text }];
    case 'media':
      lossLog.lose(part.at, `the ${part.media}: content is text`);
      return [];
    case 'reasoning':
      lossLog.lose(part.at, 'reasoning');
      return [];
    default:
      return [];
  }
}

/** Several texts become one, a blank line between them. */
function joined(texts: readonly TextPart[], { lossLog }: Outgoing): NewJson {
  const [first, ...more] = texts;
  if (first === undefined) return value('');
  if (more.length === 0) return words(first.text);
  for (const { at } of more) lossLog.lose(at, 'that it is a text of its own: it is joined with the one before');
  return value(texts.map(({ text }) => wordsText(text)).join('\n\n'));
}

function writeCall(call: CallPart, outgoing: Outgoing): NewJson {
  const { at, name, input, cache } = call;
  if (cache !== undefined) outgoing.lossLog.lose(cache, 'a cache marker');
  if (input.kind === 'json') loseRepeatedKeys(input.node, input.node, outgoing.lossLog);
  if (input.kind === 'free') outgoing.lossLog.lose(input.node, 'that the input is the free text of a custom tool');
  const json = object([
    ['tool_call_id', idOf(call, outgoing)],
    ['name', name && carry(name)],
    ['arguments', input.kind === 'absent' ? undefined : carry(input.node)],
  ]);
  return reuse(json, at);
}
