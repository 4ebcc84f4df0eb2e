import type { JsonNode } from '../json/node';
import { changeProperties, type NewJson, node, type Rewrite, value } from '../json/rewrite';
import { editOf } from '../model/edits/dialectEdit';
import { readPairingId } from '../model/pairing/pairingId';
import type { Conversation, Dialect, Message, Result } from '../model/types';
import type { RuleId } from '../rules/ids';

/** What text to message would do to a message that is there already. */
export type CoercionKind = 'role' | 'id' | 'content' | 'empty';

/** The rules whose findings a coercion clears. */
export const clearedBy: Readonly<Record<CoercionKind, readonly RuleId[]>> = {
  role: ['role-missing', 'role-invalid'],
  id: ['id-on-wrong-role', 'untrimmed-call-id'],
  content: ['content-not-text', 'content-missing', 'content-null', 'content-part-type-invalid'],
  empty: ['content-empty-message', 'content-missing', 'content-null', 'role-missing', 'role-invalid'],
};

/** One message's share: the kinds that apply and how they are carried out. `isGone`: the message is to be removed. */
export interface Coercion {
  readonly message: Message;
  readonly kinds: ReadonlySet<CoercionKind>;
  readonly isGone: boolean;
  readonly applyTo: (rewrite: Rewrite) => void;
}

/** The coercions that a message needs, if any. Entries that are no messages are left to the other forms and rules. */
export function coerceMessage(message: Message, dialect: Dialect): Coercion | undefined {
  if (!isMessage(message)) return undefined;
  if (saysNothing(message, dialect)) {
    return { message, kinds: new Set(['empty']), isGone: true, applyTo: () => {} };
  }
  const kinds = new Set<CoercionKind>();
  const steps: ((rewrite: Rewrite) => void)[] = [];
  const step = (kind: CoercionKind, change: PropertyChange | undefined, at: JsonNode = message.node) => {
    if (change === undefined) return;
    kinds.add(kind);
    steps.push((rewrite) => changeProperties(rewrite, at, change));
  };

  const result = dialect.results === 'blocks' ? toolRowAsBlock(message, dialect) : undefined;
  if (result !== undefined) {
    step('role', result);
  } else {
    step('role', coercedRole(message, dialect));
    step('content', coercedContent(message, dialect));
    step('id', idOffWrongRole(message));
    for (const each of message.results) step('id', coercedId(each), each.node);
  }
  if (kinds.size === 0) return undefined;
  const applyTo = (rewrite: Rewrite) => {
    for (const apply of steps) apply(rewrite);
  };
  return { message, kinds, isGone: false, applyTo };
}

/** Carries out the coercions of one conversation's messages. */
export function applyCoercions(conversation: Conversation, coercions: readonly Coercion[], rewrite: Rewrite): void {
  for (const coercion of coercions) coercion.applyTo(rewrite);
  const gone = coercions.filter(({ isGone }) => isGone).map(({ message }) => message.node);
  if (gone.length > 0) rewrite.set(conversation.list, { kind: 'splice', remove: gone, insert: [] });
}

type PropertyChange = { readonly remove?: readonly string[]; readonly set?: readonly (readonly [string, NewJson])[] };

function isMessage({ shape, contentNode }: Message): boolean {
  return shape === 'message' || (shape === 'no-role' && contentNode !== undefined);
}

/** Calls, results and whatever else a message carries keep it: what becomes of those is for repair to say. */
function saysNothing(message: Message, dialect: Dialect): boolean {
  if (message.hasOwnContent || message.hasUnreadableCalls || isAnswer(message)) return false;
  if (message.parts.some(({ kind }) => kind !== 'result')) return false;
  const content = message.contentNode;
  if (content?.kind === 'array') return dialect.content !== 'text' && content.size === 0;
  return content === undefined || content.kind === 'null' || (content.kind === 'string' && content.text() === '');
}

/** A result, or an entry without a role whose id makes it one. */
function isAnswer({ shape, results }: Message): boolean {
  return results.some(({ id }) => shape === 'message' || id.text !== '');
}

function coercedRole(message: Message, dialect: Dialect): PropertyChange | undefined {
  const { roles, instructions } = dialect;
  const isKnown = roles.includes(message.roleText) || instructions.roles.some((role) => role === message.roleText);
  // Which role calls and answers were meant to have is for the rules and for repair to say.
  if (isKnown || message.calls.length > 0 || isAnswer(message)) return undefined;
  return { set: [['role', value('user')]] };
}

function coercedContent(message: Message, dialect: Dialect): PropertyChange | undefined {
  const content = editOf(dialect).coercedContent(message);
  return content === undefined ? undefined : { set: [['content', content]] };
}

/** `null` is the padding that SDKs write, and pairs nothing. */
function idOffWrongRole(message: Message): PropertyChange | undefined {
  const id = message.node.get('tool_call_id');
  const isStray =
    id !== undefined && id.kind !== 'null' && message.results.every((result) => result.node !== message.node);
  return isStray ? { remove: ['tool_call_id'] } : undefined;
}

function coercedId({ id }: Result): PropertyChange | undefined {
  if (id.node === undefined) return undefined;
  if (id.text === '') return { remove: [id.key] };
  const isClean = id.node.kind === 'string' && !id.isPadded;
  return isClean ? undefined : { set: [[id.key, value(id.text)]] };
}

/** Messages: a row of role `tool` says in this dialect's shape what it says in the flat one. */
function toolRowAsBlock(message: Message, dialect: Dialect): PropertyChange | undefined {
  if (message.roleText !== 'tool' || message.results.some((result) => result.node !== message.node)) return undefined;
  const id = readPairingId(message.node, 'tool_call_id').text;
  const content = editOf(dialect).coercedContent(message);
  const block: NewJson = {
    kind: 'object',
    properties: [
      ['type', value('tool_result')],
      ...(id === '' ? [] : [['tool_use_id', value(id)] as const]),
      ['content', content ?? (message.contentNode === undefined ? value('') : node(message.contentNode))],
    ],
  };
  return {
    remove: ['tool_call_id'],
    set: [
      ['role', value('user')],
      ['content', { kind: 'array', items: [block] }],
    ],
  };
}
