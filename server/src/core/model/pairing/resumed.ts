import type { Conversation } from '../types';

/**
 * Whether the request goes on from a run that the provider keeps: calls may stand there. See docs/design/pairing.md,
 * "A request that goes on".
 */
export function isResumed({ body, dialect }: Conversation): boolean {
  return body !== undefined && dialect.resumes(body);
}
