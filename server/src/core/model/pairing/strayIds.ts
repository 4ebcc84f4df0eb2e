import type { Message } from '../types';

/** Whether a message of flat or chat that is no result may carry a result's id. Most hold a role and a content, and nothing else. */
export function mayHoldStrayId({ shape, role, node, contentNode }: Message): boolean {
  return shape === 'message' && role !== 'tool' && role !== 'other' && node.size > (contentNode === undefined ? 1 : 2);
}
