import { changeProperties, node, type Rewrite, value } from '../json/rewrite';
import { editOf } from '../model/edits/dialectEdit';
import { readPairingId } from '../model/pairing/pairingId';
import type { Conversation, Dialect, Message, Result } from '../model/types';
import type { RuleId } from '../rules/ids';
import { ROW_ID } from './textToMessage';

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
  const steps: Step[] = [];
  const step = (kind: CoercionKind, change: Step | undefined) => {
    if (change === undefined) return;
    kinds.add(kind);
    steps.push(change);
  };

  const result = rowAsResult(message, dialect);
  if (result !== undefined) {
    step('role', result);
  } else {
    step('role', coercedRole(message, dialect));
    step('content', coercedContent(message, dialect));
    step('id', idOffWrongRole(message));
    for (const each of message.results) step('id', coercedId(each));
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

type Step = (rewrite: Rewrite) => void;

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

function coercedRole(message: Message, dialect: Dialect): Step | undefined {
  const { roles, instructions } = dialect;
  const isKnown = roles.includes(message.roleText) || instructions.roles.some((role) => role === message.roleText);
  // Which role calls and answers were meant to have is for the rules and for repair to say.
  if (isKnown || message.calls.length > 0 || isAnswer(message)) return undefined;
  return (rewrite) => editOf(dialect).setRole(rewrite, message, dialect.roleNames.user);
}

function coercedContent(message: Message, dialect: Dialect): Step | undefined {
  const edit = editOf(dialect);
  const content = edit.coercedContent(message);
  return content === undefined ? undefined : (rewrite) => edit.setContent(rewrite, message, content);
}

/** `null` is the padding that SDKs write, and pairs nothing. */
function idOffWrongRole(message: Message): Step | undefined {
  const id = message.node.get(ROW_ID);
  const isStray =
    id !== undefined && id.kind !== 'null' && message.results.every((result) => result.node !== message.node);
  return isStray ? (rewrite) => changeProperties(rewrite, message.node, { remove: [ROW_ID] }) : undefined;
}

function coercedId({ node: holder, id }: Result): Step | undefined {
  if (id.node === undefined) return undefined;
  if (id.text === '') return (rewrite) => changeProperties(rewrite, holder, { remove: [id.key] });
  const isClean = id.node.kind === 'string' && !id.isPadded;
  return isClean ? undefined : (rewrite) => changeProperties(rewrite, holder, { set: [[id.key, value(id.text)]] });
}

/** Where a row of role `tool` is no result as it stands, it says in the dialect's own shape what it says in the flat one. */
function rowAsResult(message: Message, dialect: Dialect): Step | undefined {
  const { asResult, coercedContent } = editOf(dialect);
  if (asResult === undefined || message.roleText !== 'tool') return undefined;
  if (message.results.some((result) => result.node !== message.node)) return undefined;
  const { contentNode } = message;
  const content = coercedContent(message) ?? (contentNode === undefined ? value('') : node(contentNode));
  const id = readPairingId(message.node, ROW_ID).text;
  return (rewrite) => asResult(rewrite, message, id, content);
}
