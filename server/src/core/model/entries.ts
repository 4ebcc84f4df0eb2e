import type { Message } from './types';

/** Whether an entry has a place in what the provider reads: a message, or an item of its own. */
export function isRead({ shape }: Message): boolean {
  return shape === 'message' || shape === 'item';
}
