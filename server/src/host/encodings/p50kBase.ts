import { countTokens } from 'gpt-tokenizer/encoding/p50k_base';
import type { Encoding } from '../../core/index';

/** Codex and the last GPT-3 models. */
export const p50kBase: Encoding = {
  name: 'p50k_base',
  // Names of special tokens in a conversation are text that somebody wrote.
  count: (text) => countTokens(text, { disallowedSpecial: new Set() }),
};
