import { type DialectOption, destinations, dialectOf, dialects, type SourceName, sessionLogs } from '../dialects/index';
import type { Destination } from '../dialects/types';
import type { Target } from '../model/types';
import type { ConversionSettings } from '../passes/convertTypes';
import { profileOf, takes, targetIds } from '../targets/index';
import { nearest } from '../text/nearest';
import type { SystemPlacement } from '../transfer/types';
import { aBoolean, aString, checkOptions, oneOf } from './checkOptions';

export interface ConvertOptions {
  /** What the document is read as; by default what is found in it. */
  readonly from?: SourceName | undefined;
  /** The dialect, or a provider that takes just one: that dialect, checked as the provider does. */
  readonly to: DialectOption | Target;
  /** The model that the new request is for; also decides what the provider accepts. */
  readonly model?: string | undefined;
  /** Who must accept the result; by default the dialect's own provider, or the one that the model names. */
  readonly target?: Target | undefined;
  /** Rewrite ids that the target does not take, on call and result. */
  readonly rewriteIds?: boolean | undefined;
  /** Where instructions go that stand behind another message. */
  readonly system?: SystemPlacement | undefined;
  /** Apply the four rules of normalization first, so that each call has its result. */
  readonly normalize?: boolean | undefined;
  /** Take any loss for a failure. */
  readonly strict?: boolean | undefined;
  /** Of a session log: the row that the conversation ends with; by default the one that was written last. */
  readonly branch?: string | undefined;
}

/** What `from` may name. */
export const sourceDialects: readonly string[] = [
  ...dialects.filter(({ transfer }) => transfer !== undefined).map(({ id }) => String(id)),
  ...sessionLogs.map(({ id }) => id),
];
export const systemPlacements: readonly SystemPlacement[] = ['front', 'in-place', 'as-user'];
/** What `to` may name. `strict` is everybody, who speaks no dialect; a target is among them if it stands for just one. */
export const convertTargets: readonly string[] = [
  ...destinations.map(({ id }) => String(id)),
  ...targetIds.filter((id) => id !== 'strict' && typeof standsFor(id) === 'object'),
];

/** Who takes a dialect. */
export function targetsOf(dialect: DialectOption): readonly Target[] {
  return targetIds.filter((id) => takes(profileOf(id), dialectOf(dialect)));
}

const CHECKS = {
  from: oneOf(sourceDialects),
  to: destination,
  model: aString,
  target: oneOf(targetIds),
  rewriteIds: aBoolean,
  system: oneOf(systemPlacements),
  normalize: aBoolean,
  strict: aBoolean,
  branch: aString,
};

/** Wrong use is a `TypeError` that names the option. */
export function checkConvertOptions(options: ConvertOptions): void {
  checkOptions('convert', options, CHECKS);
  // A misspelt option would be one that was not asked for, and what it costs shows only in the result.
  const odd = Object.keys(options).find((name) => !Object.hasOwn(CHECKS, name));
  if (odd !== undefined) {
    const meant = nearest(odd, Object.keys(CHECKS));
    throw new TypeError(`convert: "${odd}" is no option${meant === undefined ? '' : `. Did you mean "${meant}"?`}`);
  }
  if (options.to === undefined) throw new TypeError('convert: "to" is missing');
  const { dialect } = destinationOf(options);
  if (options.target !== undefined && !takes(profileOf(options.target), dialect)) {
    throw new TypeError(`convert: "target" ${JSON.stringify(options.target)} does not take the dialect ${dialect.id}`);
  }
}

/** The dialect that is written, and the target where one was named. */
export function destinationOf({ to, target }: ConvertOptions): { dialect: Destination; target: Target | undefined } {
  const dialect = destinations.find(({ id }) => id === to);
  if (dialect !== undefined) return { dialect, target };
  const named = standsFor(to as Target);
  if (typeof named === 'string') throw new TypeError(`convert: "to" ${named}`);
  return { dialect: named.dialect, target: target ?? (to as Target) };
}

/** The one dialect that a target stands for, or why it stands for none: a document in another shape is no help to anybody. */
function standsFor(target: Target): { readonly dialect: Destination } | string {
  const { dialects: taken, unwrittenDialect } = profileOf(target);
  const written = destinations.filter(({ id }) => taken.some((name) => name === String(id)));
  const names = written.map(({ id }) => String(id));
  const unwritten = [
    ...taken.filter((name) => !names.includes(name)),
    ...(unwrittenDialect === undefined ? [] : [unwrittenDialect]),
  ];
  const [dialect, ...more] = written;
  if (dialect !== undefined && more.length === 0 && unwritten.length === 0) return { dialect };
  const known = [...unwritten.map((name) => `${name} (which nothing here writes yet)`), ...names];
  const choices = names.map((name) => `"${name}"`).join(' or ');
  const name = JSON.stringify(target);
  return `${name} does not say which dialect is meant: ${known.join(' or ')}. Name the dialect (${choices}), and ${name} as "target"`;
}

function destination(value: unknown): string | undefined {
  const known = oneOf(convertTargets)(value);
  const target = targetIds.find((id) => id !== 'strict' && id === value);
  const said = known === undefined || target === undefined ? known : standsFor(target);
  return typeof said === 'string' ? said : undefined;
}

/** What is asked for, with its defaults. Wrong use is a `TypeError` that names the option. */
export function conversionSettings(options: ConvertOptions): ConversionSettings {
  checkConvertOptions(options);
  const { from, model, rewriteIds = false, system, normalize = false, strict = false, branch } = options;
  const { dialect, target } = destinationOf(options);
  return { from, to: dialect, target, model, rewriteIds, system, normalizes: normalize, isStrict: strict, branch };
}
