import type { Rule } from './types';

/** Every rule, by id. */
export const rules: readonly Rule[] = [];
