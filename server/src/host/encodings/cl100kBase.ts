import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';
import type { Encoding } from '../../core/index';

/** GPT-4, GPT-3.5 and the third generation of embeddings. */
export const cl100kBase: Encoding = {
  name: 'cl100k_base',
  // Names of special tokens in a conversation are text that somebody wrote.
  count: (text) => countTokens(text, { disallowedSpecial: new Set() }),
};
