import type { TargetProfile } from './types';

/** Its own dialect is not read yet; of the OpenAI-shaped endpoint no rule of its own is known. */
export const gemini: TargetProfile = {
  id: 'gemini',
  name: 'Gemini',
  dialects: ['chat'],
  unwrittenDialect: 'gemini',
  models: ['gemini-'],
  paths: 'dots',
  rules: {},
};
