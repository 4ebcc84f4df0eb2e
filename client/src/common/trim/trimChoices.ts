import type { TrimPreview } from '../../../../server/src/protocol/index';

/** The ways to trim that a person may choose from, as the server foresaw them. */
export interface TrimPreviews {
  readonly plain: readonly TrimPreview[];
  /** With the first user turn pinned. */
  readonly pinned: readonly TrimPreview[];
  /** With the smallest legal window where none fits. */
  readonly extended: readonly TrimPreview[];
}

/** One way to trim: what it does, and what the server is to be asked for. */
export interface TrimChoice {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  /** The entry that the first window would start at. */
  readonly at: TrimPreview['at'];
  readonly request: {
    readonly pinHead?: boolean;
    readonly onEmpty?: 'extend';
    readonly conversation?: string;
  };
}

/** Digits, with separators and a `k` for thousands as people write them; undefined for anything else. */
export function readBudget(written: string): number | undefined {
  const match = /^(\d[\d,_ ]{0,20}) ?(k?)$/i.exec(written.trim());
  if (match === null) return undefined;
  const budget = Number((match[1] ?? '').replace(/[,_ ]/g, '')) * (match[2] === '' ? 1 : 1000);
  return Number.isSafeInteger(budget) && budget > 0 ? budget : undefined;
}

/** What may be done, the plain way first; empty where everything fits. */
export function trimChoices({ plain, pinned, extended }: TrimPreviews): TrimChoice[] {
  const isOne = plain.length === 1;
  const choices = [
    choice(isOne ? 'Trim' : `Trim all ${plain.length} conversations`, plain, {}),
    choice('Trim, but keep the first user turn', differing(pinned, plain), { pinHead: true }),
    choice('Take the smallest legal window', hasNone(plain) ? extended : [], { onEmpty: 'extend' }),
    ...(isOne ? [] : plain.map((one) => choice(`Trim ${nameOf(one)} alone`, [one], { conversation: one.pointer }))),
  ];
  return choices.flatMap((one) => one ?? []);
}

/** Why nothing can be chosen, for a person. */
export function nothingToTrim({ plain }: TrimPreviews, budget: number): string {
  const stuck = plain.find(({ problem }) => problem !== undefined);
  if (plain.length === 0) return 'There is no conversation that can be trimmed: one with a syntax error cannot.';
  return stuck?.reason ?? `Everything fits ${amount(budget)} tokens.`;
}

function choice(
  label: string,
  previews: readonly TrimPreview[],
  request: TrimChoice['request'],
): TrimChoice | undefined {
  const dropped = sum(previews, (one) => one.dropped);
  if (dropped === 0) return undefined;
  const turns = sum(previews, (one) => one.entries);
  const before = sum(previews, (one) => one.tokensBefore);
  const after = sum(previews, (one) => one.tokens);
  const description = `drops ${amount(dropped)} of ${amount(turns)} turns, ${amount(before)} → ${amount(after)} tokens`;
  const [first] = previews;
  const left = previews.filter((one) => one.dropped === 0 && one.problem !== undefined).length;
  const untouched = left === 0 ? '' : `${left} without a legal window: left as it is`;
  const detail =
    previews.length === 1 && first !== undefined ? `Starts at entry ${first.start}. ${first.reason}` : untouched;
  const at = previews.find((one) => one.at !== undefined)?.at;
  return { label, description, detail, at, request };
}

/** What the variant changes is worth a choice of its own only where it gives something else. */
function differing(variant: readonly TrimPreview[], plain: readonly TrimPreview[]): readonly TrimPreview[] {
  const isSame = variant.every(({ dropped, problem }, at) => {
    return dropped === plain[at]?.dropped && problem?.kind === plain[at]?.problem?.kind;
  });
  return isSame ? [] : variant;
}

function hasNone(previews: readonly TrimPreview[]): boolean {
  return previews.some(({ problem }) => problem?.kind === 'no-legal-window');
}

function nameOf({ pointer }: TrimPreview): string {
  return pointer === '' ? 'the conversation' : pointer;
}

function sum(previews: readonly TrimPreview[], of: (one: TrimPreview) => number): number {
  return previews.reduce((total, one) => total + of(one), 0);
}

export function amount(count: number): string {
  return count.toLocaleString('en-US');
}
