import type { TargetProfile } from './types';

const EMPTY = 'Invalid request content: Each message must have at least one content element.';

/** docs/design/providers.md, "xAI". */
export const xai: TargetProfile = {
  id: 'xai',
  name: 'xAI',
  dialects: ['chat'],
  unlistedDialects: ['messages'],
  models: ['grok-'],
  paths: 'dots',
  rules: {
    'content-empty-message': {
      severity: 'error',
      error: EMPTY,
      options: { roles: ['system', 'developer', 'user', 'assistant'] },
    },
    'content-empty-text-block': { severity: 'error', error: EMPTY },
  },
};
