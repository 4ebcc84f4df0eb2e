import type { Side } from '../dialects/index';

/**
 * What the name of a property says of the list under it. Names alone never make a conversation (`messages` is nearly always
 * something else); they tip the balance for lists whose elements say too little, and they tell the side.
 */
const CONVERSATION_KEYS = new Set([
  'messages',
  'input',
  'inputs',
  'history',
  'conversation',
  'conversations',
  'turns',
  'traj',
  'trajectory',
  'dialog',
  'dialogue',
  'chat',
  'chats',
  'transcript',
  'thread',
  'prompt',
  'prompts',
  'question',
  'completion',
  'output',
  'expected',
  'chosen',
  'rejected',
]);

/** `expected_messages`, `chatHistory`, `request_messages`, … */
const CONVERSATION_ENDINGS = ['messages', 'history', 'conversation', 'transcript', 'trajectory'];

/** Lists of people and rights: their `role` is no speaker, whatever stands beside it. */
const RIGHTS_KEYS = new Set([
  'roles',
  'acl',
  'acls',
  'permissions',
  'members',
  'users',
  'grants',
  'policies',
  'bindings',
  'participants',
  'collaborators',
  'accounts',
]);

const RESPONSE_KEYS = new Set(['response', 'output', 'choices', 'candidates', 'outputs']);

/** What a test or a preference pair holds beside the input: never sent, so structure is all that can be wrong with it. */
const ASSERTION_KEYS = new Set([
  'chosen',
  'rejected',
  'preferredoutput',
  'nonpreferredoutput',
  'golden',
  'ideal',
  'want',
  'assertions',
]);

/**
 * Declarations, not data: their examples look like perfect messages. (A JSON schema anywhere is known by its shape, see
 * veto.ts.)
 */
const DECLARATION_KEYS = new Set(['tools', 'functions', 'responseformat', 'jsonschema', 'inputschema', 'outputschema']);

/** Longest property name that is looked up in the tables; longer ones are data. */
const MAX_NAME = 64;

export function isConversationKey(key: string): boolean {
  const name = plainName(key);
  return CONVERSATION_KEYS.has(name) || CONVERSATION_ENDINGS.some((ending) => name.endsWith(ending));
}

export function isRightsKey(key: string): boolean {
  return RIGHTS_KEYS.has(plainName(key));
}

export function isDeclarationKey(key: string): boolean {
  return DECLARATION_KEYS.has(plainName(key));
}

export function isAssertionKey(key: string): boolean {
  const name = plainName(key);
  return name.startsWith('expect') || ASSERTION_KEYS.has(name);
}

/** The side that a property name puts everything under it on; undefined when it says nothing. */
export function sideUnder(key: string): Side | undefined {
  if (isAssertionKey(key)) return 'assertion';
  return RESPONSE_KEYS.has(plainName(key)) ? 'response' : undefined;
}

/** `expectedMessages`, `expected_messages` and `expected-messages` are one name. */
function plainName(key: string): string {
  return key.length > MAX_NAME ? '' : key.toLowerCase().replaceAll('_', '').replaceAll('-', '');
}
