import { anthropic } from './anthropic';
import type { TargetProfile } from './types';

/**
 * Claude on Vertex AI: the same rules and texts (docs/design/providers.md, "Bedrock and Vertex"). Gemini on Vertex speaks
 * another dialect.
 */
export const vertex: TargetProfile = {
  ...anthropic,
  id: 'vertex',
  name: 'Vertex AI',
  unwrittenDialect: 'gemini',
  models: [],
  signsAs: 'anthropic',
};
