import type { Conversation, Result } from '../model/types';
import { isSent } from './asked';
import type { TargetProfile } from './types';

/**
 * A result that names its tool in place of a call's id: Ollama's own way, and right for whoever was not said to be another
 * provider.
 */
export function isNamedResult({ id, node }: Result, conversation: Conversation, target: TargetProfile): boolean {
  if (id.fault !== 'missing' || node.get('tool_name')?.kind !== 'string') return false;
  return target.id === 'ollama' || !isSent(conversation, target);
}
