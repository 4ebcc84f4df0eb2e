import type { TargetProfile } from './types';

/** Servers that run a model's own chat template: docs/design/providers.md, "llama.cpp". */
export const llamacpp: TargetProfile = {
  id: 'llamacpp',
  name: 'llama.cpp',
  dialects: ['chat'],
  unlistedDialects: ['messages'],
  models: [],
  paths: 'dots',
  rules: {
    'trailing-assistants-multiple': {
      severity: 'error',
      error: 'Cannot have 2 or more assistant messages at the end of the list.',
    },
    'system-not-first': {
      severity: 'error',
      error: 'System message must be at the beginning.',
      when: { models: ['qwen3'] },
    },
    'roles-not-alternating': [
      {
        severity: 'error',
        error: 'Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/...',
        when: { models: ['gemma', 'llama-2', 'mistral-7b'] },
      },
      {
        severity: 'error',
        error:
          'Jinja Exception: After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results.',
        when: { models: ['devstral', 'ministral', 'mistral-small'] },
      },
    ],
    'first-message-not-user': {
      severity: 'error',
      error: 'Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/...',
      when: { models: ['gemma', 'llama-2', 'mistral-7b'] },
    },
  },
};
