import { openai } from './openai';
import type { TargetProfile } from './types';

/** Azure OpenAI answers with the same texts (docs/design/providers.md, "OpenAI"). */
export const azure: TargetProfile = { ...openai, id: 'azure', name: 'Azure OpenAI', models: [] };
