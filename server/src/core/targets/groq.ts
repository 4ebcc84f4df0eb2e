import type { TargetProfile } from './types';

/** docs/design/providers.md, "Groq". Few reports on pairing are known. */
export const groq: TargetProfile = {
  id: 'groq',
  name: 'Groq',
  dialects: ['chat'],
  models: [],
  paths: 'dots',
  rules: {
    'role-invalid': { severity: 'error', error: "'messages.{i}' : discriminator property 'role' has invalid value" },
  },
};
