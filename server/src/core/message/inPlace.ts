import type { JsonNode } from '../json/node';
import type { Rewrite } from '../json/rewrite';
import type { Conversation, Message } from '../model/types';
import type { RuleId } from '../rules/ids';
import { applyCoercions, type Coercion, clearedBy, coerceMessage } from './coercions';
import { roleOf, type TextRole, textRoles } from './textToMessage';
import { isTextEntry, turnTexts } from './turnText';

/** One offer to a person: text to message, carried out on what the selection touches. */
export interface MessageRewrite {
  readonly title: string;
  /** `turn-text`: text becomes a message; `coerce`: a message gets what a message made of text would have. */
  readonly kind: 'turn-text' | 'coerce';
  /** The entries that it changes or removes. */
  readonly entries: readonly JsonNode[];
  /** Rules whose findings on these entries go with it: it is a quick fix of those. */
  readonly clears: readonly RuleId[];
  /** Built when asked for. */
  readonly rewrite: () => Rewrite;
}

/**
 * What text to message offers (docs/design/text-to-message.md, "In place") on a range of the text, such as the cursor's place.
 * The best first.
 */
export function messageRewrites(
  conversations: readonly Conversation[],
  start: number,
  end: number,
): readonly MessageRewrite[] {
  return conversations.flatMap((conversation) => {
    if (conversation.dialect.edit === undefined) return [];
    const touched = conversation.messages.filter(({ node }) => node.start <= end && node.end >= start);
    return [...textRewrites(conversation, touched), ...coercionRewrites(conversation, touched)];
  });
}

/** *Apply the text-to-message coercions* to everything that is sent; undefined when nothing needs any. */
export function coercionRewrite(conversations: readonly Conversation[]): MessageRewrite | undefined {
  const work = conversations
    .filter(({ side, dialect }) => side === 'request' && dialect.edit !== undefined)
    .map((conversation) => ({ conversation, coercions: coercionsOf(conversation, conversation.messages) }))
    .filter(({ coercions }) => coercions.length > 0);
  if (work.length === 0) return undefined;
  const coercions = work.flatMap((each) => each.coercions);
  return {
    title: 'Apply the text-to-message coercions to the whole file',
    kind: 'coerce',
    entries: coercions.map(({ message }) => message.node),
    clears: rulesClearedBy(coercions),
    rewrite: () => {
      const rewrite: Rewrite = new Map();
      for (const each of work) applyCoercions(each.conversation, each.coercions, rewrite);
      return rewrite;
    },
  };
}

function textRewrites(conversation: Conversation, touched: readonly Message[]): MessageRewrite[] {
  const texts = conversation.list.kind === 'array' ? touched.filter(isTextEntry) : [];
  const [first] = texts;
  if (first === undefined) return [];
  // The role that the object names itself is what text to message gives, so it is the first offer.
  const own = roleOf(first.node.get('role'));
  return [own, ...textRoles.filter((role) => role !== own)].map((role) => ({
    title: textTitle(texts.length, role),
    kind: 'turn-text',
    entries: texts.map(({ node }) => node),
    clears: ['entry-not-a-message', 'role-missing', 'role-invalid'],
    rewrite: () => {
      const rewrite: Rewrite = new Map();
      turnTexts(conversation, texts, role, rewrite);
      return rewrite;
    },
  }));
}

function textTitle(count: number, role: TextRole): string {
  const article = role === 'assistant' ? 'an' : 'a';
  return count === 1 ? `Turn text into ${article} ${role} message` : `Turn ${count} texts into ${role} messages`;
}

function coercionRewrites(conversation: Conversation, touched: readonly Message[]): MessageRewrite[] {
  const coercions = coercionsOf(conversation, touched);
  if (coercions.length === 0) return [];
  return [
    {
      title: 'Apply the text-to-message coercions',
      kind: 'coerce',
      entries: coercions.map(({ message }) => message.node),
      clears: rulesClearedBy(coercions),
      rewrite: () => {
        const rewrite: Rewrite = new Map();
        applyCoercions(conversation, coercions, rewrite);
        return rewrite;
      },
    },
  ];
}

function coercionsOf(conversation: Conversation, messages: readonly Message[]): Coercion[] {
  return messages.flatMap((message) => {
    if (isTextEntry(message)) return [];
    const coercion = coerceMessage(message, conversation.dialect);
    // A lone message stands in no list that it could be taken from.
    return coercion === undefined || (coercion.isGone && conversation.list.kind !== 'array') ? [] : [coercion];
  });
}

function rulesClearedBy(coercions: readonly Coercion[]): RuleId[] {
  return [...new Set(coercions.flatMap(({ kinds }) => [...kinds].flatMap((kind) => clearedBy[kind])))];
}
