import type { TargetProfile } from './types';

/**
 * The project's own closed rules for the flat shape. What the rules of our own say of `flat` stands in their metadata; here is
 * what a provider's table would list elsewhere.
 */
export const own: TargetProfile = {
  id: 'own',
  name: 'the flat shape',
  dialects: ['flat'],
  // No provider that would refuse them.
  unlistedDialects: ['chat', 'messages'],
  models: [],
  paths: 'brackets',
  rules: {
    'content-empty-message': { severity: 'hint', options: { roles: ['user', 'assistant', 'system'] } },
  },
};
