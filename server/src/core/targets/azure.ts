import { openai } from './openai';
import type { TargetProfile } from './types';

/** Azure OpenAI answers with the same texts (spec 02b §3). */
export const azure: TargetProfile = { ...openai, id: 'azure', name: 'Azure OpenAI', models: [] };
