import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Encoding } from '../../core/index';

/** GPT-4o and every OpenAI model after it. */
export const o200kBase: Encoding = {
  name: 'o200k_base',
  // Names of special tokens in a conversation are text that somebody wrote.
  count: (text) => countTokens(text, { disallowedSpecial: new Set() }),
};
