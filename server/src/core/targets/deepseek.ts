import type { TargetProfile } from './types';

const PAIRING =
  "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)";

/** docs/design/providers.md, "DeepSeek". */
export const deepseek: TargetProfile = {
  id: 'deepseek',
  name: 'DeepSeek',
  dialects: ['chat', 'messages'],
  models: ['deepseek-'],
  signs: { names: /deepseek/ },
  paths: 'brackets',
  rules: {
    'unanswered-call': { severity: 'error', error: PAIRING, when: { dialects: ['chat'] } },
    'open-call-at-tail': { severity: 'info', error: PAIRING, when: { dialects: ['chat'] } },
    'misplaced-result': { severity: 'error', error: PAIRING, when: { dialects: ['chat'] } },
    'orphan-result': {
      severity: 'error',
      error: "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
      when: { dialects: ['chat'] },
    },
    'roles-not-alternating': {
      severity: 'error',
      error:
        'deepseek-reasoner does not support successive user or assistant messages (messages[{a}] and messages[{b}] in your input). You should interleave the user/assistant messages in the message sequence.',
      when: { models: ['deepseek-reasoner'], dialects: ['chat'] },
    },
    'content-missing': { severity: 'error', when: { dialects: ['chat'] } },
    'content-part-type-invalid': {
      severity: 'error',
      error:
        'Failed to deserialize the JSON body into the target type: messages[{i}]: unknown variant `{type}`, expected `text`',
      options: { parts: ['text'] },
      when: { dialects: ['chat'] },
    },
    'duplicate-result': { severity: 'error', when: { dialects: ['messages'] } },
  },
};
