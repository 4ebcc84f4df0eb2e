import type { JsonNode } from '../json/node';
import type { Conversation, Message } from '../model/types';
import type { RuleId } from '../rules/ids';
import { enforcedRows, servesModel } from './index';
import type { TargetProfile, TargetRule } from './types';

/** What was asked of a conversation before; rules ask again for each of its messages. */
interface Answers {
  readonly target: TargetProfile;
  readonly rows: Map<RuleId, readonly TargetRule[]>;
  isSent: boolean | undefined;
}

const answers = new WeakMap<Conversation, Answers>();

function answersFor(conversation: Conversation, target: TargetProfile): Answers {
  let known = answers.get(conversation);
  if (known === undefined || known.target !== target) {
    known = { target, rows: new Map(), isSent: undefined };
    answers.set(conversation, known);
  }
  return known;
}

/** The rows by which the target enforces a rule on this conversation. */
export function rowsFor<Id extends RuleId>(
  conversation: Conversation,
  target: TargetProfile,
  rule: Id,
): readonly TargetRule<Id>[];
export function rowsFor(conversation: Conversation, target: TargetProfile, rule: RuleId): readonly TargetRule[] {
  const { rows } = answersFor(conversation, target);
  let found = rows.get(rule);
  if (found === undefined) {
    found = enforcedRows(target, rule, conversation);
    rows.set(rule, found);
  }
  return found;
}

/** Whether the target refuses a message of this role that has but empty content. */
export function refusesEmpty(conversation: Conversation, target: TargetProfile, role: Message['role']): boolean {
  const rows = rowsFor(conversation, target, 'content-empty-message');
  return rows.some((row) => row.options?.roles?.includes(role) ?? true);
}

/**
 * Whether the conversation is known to go to the target as it stands: somebody said so, or the body is a request that names one
 * of the provider's models. A stored history is no request: its owner strips ids, metrics, unsigned thinking and the like
 * before sending, so rules about such things stay silent there.
 */
export function isSent(conversation: Conversation, target: TargetProfile): boolean {
  const known = answersFor(conversation, target);
  known.isSent ??= decideSent(conversation, target);
  return known.isSent;
}

function decideSent(conversation: Conversation, target: TargetProfile): boolean {
  const { body, dialect, model } = conversation;
  if (conversation.isTargetChosen || conversation.isSentAsIs) return true;
  if (body === undefined) return false;
  if (dialect.instructions.stand === 'field') {
    if (body.get('max_tokens')?.kind !== 'number') return false;
    return servesModel(target, model) || body.get('anthropic_version')?.kind === 'string';
  }
  return servesModel(target, model);
}

/** For whom a place is named, and in which conversation it stands: what a rule's context has. */
interface Asking {
  readonly target: TargetProfile;
  readonly conversation: Pick<Conversation, 'dialect'>;
}

/**
 * A place inside a message as the target's texts name it: `messages[1].tool_calls[0].id`, or `messages.1.content.0.tool_use.id`
 * where the type of the block stands behind its index. It begins with the member in which the dialect sends its list, whatever
 * a file calls that.
 */
export function pathOf({ target, conversation }: Asking, message: Message, node: JsonNode): string {
  const steps: (string | number)[] = [];
  for (let at = node; at !== message.node && at.parent !== undefined; at = at.parent) {
    const isBlock = typeof at.key === 'number' && at.parent.key === 'content';
    const type = isBlock && target.paths === 'dots' ? at.get('type') : undefined;
    if (type?.kind === 'string') steps.unshift(type.text());
    steps.unshift(at.key);
  }
  return writePath(target, [conversation.dialect.lists[0].key, message.index, ...steps]);
}

export function writePath(target: TargetProfile, steps: readonly (string | number)[]): string {
  if (target.paths === 'dots') return steps.join('.');
  return steps.reduce<string>((path, step) => {
    if (typeof step === 'number') return `${path}[${step}]`;
    return path === '' ? step : `${path}.${step}`;
  }, '');
}
