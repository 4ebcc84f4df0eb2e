import type { Side } from '../model/types';

/**
 * What the name of a property says of the list under it. Names alone never make a conversation (`messages` is nearly always
 * something else); they tip the balance for lists whose elements say too little, and they tell the side.
 */
export interface KeyTraits {
  /** Conversations stand under such names. */
  readonly isConversation: boolean;
  /** Lists of people and rights: their `role` is no speaker, whatever stands beside it. */
  readonly isRights: boolean;
  /** Declarations, not data: their examples look like perfect messages. */
  readonly isDeclaration: boolean;
  /** What a test or a preference pair expects: never sent, so structure is all that can be wrong with it. */
  readonly isAssertion: boolean;
  /** The side that the name puts everything under it on; undefined when it says nothing. */
  readonly side: Side | undefined;
}

const CONVERSATIONS = new Set([
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
  'transcript',
  'thread',
  'prompt',
  'question',
  'completion',
  'output',
]);
/** `expected_messages`, `chatHistory`, `request_messages`, … */
const CONVERSATION_ENDINGS = ['messages', 'history', 'conversation', 'transcript', 'trajectory'];

const RIGHTS = new Set([
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

/** A JSON schema anywhere else is known by its shape, see veto.ts. */
const DECLARATIONS = new Set(['tools', 'functions', 'responseformat', 'jsonschema', 'inputschema', 'outputschema']);

const RESPONSES = new Set(['response', 'output', 'choices', 'candidates', 'outputs']);

const ASSERTIONS = new Set([
  'chosen',
  'rejected',
  'preferredoutput',
  'nonpreferredoutput',
  'golden',
  'ideal',
  'want',
  'assertions',
]);

/** Longest property name that is looked up in the tables; longer ones are data. */
const MAX_NAME = 64;
const NO_TRAITS = traitsOfName('');

/** Names that are kept: a file repeats a few dozen of them in each of its objects. */
const MAX_KEPT = 1_000;
const kept = new Map<string, KeyTraits>();

export function traitsOfKey(key: string): KeyTraits {
  if (key.length > MAX_NAME) return NO_TRAITS;
  let traits = kept.get(key);
  if (traits === undefined) {
    if (kept.size >= MAX_KEPT) kept.clear();
    // `expectedMessages`, `expected_messages` and `expected-messages` are one name.
    traits = traitsOfName(key.toLowerCase().replaceAll('_', '').replaceAll('-', ''));
    kept.set(key, traits);
  }
  return traits;
}

function traitsOfName(name: string): KeyTraits {
  const isAssertion = name.startsWith('expect') || ASSERTIONS.has(name);
  return {
    isConversation:
      isAssertion || CONVERSATIONS.has(name) || CONVERSATION_ENDINGS.some((ending) => name.endsWith(ending)),
    isRights: RIGHTS.has(name),
    isDeclaration: DECLARATIONS.has(name),
    isAssertion,
    side: isAssertion ? 'assertion' : RESPONSES.has(name) ? 'response' : undefined,
  };
}
