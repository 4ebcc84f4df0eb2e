import type { TargetProfile } from './types';

const PAIRING =
  '<400> InternalError.Algo.InvalidParameter: An assistant message with "tool_calls" must be followed by tool messages responding to each "tool_call_id". The following tool_call_ids did not have response messages: message[{i}].role';

/** docs/design/providers.md, "DashScope". The text names the message that interrupts, not the ids. */
export const qwen: TargetProfile = {
  id: 'qwen',
  name: 'DashScope',
  dialects: ['chat'],
  unlistedDialects: ['messages'],
  models: ['qwen-', 'qwen2', 'qwen3', 'qwq-', 'qvq-'],
  paths: 'dots',
  rules: {
    'unanswered-call': { severity: 'error', error: PAIRING },
    'open-call-at-tail': { severity: 'info', error: PAIRING },
    'misplaced-result': { severity: 'error', error: PAIRING },
    'orphan-result': {
      severity: 'error',
      error:
        '<400> InternalError.Algo.InvalidParameter: messages with role "tool" must be a response to a preceeding message with "tool_calls".',
    },
    'role-invalid': {
      severity: 'error',
      error: "{role} is not one of ['system', 'assistant', 'user', 'tool', 'function'] - 'messages.['{i}].role'",
      options: { refuses: ['developer'] },
    },
    'tool-calls-empty-array': { severity: 'error', error: 'Empty tool_calls is not supported in message' },
  },
};
