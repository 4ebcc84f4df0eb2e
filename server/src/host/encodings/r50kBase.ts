import { countTokens } from 'gpt-tokenizer/encoding/r50k_base';
import type { Encoding } from '../../core/index';

/** GPT-2 and GPT-3. */
export const r50kBase: Encoding = {
  name: 'r50k_base',
  // Names of special tokens in a conversation are text that somebody wrote.
  count: (text) => countTokens(text, { disallowedSpecial: new Set() }),
};
