import { type AnalyseOptions, replayableOf, type SummaryState, TranscriptDocument } from '../../core/index';
import { countingOf, type PlainPolicy, partSummary, replayPiece } from './replayPiece';

/** Some conversations of a text, for another thread. All of it is plain data. */
export interface ReplayTask {
  readonly text: string;
  readonly reading: AnalyseOptions;
  readonly path: string;
  readonly policy: PlainPolicy;
  /** Which of the conversations that can be replayed: from, to (not included). */
  readonly from: number;
  readonly to: number;
}

/** Another thread. Does one task at a time. */
export interface ReplayWorker {
  /** `onWindows`: so many more windows are done. */
  readonly run: (task: ReplayTask, onWindows: (count: number) => void) => Promise<SummaryState>;
  readonly end: () => void;
}

/** Starts threads; `stop` has all of them finish early. */
export interface ReplayWorkers {
  readonly start: () => ReplayWorker;
  readonly stop: () => void;
}

/** How often a thread tells how far it is. */
const TELLING_MS = 100;

/** What a thread does with a task. */
export async function runReplayTask(
  task: ReplayTask,
  isStopped: () => boolean,
  onWindows: (count: number) => void,
): Promise<SummaryState> {
  const { text, reading, path, from, to } = task;
  const { encodingName, ...policy } = task.policy;
  const counting = await countingOf(encodingName);
  const document = TranscriptDocument.open(text, reading);
  const conversations = replayableOf(document).conversations.slice(from, to);
  const summary = partSummary();
  let windows = 0;
  let told = performance.now();
  for (const _ of replayPiece(document, path, conversations, { ...policy, ...counting }, summary)) {
    windows++;
    if (isStopped()) {
      summary.isPartial = true;
      break;
    }
    const now = performance.now();
    if (now - told < TELLING_MS) continue;
    told = now;
    onWindows(windows);
    windows = 0;
  }
  onWindows(windows);
  return summary.state();
}
