import type { TargetProfile } from './types';

/** Ollama's native `/api/chat` (docs/design/providers.md, "Ollama"). */
export const ollama: TargetProfile = {
  id: 'ollama',
  name: 'Ollama',
  dialects: ['chat'],
  unlistedDialects: ['messages'],
  models: [],
  paths: 'dots',
  rules: {
    'tool-arguments-not-object': {
      severity: 'error',
      error:
        'json: cannot unmarshal string into Go struct field ChatRequest.messages.tool_calls.function.arguments of type api.ToolCallFunctionArguments',
    },
    'trailing-assistants-multiple': {
      severity: 'error',
      error: 'Cannot have 2 or more assistant messages at the end of the list.',
    },
    'system-not-first': {
      severity: 'error',
      error: 'system message must be at the beginning',
      when: { models: ['qwen3'] },
    },
  },
};
