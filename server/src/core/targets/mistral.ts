import type { TargetProfile } from './types';

const COUNT = 'Not the same number of function calls and responses';
const NAME =
  'Function name was {name} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.';

/** docs/design/providers.md, "Mistral": the validator that Mistral publishes. No text has an index. */
export const mistral: TargetProfile = {
  id: 'mistral',
  name: 'Mistral',
  dialects: ['chat'],
  models: ['mistral-', 'open-mi', 'ministral-', 'codestral-', 'devstral-', 'magistral-', 'pixtral-', 'voxtral-'],
  paths: 'dots',
  rules: {
    'user-after-tool': { severity: 'error', error: "Unexpected role 'user' after role 'tool'" },
    'orphan-result': { severity: 'error', error: "Unexpected role 'tool' after role '{before}'" },
    'misplaced-result': { severity: 'error', error: "Unexpected role 'tool' after role '{before}'" },
    'system-not-first': {
      severity: 'error',
      error: "Unexpected role 'system' after role '{before}'",
      options: { after: ['assistant', 'tool'] },
    },
    'unanswered-call': { severity: 'error', error: COUNT },
    'open-call-at-tail': { severity: 'info', error: COUNT },
    'tool-call-id-pattern': {
      severity: 'error',
      error: 'Tool call id was {id} but must be a-z, A-Z, 0-9, with a length of 9.',
      options: { pattern: '^[a-zA-Z0-9]{9}$', accepts: 'exactly nine letters and digits' },
    },
    'tool-call-id-missing': { severity: 'error', error: 'Tool call id has to be defined.' },
    'content-empty-message': {
      severity: 'error',
      error: 'Assistant message must have either content or tool_calls, but not none.',
      options: { roles: ['assistant'] },
    },
    'messages-empty': { severity: 'error', error: 'Conversation must have at least one message' },
    'content-null': {
      severity: 'error',
      error: 'System prompt must have content',
      options: { roles: ['system'] },
    },
    'tool-name-pattern': {
      severity: 'error',
      error: NAME,
      options: { pattern: '^[a-zA-Z0-9_-]*$', accepts: 'letters, digits, "_" and "-"' },
    },
    'tool-name-too-long': { severity: 'error', error: NAME, options: { max: 64 } },
  },
};
