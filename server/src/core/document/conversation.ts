import type { ResolvedConfig } from '../config/types';
import { isOwnSign, NATIVE } from '../detect/signBits';
import type { DetectedConversation } from '../detect/types';
import { dialectOf } from '../dialects/index';
import { readEntryOf } from '../dialects/readEntry';
import { type JsonNode, pointerOf } from '../json/node';
import { isRead } from '../model/entries';
import { groupTurns } from '../model/pairing/turns';
import type { Conversation, Dialect, Message, Target, Turn } from '../model/types';
import { profileOf, takes, targetOfModel } from '../targets/index';
import type { NotChecked } from './coverage';
import type { ConversationSummary } from './types';

export interface ReadOptions {
  readonly config: Pick<ResolvedConfig, 'target' | 'sentAsIs'>;
  readonly model?: string | undefined;
  readonly isBroken: (node: JsonNode) => boolean;
}

/** Reads a detected list into the model. */
export function readConversation(found: DetectedConversation, options: ReadOptions): Conversation {
  const entries = found.isLone ? [found.list] : found.list.items();
  const dialect = dialectFor(found, options.config.target);
  const messages = entries.map((node, index) => {
    const isOwn = isOwnSign(found.signatures[index] ?? 0, dialect);
    return readEntryOf(dialect, node, index, options.isBroken(node), isOwn);
  });
  const modelNode = found.body?.get('model');
  const model = options.model ?? (modelNode?.kind === 'string' ? modelNode.text() : undefined);
  const { target } = options.config;
  const facts = {
    dialect,
    target: target === 'auto' ? (targetOfModel(model, dialect) ?? dialect.defaultTarget) : target,
    isTargetChosen: target !== 'auto',
    model,
    side: found.side,
    tier: found.tier,
    list: found.list,
    body: found.body,
    isRow: found.isRow,
    isSentAsIs: options.config.sentAsIs,
  };
  return withMessages(facts, messages);
}

/** Plain role and text are of any dialect: where the person names the target, they are of the one that it takes. */
function dialectFor({ dialect, signatures }: DetectedConversation, target: Target | 'auto'): Dialect {
  if (target === 'auto') return dialect;
  const isPlain = !signatures.some((sign) => (sign & NATIVE) !== 0);
  const profile = profileOf(target);
  const [first] = profile.dialects;
  return isPlain && first !== undefined && !takes(profile, dialect) ? dialectOf(first) : dialect;
}

type Facts = Omit<Conversation, 'messages' | 'turns'>;

/** Turns are grouped when somebody asks, which after a keystroke hardly anybody does. */
function withMessages(facts: Facts, messages: readonly Message[]): Conversation {
  const { dialect, target, isTargetChosen, model, side, tier, list, body, isRow, isSentAsIs } = facts;
  let turns: readonly Turn[] | undefined;
  return {
    dialect,
    target,
    isTargetChosen,
    model,
    side,
    tier,
    list,
    body,
    isRow,
    isSentAsIs,
    messages,
    get turns() {
      turns ??= turnsOf(messages, dialect);
      return turns;
    },
  };
}

/** The same conversation after an edit inside one entry. */
export function withMessage(conversation: Conversation, message: Message): Conversation {
  const messages = conversation.messages.slice();
  messages[message.index] = message;
  return withMessages(conversation, messages);
}

/** The same conversation read from where it stands after a rewrite. Its dialect is known, whatever is left to tell it by. */
export function readAgain(conversation: Conversation, list: JsonNode, body: JsonNode | undefined): Conversation {
  const { dialect, target, isTargetChosen, model, side, tier, isRow, isSentAsIs } = conversation;
  const entries = list.kind === 'array' ? list.items() : [list];
  const messages = entries.map((node, index) => readEntry(dialect, node, index, () => false));
  return withMessages({ dialect, target, isTargetChosen, model, side, tier, list, body, isRow, isSentAsIs }, messages);
}

/** The same conversation with some of its messages only, or with others in their place; they keep the index that they have. */
export function withMessagesOf(conversation: Conversation, messages: readonly Message[], list: JsonNode): Conversation {
  const { dialect, target, isTargetChosen, model, side, tier, body, isRow, isSentAsIs } = conversation;
  return withMessages({ dialect, target, isTargetChosen, model, side, tier, list, body, isRow, isSentAsIs }, messages);
}

/** The same conversation as it would be sent, whatever it is kept for. */
export function asRequest(conversation: Conversation): Conversation {
  const { dialect, target, isTargetChosen, model, side, tier, list, body, isSentAsIs, messages } = conversation;
  const facts = { dialect, target, isTargetChosen, model, side, tier, list, body, isRow: false, isSentAsIs };
  return conversation.isRow ? withMessages(facts, messages) : conversation;
}

export function readEntry(
  dialect: Dialect,
  node: JsonNode,
  index: number,
  isBroken: (node: JsonNode) => boolean,
): Message {
  return readEntryOf(dialect, node, index, isBroken(node));
}

export function summaryOf(conversation: Conversation, notChecked?: NotChecked): ConversationSummary {
  const { dialect, target, isTargetChosen, side, tier, list, isRow, messages } = conversation;
  return {
    pointer: pointerOf(list),
    start: list.start,
    end: list.end,
    dialect: dialect.id,
    target,
    isTargetChosen,
    targetName: profileOf(target).name,
    side,
    tier,
    turns: messages.length,
    isRow,
    ...(notChecked !== undefined && { notChecked }),
  };
}

function turnsOf(messages: readonly Message[], dialect: Dialect): Turn[] {
  const groups = groupTurns(messages.filter(isRead), dialect);
  return groups.map(({ role, messages: group }, index) => ({ index, role, messages: group }));
}
