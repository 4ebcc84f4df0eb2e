import type { JsonNode } from '../../json/node';
import type { EntryShape, Role } from '../../model/types';

/** What every dialect reads alike: whether an entry is a message at all, and its role. */
export interface EntryHead {
  readonly shape: EntryShape;
  readonly role: Role;
  readonly roleText: string;
  readonly roleNode: JsonNode | undefined;
}

const ROLES: ReadonlySet<string> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

export function readHead(node: JsonNode): EntryHead {
  if (node.kind !== 'object') return { shape: 'not-object', role: 'other', roleText: '', roleNode: undefined };
  const roleNode = node.get('role');
  const roleText = roleNode?.kind === 'string' ? roleNode.text() : '';
  const shape = roleText.trim() !== '' ? 'message' : isRecord(node) ? 'record' : 'no-role';
  return { shape, role: isRole(roleText) ? roleText : 'other', roleText, roleNode };
}

/** What a message has, if it has anything. */
const MESSAGE_KEYS = ['role', 'content', 'tool_calls', 'function_call', 'tool_call_id', 'text'];

/** Rows of bare messages are a log, in which other rows may stand; a list of messages holds nothing else. */
function isRecord(node: JsonNode): boolean {
  return node.parent?.firstIndex !== undefined && MESSAGE_KEYS.every((key) => node.get(key) === undefined);
}

function isRole(text: string): text is Exclude<Role, 'other'> {
  return ROLES.has(text);
}

/** Stop reasons of turns that were cut off: their calls may stay open (docs/design/pairing.md, "Calls that need no answer"). */
const CUT_OFF: ReadonlySet<string> = new Set(['aborted', 'abort', 'error', 'cancelled', 'canceled', 'interrupted']);

export function isCutOff(node: JsonNode): boolean {
  return ['stop_reason', 'stopReason', 'finish_reason', 'status'].some((key) => {
    const reason = node.get(key);
    return reason?.kind === 'string' && CUT_OFF.has(reason.text());
  });
}

/** Whether a value is there and says something: not `null`, `""`, `[]` or `{}`. */
export function isFilled(node: JsonNode | undefined): boolean {
  switch (node?.kind) {
    case undefined:
    case 'null':
    case 'other':
      return false;
    case 'string':
      return node.text() !== '';
    case 'array':
    case 'object':
      return node.size > 0;
    default:
      return true;
  }
}

/** An array whose every element is an object with a `type` of text. The empty array is one. */
export function isTypedParts(node: JsonNode): boolean {
  return node.items().every((item) => item.kind === 'object' && item.get('type')?.kind === 'string');
}

/** What keeps a turn although it has neither content nor calls (docs/design/normalization.md, "Coerce"). */
export function hasPayload(node: JsonNode): boolean {
  return isFilled(node.get('function_call')) || isFilled(node.get('refusal')) || isFilled(node.get('audio'));
}
