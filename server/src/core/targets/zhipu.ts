import type { TargetProfile } from './types';

/** docs/design/providers.md, "Zhipu". Its own texts are generic (`1214`); the Anthropic-shaped endpoint has this one. */
export const zhipu: TargetProfile = {
  id: 'zhipu',
  name: 'Zhipu',
  dialects: ['chat', 'messages'],
  models: ['glm-'],
  signs: { names: /(?:^|[^a-z])z-?ai(?:$|[^a-z])|zhipu|bigmodel/ },
  paths: 'dots',
  rules: {
    'system-role-in-messages': {
      severity: 'error',
      error: "Input should be 'user' or 'assistant'",
      when: { dialects: ['messages'] },
    },
  },
};
