import type { TargetProfile } from './types';

/**
 * docs/design/providers.md, "Cohere", the endpoint in the shape of Chat Completions: Command A and later check pairing, Command
 * R did not.
 */
export const cohere: TargetProfile = {
  id: 'cohere',
  name: 'Cohere',
  dialects: ['chat'],
  models: ['command-'],
  paths: 'dots',
  rules: {
    'unanswered-call': {
      severity: 'error',
      error:
        "invalid request: An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: {ids}",
      when: { notModels: ['command-r'] },
    },
  },
};
