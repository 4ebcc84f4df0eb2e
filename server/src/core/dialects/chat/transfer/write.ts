import { compactJson } from '../../../json/compactJson';
import { type NewJson, node, value } from '../../../json/rewrite';
import { writeDataUrl } from '../../../transfer/dataUrl';
import { array, carry, object, reuse, words, wordsText } from '../../../transfer/newJson';
import { loseRepeatedKeys } from '../../../transfer/repeatedKeys';
import type {
  CallPart,
  Content,
  MediaPart,
  Part,
  ReasoningPart,
  ResultPart,
  TextPart,
  Turn,
} from '../../../transfer/types';
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
import { writeChatBody } from './writeBody';

export const writeChat: TransferWriter = {
  write: (outgoing) => writeToolMessages(outgoing, writer),
  writeBody: writeChatBody,
  required: () => [],
  isSigned: false,
  setInput: setArguments,
  giveToUser,
};

/** Providers that want their reasoning back under `reasoning_content`; the others refuse it or do not know it. */
const KEEPS_REASONING: ReadonlySet<string> = new Set(['deepseek', 'moonshot', 'qwen', 'zhipu', 'minimax']);

const writer: ToolMessageWriter = {
  message: (turn, parts, outgoing) => {
    const calls = callsOf(parts);
    for (const { at } of lateParts(parts)) outgoing.lossLog.lose(at, 'its place behind a call');
    return object([
      ['role', value(roleOf(turn))],
      ['content', writeContent(turn, parts, calls.length > 0, outgoing)],
      ['reasoning_content', writeReasoning(parts, outgoing)],
      ['tool_calls', calls.length === 0 ? undefined : array(calls.map((call) => writeCall(call, outgoing)))],
    ]);
  },
  result: (result, outgoing) => {
    loseResultMarks(result, outgoing);
    return object([
      ['role', value('tool')],
      ['tool_call_id', idOf(result, outgoing)],
      ['content', writeResultContent(result, outgoing)],
    ]);
  },
};

/** A message of role `tool` that holds no result is none. */
function roleOf({ role, roleText }: Turn): string {
  return role === 'tool' ? 'user' : roleText;
}

function writeContent(turn: Turn, all: readonly Part[], hasCalls: boolean, outgoing: Outgoing): NewJson {
  const parts = all.flatMap((part) => writePart(part, turn, outgoing));
  const [only] = parts;
  const texts = all.filter((part) => part.kind === 'text' || part.kind === 'refusal');
  const isText = parts.length === 1 && texts.length === 1 && texts[0]?.kind === 'text';
  if (only === undefined) return value(hasCalls ? null : '');
  const text = texts[0];
  // One text is a string for everybody; a list of one part stays a list only where it was one before, in this very dialect.
  return isText && text?.kind === 'text' ? words(text.text) : array(parts);
}

function writePart(part: Part, turn: Turn, { lossLog }: Outgoing): NewJson[] {
  switch (part.kind) {
    case 'text':
      if (part.cache !== undefined) lossLog.lose(part.cache, 'a cache marker');
      return wordsText(part.text) === '' ? loseEmpty(part, lossLog) : [writeText(part)];
    case 'refusal':
      return [
        reuse(
          object([
            ['type', value('refusal')],
            ['refusal', words(part.text)],
          ]),
          part.at,
        ),
      ];
    case 'media':
      if (part.cache !== undefined) lossLog.lose(part.cache, 'a cache marker');
      if (turn.role === 'user' || turn.role === 'tool') return writeMedia(part, lossLog);
      lossLog.lose(part.at, `the ${part.media}: only the user's messages hold one`);
      return [];
    default:
      return [];
  }
}

function loseEmpty({ at }: TextPart, lossLog: Outgoing['lossLog']): NewJson[] {
  if (at.kind === 'object') lossLog.lose(at, 'an empty text');
  return [];
}

function writeText({ at, text }: TextPart): NewJson {
  return reuse(
    object([
      ['type', value('text')],
      ['text', words(text)],
    ]),
    at,
  );
}

function writeMedia({ at, media, source, title }: MediaPart, lossLog: Outgoing['lossLog']): NewJson[] {
  if (media === 'image') {
    const url =
      source.kind === 'url' ? words(source.url) : value(writeDataUrl(source.mediaType, wordsText(source.data)));
    return [
      object([
        ['type', value('image_url')],
        ['image_url', object([['url', url]])],
      ]),
    ];
  }
  if (source.kind === 'url') {
    lossLog.lose(at, 'a document on the web: only images are taken by their address');
    return [];
  }
  if (title === undefined) lossLog.add(at, `the document has no name and is called "${NAMELESS}"`);
  const file = object([
    ['filename', title === undefined ? value(NAMELESS) : carry(title)],
    ['file_data', value(writeDataUrl(source.mediaType, wordsText(source.data)))],
  ]);
  return [
    object([
      ['type', value('file')],
      ['file', file],
    ]),
  ];
}

const NAMELESS = 'document.pdf';

function writeReasoning(parts: readonly Part[], { lossLog, target }: Outgoing): NewJson | undefined {
  const reasoning = parts.filter((part): part is ReasoningPart => part.kind === 'reasoning');
  if (!KEEPS_REASONING.has(target)) {
    for (const { at } of reasoning) lossLog.lose(at, 'reasoning');
    return undefined;
  }
  const texts = reasoning.flatMap(({ at, text, signature, hidden }) => {
    if (signature !== undefined) lossLog.lose(at, "the signature of Messages' reasoning");
    if (text === undefined || hidden !== undefined) lossLog.lose(at, 'hidden reasoning');
    return text === undefined ? [] : [wordsText(text)];
  });
  return texts.length === 0 ? undefined : value(texts.join('\n\n'));
}

function writeCall(call: CallPart, outgoing: Outgoing): NewJson {
  const { at, name, cache, input } = call;
  if (cache !== undefined) outgoing.lossLog.lose(cache, 'a cache marker');
  const called = name && carry(name);
  const json =
    input.kind === 'free'
      ? object([
          ['id', idOf(call, outgoing)],
          ['type', value('custom')],
          [
            'custom',
            object([
              ['name', called],
              ['input', words(input.node)],
            ]),
          ],
        ])
      : object([
          ['id', idOf(call, outgoing)],
          ['type', value('function')],
          [
            'function',
            object([
              ['name', called],
              ['arguments', outgoing.inputs.get(call) ?? writeArguments(call, outgoing)],
            ]),
          ],
        ]);
  return reuse(json, at);
}

/** Text stays as it is, malformed or not: here it is only text. */
function writeArguments(call: CallPart, { ids, lossLog }: Outgoing): NewJson {
  const { at, input } = call;
  if (input.kind === 'absent') {
    lossLog.add(at, `the call "${ids.get(call) ?? ''}" has no arguments: they are "{}"`);
    return value('{}');
  }
  if (input.node.kind === 'string') return node(input.node);
  loseRepeatedKeys(input.node, input.node, lossLog);
  const text = compactJson(input.node);
  if (text !== '') return value(text);
  lossLog.lose(input.node, 'an input that JSON cannot hold: it becomes "{}"');
  return value('{}');
}

function writeResultContent({ content }: ResultPart, { lossLog }: Outgoing): NewJson {
  const texts = textsOf(content, (at, reason) => lossLog.lose(at, reason));
  const [only] = texts;
  if (only === undefined) return value('');
  return texts.length === 1 ? words(only.text) : array(texts.map(writeText));
}

/** The texts of a result; a message of role `tool` holds nothing else. */
export function textsOf({ parts }: Content, lose: (at: Part['at'], reason: string) => void): readonly TextPart[] {
  return parts.flatMap((part): TextPart[] => {
    if (part.kind !== 'text') {
      lose(part.at, part.kind === 'media' ? `the ${part.media} in a result` : `a ${part.kind} in a result`);
      return [];
    }
    if (part.cache !== undefined) lose(part.cache, 'a cache marker');
    return wordsText(part.text) === '' ? [] : [part];
  });
}
