import { changeProperties, type NewJson, node, value } from '../../../json/rewrite';
import { SYNTHETIC_TEXT } from '../../../model/stubs';
import { array, carry, object, reuse, words, wordsText } from '../../../transfer/newJson';
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
import { giveToUser } from '../../shared/transfer/inPlace';
import type { Outgoing, TransferWriter, Written } from '../../shared/transfer/writeTypes';
import { writeMessagesBody } from './writeBody';

/** What Messages asks of every request, and what is asked for where nobody said. */
const MAX_TOKENS = 4096;

export const writeMessages: TransferWriter = {
  write,
  writeBody: writeMessagesBody,
  required: ({ maxTokens }) => (maxTokens === undefined ? [['max_tokens', MAX_TOKENS]] : []),
  writeField: writeSystem,
  isSigned: true,
  setInput: (rewrite, { at }, input) => changeProperties(rewrite, at, { set: [['input', input]] }),
  giveToUser,
};

/** A message in the making; results that follow, and the user's words behind them, still go into it. */
interface Draft {
  readonly role: string;
  readonly parts: Part[];
  readonly form: Content['form'];
  /** The turn it is made of, while it is made of one. */
  turn: Turn | undefined;
  /** It holds results and nothing else so far. */
  isRun: boolean;
}

function write(outgoing: Outgoing): Written {
  const drafts: (Draft | NewJson)[] = [];
  for (const turn of outgoing.turns) {
    if (turn.isRaw) drafts.push(node(turn.at));
    else addTurn(drafts, turn, outgoing);
  }
  const entries = drafts.map((draft) => ('kind' in draft ? draft : writeDraft(draft, outgoing)));
  return { entries, field: writeSystem(outgoing.field, outgoing.lossLog) };
}

/** Results are blocks of a user message: a run of them is one, and the user's answer joins it behind them. */
function addTurn(drafts: (Draft | NewJson)[], turn: Turn, { lossLog }: Outgoing): void {
  const role = roleOf(turn);
  const isResults = turn.parts.every(({ kind }) => kind === 'result');
  const before = drafts.at(-1);
  if (before !== undefined && !('kind' in before) && before.isRun && role === 'user') {
    if (turn.parts.length === 0) lossLog.lose(turn.at, 'an empty message behind results');
    for (const part of turn.parts) before.parts.push(part);
    before.turn = undefined;
    before.isRun = isResults;
  } else {
    const isRun = isResults && role === 'user' && turn.parts.length > 0;
    drafts.push({ role, parts: [...turn.parts], form: turn.form, turn, isRun });
  }
}

function roleOf({ role, roleText }: Turn): string {
  if (role === 'tool' || role === 'function') return 'user';
  return role === 'developer' ? 'system' : roleText;
}

function writeDraft({ role, parts, form, turn }: Draft, outgoing: Outgoing): NewJson {
  const content = turn !== undefined && form !== 'parts' ? textOf(parts, outgoing) : undefined;
  const entry = object([
    ['role', value(role)],
    ['content', content ?? array(parts.flatMap((part) => writePart(part, role, outgoing)))],
  ]);
  return turn === undefined ? entry : reuse(entry, turn.at);
}

/** Content that was a string stays one where nothing else is sent with it; undefined where something is. */
function textOf(parts: readonly Part[], outgoing: Outgoing): NewJson | undefined {
  const isUnsent = (part: Part) => part.kind === 'reasoning' && !isSendable(part);
  const [only, ...more] = parts.filter((part) => !isUnsent(part));
  if (more.length > 0 || (only !== undefined && only.kind !== 'text')) return undefined;
  for (const { at } of parts.filter(isUnsent)) outgoing.lossLog.lose(at, UNSIGNED);
  return words(only?.text ?? '');
}

function writePart(part: Part, role: string, outgoing: Outgoing): NewJson[] {
  const { lossLog } = outgoing;
  switch (part.kind) {
    case 'text':
      return writeText(part, outgoing);
    case 'refusal':
      lossLog.lose(part.at, 'that the text is a refusal');
      return wordsText(part.text) === ''
        ? []
        : [
            object([
              ['type', value('text')],
              ['text', words(part.text)],
            ]),
          ];
    case 'media':
      if (role === 'user') return [writeMedia(part)];
      lossLog.lose(part.at, `the ${part.media}: only the user's messages hold one`);
      return [];
    case 'reasoning':
      return writeReasoning(part, outgoing);
    case 'call':
      return [writeCall(part, outgoing)];
    case 'result':
      return [writeResult(part, outgoing)];
  }
}

/** A block of no text is refused, and says nothing. */
function writeText({ at, text, cache }: TextPart, { lossLog }: Outgoing): NewJson[] {
  if (wordsText(text) === '') {
    lossLog.lose(at, 'an empty text');
    return [];
  }
  return [
    reuse(
      object([
        ['type', value('text')],
        ['text', words(text)],
        ['cache_control', cache && carry(cache)],
      ]),
      at,
    ),
  ];
}

function writeMedia({ at, media, source, title, cache }: MediaPart): NewJson {
  const from =
    source.kind === 'url'
      ? object([
          ['type', value('url')],
          ['url', words(source.url)],
        ])
      : object([
          ['type', value('base64')],
          ['media_type', value(source.mediaType)],
          ['data', words(source.data)],
        ]);
  const block = object([
    ['type', value(media)],
    ['source', from],
    ['title', media === 'document' && title !== undefined ? carry(title) : undefined],
    ['cache_control', cache && carry(cache)],
  ]);
  return reuse(block, at);
}

const UNSIGNED = 'reasoning without a signature of Messages';

/** Only what Messages itself signed can be sent to it again. */
function isSendable({ text, signature, hidden }: ReasoningPart): boolean {
  return hidden !== undefined || (signature !== undefined && text !== undefined);
}

function writeReasoning(part: ReasoningPart, { lossLog }: Outgoing): NewJson[] {
  const { at, text, signature, hidden } = part;
  if (!isSendable(part)) {
    lossLog.lose(at, UNSIGNED);
    return [];
  }
  const block =
    hidden === undefined
      ? object([
          ['type', value('thinking')],
          ['thinking', words(text ?? '')],
          ['signature', words(signature ?? '')],
        ])
      : object([
          ['type', value('redacted_thinking')],
          ['data', words(hidden)],
        ]);
  return [reuse(block, at)];
}

function writeCall(call: CallPart, { ids, inputs }: Outgoing): NewJson {
  const id = ids.get(call);
  const block = object([
    ['type', value('tool_use')],
    ['id', id === undefined ? undefined : value(id)],
    ['name', call.name && carry(call.name)],
    ['input', inputs.get(call) ?? value({})],
    ['cache_control', call.cache && carry(call.cache)],
  ]);
  return reuse(block, call.at);
}

function writeResult(result: ResultPart, outgoing: Outgoing): NewJson {
  const { content, error, cache, at } = result;
  const id = outgoing.ids.get(result);
  const isFailed = error !== undefined || isSynthetic(content);
  const block = object([
    ['type', value('tool_result')],
    ['tool_use_id', id === undefined ? undefined : value(id)],
    ['content', writeResultContent(content, outgoing)],
    ['is_error', isFailed ? value(true) : undefined],
    ['cache_control', cache && carry(cache)],
  ]);
  return reuse(block, at);
}

/** The result that normalization puts in: in Messages it says that the call failed. */
function isSynthetic({ parts }: Content): boolean {
  const [only, ...more] = parts;
  return only?.kind === 'text' && more.length === 0 && wordsText(only.text) === SYNTHETIC_TEXT;
}

function writeResultContent({ form, parts }: Content, outgoing: Outgoing): NewJson {
  const [only] = parts;
  if (form !== 'parts') return words(only?.kind === 'text' ? only.text : '');
  return array(parts.flatMap((part) => writePart(part, 'user', outgoing)));
}

/** One text is a string; more stay apart as blocks, and that they were messages of their own is told. */
function writeSystem(field: readonly (readonly Part[])[], lossLog: Outgoing['lossLog']): NewJson | undefined {
  const parts = field.flat();
  const texts = parts.filter((part): part is TextPart => part.kind === 'text' && wordsText(part.text) !== '');
  for (const part of parts) if (part.kind !== 'text') lossLog.lose(part.at, 'instructions that are no text');
  const [only] = texts;
  if (only === undefined) return undefined;
  if (texts.length === 1 && only.cache === undefined && field.every((content) => content.length <= 1))
    return words(only.text);
  return array(
    texts.map(({ at, text, cache }) =>
      reuse(
        object([
          ['type', value('text')],
          ['text', words(text)],
          ['cache_control', cache && carry(cache)],
        ]),
        at,
      ),
    ),
  );
}
