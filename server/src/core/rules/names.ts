import type { RuleId } from './ids';

/** What people may call rules: their ids, and the ids that they had before they were renamed. */
export interface RuleNames {
  readonly ids: readonly RuleId[];
  /** Old ids, with the rule that each of them means. */
  readonly aliases: ReadonlyMap<string, RuleId>;
  /** The rule that a name means, old or new; undefined where it means none. */
  readonly find: (name: string) => RuleId | undefined;
}

export function namesOf(rules: readonly { readonly id: RuleId; readonly aliases?: readonly string[] }[]): RuleNames {
  const ids = rules.map(({ id }) => id);
  const aliases = new Map(rules.flatMap(({ id, aliases = [] }) => aliases.map((alias) => [alias, id] as const)));
  const all = new Map<string, RuleId>([...aliases, ...ids.map((id) => [id, id] as const)]);
  return { ids, aliases, find: (name) => all.get(name) };
}
