import type { TargetProfile } from './types';

const PAIRING =
  "an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: {ids}";

/** docs/design/providers.md, "Moonshot". */
export const moonshot: TargetProfile = {
  id: 'moonshot',
  name: 'Moonshot',
  dialects: ['chat', 'messages'],
  models: ['moonshot-', 'kimi-'],
  signs: { names: /kimi|moonshot/ },
  paths: 'brackets',
  rules: {
    'unanswered-call': { severity: 'error', error: PAIRING, when: { dialects: ['chat'] } },
    'open-call-at-tail': { severity: 'info', error: PAIRING, when: { dialects: ['chat'] } },
    'misplaced-result': { severity: 'error', error: PAIRING, when: { dialects: ['chat'] } },
    'duplicate-call-id': { severity: 'error', error: 'tool call id {id} is duplicated', when: { dialects: ['chat'] } },
    'content-empty-message': {
      severity: 'error',
      error: "Invalid request: the message at position {i} with role 'assistant' must not be empty",
      options: { roles: ['assistant'] },
      when: { dialects: ['chat'] },
    },
  },
};
