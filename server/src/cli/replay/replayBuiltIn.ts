import { type BuiltInPolicy, type ReplayableConversation, replayableOf, type SummaryState } from '../../core/index';
import type { OpenFile } from '../files/opened';
import type { Progress } from '../output/progress';
import { InOrder } from './inOrder';
import { type PlainPolicy, partSummary, replayPiece } from './replayPiece';
import type { ReplayWorker, ReplayWorkers } from './replayWorker';

/** Starting threads pays off for more text than this. */
const LARGE = 2 * 1024 * 1024;
/** A document with more text than this is shared out by its conversations. */
const SHARED_OUT = 256 * 1024;
/** How long this thread may be deaf to signals. */
const SLICE_MS = 30;

export interface BuiltInSetting {
  readonly jobs: number;
  readonly counting: Pick<BuiltInPolicy, 'count' | 'estimator'>;
  readonly workers: ReplayWorkers | undefined;
  readonly progress: Progress;
  readonly isStopped: () => boolean;
  readonly join: (part: SummaryState) => void;
}

/** Replays pieces of files through built-in windows: on this thread, and once there is much of it on as many as are asked for. */
export class BuiltInReplay {
  private readonly setting: BuiltInSetting;
  private readonly results: InOrder<SummaryState>;
  private readonly started: ReplayWorker[] = [];
  private readonly idle: ReplayWorker[] = [];
  private readonly running = new Set<Promise<void>>();
  private seen = 0;
  private failure: { readonly error: unknown } | undefined;

  constructor(setting: BuiltInSetting) {
    this.setting = setting;
    this.results = new InOrder(setting.join);
  }

  /** Resolves when more may come. */
  async add(piece: OpenFile, policy: PlainPolicy): Promise<void> {
    const { jobs, workers, progress } = this.setting;
    const { document, candidate } = piece;
    const { conversations } = replayableOf(document);
    if (conversations.length === 0) return;
    progress.expect(messagesOf(conversations), candidate.shown);
    this.seen += document.text.length;
    if (workers === undefined || jobs === 1 || this.seen < LARGE) {
      await this.runHere(piece, conversations, policy);
      return;
    }
    const parts = document.text.length < SHARED_OUT ? 1 : jobs;
    for (const { from, to } of sharesOf(conversations, parts)) {
      const worker = await this.freeWorker(workers);
      if (this.setting.isStopped()) return;
      const task = { text: document.text, reading: document.reading, path: candidate.shown, policy, from, to };
      const settle = this.results.announce();
      const run = worker
        .run(task, (windows) => progress.advance(windows))
        .then(settle, (error: unknown) => {
          this.failure ??= { error };
        })
        .finally(() => {
          this.running.delete(run);
          this.idle.push(worker);
        });
      this.running.add(run);
    }
  }

  /** Waits for what is on its way. */
  async finish(): Promise<void> {
    await Promise.all(this.running);
    if (this.failure !== undefined) throw this.failure.error;
  }

  /** Ends the threads, whatever they are doing. */
  end(): void {
    for (const worker of this.started) worker.end();
  }

  private async freeWorker(workers: ReplayWorkers): Promise<ReplayWorker> {
    for (;;) {
      if (this.failure !== undefined) throw this.failure.error;
      const worker = this.idle.pop();
      if (worker !== undefined) return worker;
      if (this.started.length < this.setting.jobs) {
        const fresh = workers.start();
        this.started.push(fresh);
        return fresh;
      }
      await Promise.race(this.running);
    }
  }

  private async runHere(
    { document, candidate }: OpenFile,
    conversations: readonly ReplayableConversation[],
    { encodingName: _, ...policy }: PlainPolicy,
  ): Promise<void> {
    const { counting, progress, isStopped } = this.setting;
    const settle = this.results.announce();
    const summary = partSummary();
    let until = performance.now() + SLICE_MS;
    const run = replayPiece(document, candidate.shown, conversations, { ...policy, ...counting }, summary);
    for (const _window of run) {
      progress.advance(1);
      if (performance.now() < until) continue;
      await new Promise((resolve) => setImmediate(resolve));
      until = performance.now() + SLICE_MS;
      if (!isStopped()) continue;
      summary.isPartial = true;
      break;
    }
    settle(summary.state());
  }
}

function messagesOf(conversations: readonly ReplayableConversation[]): number {
  return conversations.reduce((sum, { conversation }) => sum + conversation.messages.length, 0);
}

/** Neighbouring conversations, in so many parts of about the same work. */
function sharesOf(
  conversations: readonly ReplayableConversation[],
  parts: number,
): readonly { readonly from: number; readonly to: number }[] {
  const each = messagesOf(conversations) / parts;
  const shares: { from: number; to: number }[] = [];
  let from = 0;
  let messages = 0;
  for (const [index, { conversation }] of conversations.entries()) {
    messages += conversation.messages.length;
    if (messages < each * (shares.length + 1) && index < conversations.length - 1) continue;
    shares.push({ from, to: index + 1 });
    from = index + 1;
  }
  return shares;
}
