import type { Rule, RuleMeta } from './types';

/** Every rule, by id. */
export const rules: readonly Rule[] = [];

export const ruleMetas: readonly RuleMeta[] = rules.map((rule) => rule.meta);

export const ruleIds: readonly string[] = ruleMetas.map((meta) => meta.id);
