import {
  type BuiltInPolicy,
  type DialectOption as Dialect,
  type PrefixReplay,
  type Problem,
  type Target,
  trim,
  validate,
} from '../../server/src/core/index';

type Entry = { readonly role?: string; readonly content?: unknown };

/** What trimming and validating each prefix from scratch says: the slow way, which replay has to agree with. */
export function bruteForce(given: readonly unknown[], policy: BuiltInPolicy, dialect: Dialect, target: Target) {
  const messages = given as readonly Entry[];
  const count = policy.count ?? (() => 1);
  const isInstruction = (entry: Entry) =>
    entry?.role === 'system' || (dialect === 'chat' && entry?.role === 'developer');
  const first = messages.findIndex((entry) => !isInstruction(entry));
  const instructions = first < 0 ? messages.length : first;
  const constant = messages.slice(0, instructions).reduce((all, entry) => all + count(entry), 0);
  const found = [];
  for (let length = instructions + 1; length <= messages.length; length++) {
    const prefix = messages.slice(0, length);
    const cut = trimmed(prefix, policy, instructions, dialect, target);
    const { start, dropped, tokens, problem } = cut;
    const base = { length, start, dropped, tokens: constant + tokens, problem: problem?.kind };
    if (problem !== undefined && problem.kind !== 'over-budget') {
      found.push({ ...base, trim: [`${problem.kind} -1`], input: [] });
      continue;
    }
    const before = new Set(
      keysOf(
        prefix,
        prefix.map((_, at) => at),
        dialect,
        target,
      ),
    );
    const after = keysOf(cut.messages, cut.origins, dialect, target);
    const rules = (keys: readonly string[]) => [...new Set(keys.map((key) => key.split(' ')[0] ?? ''))].sort();
    const mine = after.filter((key) => !before.has(key));
    found.push({
      ...base,
      trim: mine.map((key) => key.split(' ').slice(0, 2).join(' ')).sort(),
      input: rules(after.filter((key) => before.has(key))),
    });
  }
  return found;
}

function trimmed(
  prefix: readonly Entry[],
  policy: BuiltInPolicy,
  instructions: number,
  dialect: Dialect,
  target: Target,
) {
  const { last } = policy;
  const count = policy.count ?? (() => 1);
  const indices = prefix.map((_, at) => at);
  if (last !== undefined) {
    const start = Math.max(instructions, prefix.length - last);
    const origins = [...indices.slice(0, instructions), ...indices.slice(start)];
    const kept = prefix.slice(start);
    const tokens = kept.reduce((all, entry) => all + count(entry), 0);
    const dropped = start - instructions;
    return { messages: origins.map((at) => prefix[at]), origins, start: dropped, dropped, tokens, problem: undefined };
  }
  const window = trim(prefix, { ...policy, dialect, target });
  const origins = window.entries.filter(({ fate }) => fate !== 'cut' && fate !== 'snap').map(({ index }) => index);
  // A head that took the first entry of the tail in stands for both.
  if (window.messages.length < origins.length) origins.splice(instructions + 1, 1);
  return { ...window, origins };
}

/** Errors as "rule entry place", by the entry's index in the prefix. */
function keysOf(list: readonly unknown[], origins: readonly number[], dialect: Dialect, target: Target): string[] {
  const problems: Pick<Problem, 'rule' | 'severity' | 'pointer'>[] = validate(list, { dialect, target });
  const roles = list.map((entry) => (entry as Entry)?.role);
  const instruction = (role: unknown) => role === 'system' || (dialect === 'chat' && role === 'developer');
  const opening = roles.findIndex((role) => typeof role === 'string' && role.trim() !== '' && !instruction(role));
  if (opening >= 0 && roles[opening] !== 'user') {
    const pointer = `/${opening}`;
    const isSaid = problems.some((problem) => problem.severity === 'error' && problem.pointer === pointer);
    if (!isSaid) problems.push({ rule: 'first-message-not-user', severity: 'error', pointer });
  }
  const keys = problems
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, pointer }) => {
      const [, at = '', ...rest] = pointer.split('/');
      return `${rule} ${at === '' ? -1 : origins[Number(at)]} ${rest.join('/')}`;
    });
  return [...new Set(keys)];
}

/** The same figures of a replay. */
export function inShort({ length, start, dropped, tokens, trim: faults, input, problem }: PrefixReplay) {
  return {
    length,
    start,
    dropped,
    tokens,
    trim: faults
      .filter(({ severity }) => severity === 'error')
      .map(({ rule, entry }) => `${rule} ${entry}`)
      .sort(),
    input: [...input].sort(),
    problem: problem?.kind,
  };
}
