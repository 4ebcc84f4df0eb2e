import {
  type Analysis,
  type TextWindow,
  type TrimTextOptions,
  type WindowReport,
  type WindowSettings,
  windowsOf,
} from '../../core/index';
import type { TrimPreview, TrimRequest } from '../../protocol/index';
import type { OpenDocument } from '../openDocument';
import { counted } from './wholeFile';

/** The window that is configured for a document; undefined where nobody said how large one is. */
export function configuredWindow({ config }: OpenDocument): WindowSettings | undefined {
  const { window } = config ?? {};
  return window !== undefined && isSized(window) ? window : undefined;
}

const placed = new WeakMap<Analysis, readonly TextWindow[]>();

/** The configured window of each conversation; once for each state of the text. */
export function configuredWindows(document: OpenDocument): readonly TextWindow[] {
  const configured = configuredWindow(document);
  if (configured === undefined) return [];
  const analysis = document.analysis();
  let windows = placed.get(analysis);
  if (windows === undefined) {
    windows = windowsOf(document.transcript, configured);
    placed.set(analysis, windows);
  }
  return windows;
}

/** Undefined where neither the request nor the configuration says how large the window is. */
export function windowFor(document: OpenDocument, request: TrimRequest): TrimTextOptions | undefined {
  const configured = document.config?.window ?? {};
  const sized = isSized(request) ? request : configured;
  if (!isSized(sized)) return undefined;
  const { budget, limit, reserve, last } = sized;
  const { pinHead = configured.pinHead, step = configured.step, conversation, onEmpty } = request;
  return { budget, limit, reserve, last, pinHead, step, conversation, onEmpty };
}

export function previewOf(
  document: OpenDocument,
  { pointer, window, tokensBefore, start: place }: TextWindow,
): TrimPreview {
  const { dropped, start, tokens, budget, reason, problem } = window;
  const unit: TrimPreview['unit'] = window.estimator === 'entries' ? 'entries' : 'tokens';
  const at = place === undefined ? {} : { at: document.positionAt(place.start) };
  const report = {
    ...at,
    pointer,
    unit,
    entries: entriesOf(window),
    dropped,
    start,
    tokensBefore,
    tokens,
    budget,
    reason,
  };
  return problem === undefined ? report : { ...report, problem };
}

/** "window of 8,000 tokens", "window of 8 entries". */
export function sizeText({ budget, estimator }: WindowReport): string {
  return `window of ${budget.toLocaleString('en-US')} ${estimator === 'entries' ? 'entries' : 'tokens'}`;
}

/** "drops 23 of 40 turns"; empty where nothing goes. */
export function dropText(windows: readonly TextWindow[]): string {
  const dropped = windows.reduce((sum, { window }) => sum + window.dropped, 0);
  const all = windows.reduce((sum, { window }) => sum + entriesOf(window), 0);
  return dropped === 0 ? '' : `drops ${dropped} of ${counted(all, 'turn')}`;
}

function entriesOf({ entries }: WindowReport): number {
  return entries.filter(({ fate }) => fate !== 'instructions').length;
}

function isSized({ budget, limit, last }: WindowSettings): boolean {
  return budget !== undefined || limit !== undefined || last !== undefined;
}
