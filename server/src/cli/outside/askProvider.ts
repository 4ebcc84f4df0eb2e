import {
  estimateEntry,
  nodeAt,
  type PreparedConversation,
  type PrepareTextOptions,
  type PrepareTextResult,
  pointerOf,
  prepareDocument,
  type TranscriptDocument,
} from '../../core/index';
import { countingTargets, countWithProvider } from '../../host/countingEndpoint';
import type { Io } from '../io';
import { UsageError } from '../usage';

/** What the provider says of the request that a window makes. */
export interface Counted {
  readonly tokens: number;
  /** What the request may come to. */
  readonly allowed: number;
  readonly isOver: boolean;
  readonly calls: number;
}

/** Calls for one conversation: each costs a second. The ratio of the first answer is off by a few percent at most. */
const MOST_CALLS = 5;
/** Below this a correction changes nothing that anybody could want. */
const CLOSE = 0.01;

/** How one conversation stands while its window is looked for. */
interface Fit {
  /** What the estimate is multiplied by. */
  scale: number;
  calls: number;
  last: Counted | undefined;
  /** The largest window that fits so far: a smaller scale lets more in. */
  best: { readonly scale: number; readonly counted: Counted } | undefined;
  /** The largest scale whose window was over. */
  over: number;
  window: string;
  isSettled: boolean;
}

/**
 * Windows that fit by the provider's own count: found with the estimate, sent to be counted, and found again with the estimate
 * corrected by what came back, until the provider agrees. A few calls for each conversation.
 */
export async function fitToProvider(
  document: TranscriptDocument,
  options: PrepareTextOptions,
  env: Io['env'],
): Promise<PrepareTextResult & { readonly counted: ReadonlyMap<string, Counted> }> {
  const fits = new Map<string, Fit>();
  const estimator = `${options.estimator ?? 'estimate'} corrected by the provider`;
  const place = () => {
    return prepareDocument(document, { ...options, estimator, scale: (pointer) => fits.get(pointer)?.scale ?? 1 });
  };
  for (let placed = place(); ; placed = place()) {
    const { root } = placed.subject;
    for (const conversation of placed.conversations) {
      const fit = fits.get(conversation.pointer) ?? newFit();
      fits.set(conversation.pointer, fit);
      if (fit.isSettled) continue;
      const request = requestOf(document, conversation, root, options);
      const tokens = await countWithProvider(request.body, { target: request.target, model: request.model, env });
      correct(fit, conversation, tokens, request, options);
    }
    if ([...fits.values()].every(({ isSettled }) => isSettled)) break;
  }
  const counted = [...fits].flatMap(([pointer, { last }]) => (last === undefined ? [] : [[pointer, last] as const]));
  return { ...place(), counted: new Map(counted) };
}

function newFit(): Fit {
  return { scale: 1, calls: 0, last: undefined, best: undefined, over: 0, window: '', isSettled: false };
}

/** Takes the provider's answer for the window of the scale as it is, and sets the next scale or settles. */
function correct(
  fit: Fit,
  { window, isUnchanged }: PreparedConversation,
  tokens: number,
  { estimate, reserve }: Request,
  { budget, limit }: PrepareTextOptions,
): void {
  fit.calls++;
  const allowed = budget ?? (limit ?? 0) - reserve;
  const isOver = tokens > allowed;
  const ratio = estimate === 0 ? fit.scale : tokens / estimate;
  const key = `${window?.start} ${window?.dropped}`;
  const isSame = key === fit.window;
  fit.window = key;
  fit.last = { tokens, allowed, isOver, calls: fit.calls };
  const isLast = fit.calls >= MOST_CALLS;
  if (isUnchanged || window?.problem !== undefined) {
    // No window by this estimate: only one that counts less can find one.
    const isHopeful = isUnchanged && ratio < fit.scale * (1 - CLOSE) && !isLast;
    fit.scale = ratio;
    fit.isSettled = !isHopeful;
    return;
  }
  if (isOver) {
    fit.over = Math.max(fit.over, fit.scale);
    const next = Math.max(ratio, fit.scale * (1 + CLOSE));
    if (fit.best !== undefined) settle(fit, fit.best);
    else if (isLast) fit.isSettled = true;
    else fit.scale = next;
    return;
  }
  fit.best = { scale: fit.scale, counted: fit.last };
  const isWhole = window?.dropped === 0;
  const isWorthMore = ratio < fit.scale * (1 - CLOSE) && ratio > fit.over;
  if (isWhole || isSame || !isWorthMore || isLast) settle(fit, fit.best);
  else fit.scale = ratio;
}

function settle(fit: Fit, best: NonNullable<Fit['best']>): void {
  fit.scale = best.scale;
  fit.last = { ...best.counted, calls: fit.calls };
  fit.isSettled = true;
}

interface Request {
  readonly body: Readonly<Record<string, unknown>>;
  readonly target: (typeof countingTargets)[number];
  readonly model: string;
  /** What the estimate makes of the same. */
  readonly estimate: number;
  readonly reserve: number;
}

/** The request that a window makes: for a budget the messages alone, for a limit the whole body around them. */
function requestOf(
  document: TranscriptDocument,
  { pointer, window }: PreparedConversation,
  root: TranscriptDocument['root'],
  { limit, count = estimateEntry }: PrepareTextOptions,
): Request {
  const conversation = document.conversations.find(({ list }) => pointerOf(list) === pointer);
  if (conversation === undefined || root === undefined) throw new RangeError(`no conversation at ${pointer}`);
  const { target, dialect, model, body } = conversation;
  const at = pointer === '' ? '' : ` of ${pointer}`;
  if (!countingTargets.includes(target) || dialect.defaultTarget !== target) {
    throw new UsageError(
      `--ask-provider: no endpoint counts ${dialect.title} requests for ${target}, the target${at}; Anthropic's counts those of its own dialect`,
    );
  }
  if (model === undefined) throw new UsageError(`--ask-provider: the model${at} is not named; add --model`);
  const messages = nodeAt(root, pointer)?.value();
  const around = limit === undefined || body === undefined ? undefined : nodeAt(root, pointerOf(body))?.value();
  const request: Record<string, unknown> = isRecord(around) ? around : { messages };
  const parts = [...(Array.isArray(messages) ? messages : []), request.system, request.tools];
  const estimate = parts.reduce((sum: number, part) => sum + (part === undefined ? 0 : count(part)), 0);
  return { body: request, target, model, estimate, reserve: window?.terms?.reserve ?? 0 };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
