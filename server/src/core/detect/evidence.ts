import { type JsonNode, pointerOf } from '../json/node';
import { Sign } from './signature';
import { ORDER, signBits } from './signBits';
import type { DetectedConversation } from './types';

/** The status item shows a line or two; what decides stands in the first conversations. */
const MAX_SENTENCES = 3;
/** Conversations that are looked at for evidence: the sentences of later ones would only say the same. */
const MAX_CONVERSATIONS = 20;

/**
 * What each sign is called in a sentence, the most telling first: what is plain comes last, and what several dialects have
 * after what is their own.
 */
const WORDS: readonly (readonly [sign: number, words: string])[] = [
  ...lastOfEach(
    [...ORDER]
      .reverse()
      .flatMap(({ look }) => look.signs.map((sign) => [signBits.get(sign) ?? 0, sign.words] as const)),
  ),
  [Sign.strong, 'A tool message'],
];

function lastOfEach(words: readonly (readonly [number, string])[]): readonly (readonly [number, string])[] {
  return words.filter(([sign], i) => !words.slice(i + 1).some(([other]) => other === sign));
}

/** Sentences for a person who asks why the file is taken for a transcript. Never message text. */
export function evidenceOf(conversations: readonly DetectedConversation[]): readonly string[] {
  const sentences = new Map<string, string>();
  for (const conversation of conversations.slice(0, MAX_CONVERSATIONS)) {
    for (const [words, node] of signsOf(conversation)) {
      if (!sentences.has(words)) sentences.set(words, `${words} at ${pointerOf(node) || 'the root'}`);
    }
    if (sentences.size >= MAX_SENTENCES) break;
  }
  return [...sentences.values()].slice(0, MAX_SENTENCES);
}

function signsOf(conversation: DetectedConversation): (readonly [string, JsonNode])[] {
  const { list, isLone, signatures } = conversation;
  const found: (readonly [string, JsonNode])[] = [];
  for (const [sign, words] of WORDS) {
    if (sign === Sign.strong && found.length > 0) break;
    const index = signatures.findIndex((of) => (of & sign) !== 0);
    const node = isLone ? list : list.items()[index];
    if (index >= 0 && node !== undefined) found.push([words, node]);
  }
  if (found.length === 0) {
    found.push([signatures.length === 0 ? 'A request with an empty list' : 'Messages with a role and text', list]);
  }
  return found;
}
