import type { TargetProfile } from './types';

const ALTERNATE = 'After the (optional) system message(s), user and assistant roles should be alternating.';

/** docs/design/providers.md, "Perplexity". */
export const perplexity: TargetProfile = {
  id: 'perplexity',
  name: 'Perplexity',
  dialects: ['chat'],
  models: ['sonar'],
  paths: 'dots',
  rules: {
    'roles-not-alternating': { severity: 'error', error: ALTERNATE },
    'first-message-not-user': { severity: 'error', error: ALTERNATE },
  },
};
