import {
  type CountEntry,
  documentFaults,
  PrefixJudge,
  type ReplayableConversation,
  replayableOf,
  replayedConversation,
  type SummaryState,
  type TranscriptDocument,
  visible,
} from '../../core/index';
import { LineProcess } from '../../host/lineProcess';
import type { OpenFile } from '../files/opened';
import type { Progress } from '../output/progress';
import { UsageError } from '../usage';
import { ErrorText } from './errorText';
import { InOrder } from './inOrder';
import { partSummary } from './replayPiece';
import { Trimmer } from './replayTrimmer';

/** So often the command is started again for one conversation; then the rest of it is left. */
const MOST_RESTARTS = 5;
/** After so many conversations without a word from the command nobody waits for more. */
const MOST_SILENT = 3;

export interface ExecSetting {
  readonly command: string;
  readonly cwd: string;
  readonly jobs: number;
  readonly timeoutMs: number;
  readonly count: CountEntry;
  readonly progress: Progress;
  readonly isStopped: () => boolean;
  readonly join: (part: SummaryState) => void;
}

interface Result {
  readonly state: SummaryState;
  /** The command gave a line for it, whatever stood in it. */
  readonly hasSpoken: boolean;
  /** How it failed last. */
  readonly last: string;
}

/** Replays conversations through the user's own trimming code: as many processes as are asked for, each working on one conversation. */
export class ExecReplay {
  private readonly setting: ExecSetting;
  private readonly errors: ErrorText;
  private readonly results: InOrder<Result>;
  private readonly trimmers: Trimmer[] = [];
  private readonly idle: Trimmer[] = [];
  private readonly running = new Set<Promise<void>>();
  private silent = 0;
  private hasSpoken = false;
  private lastSilence = '';
  private failure: { readonly error: unknown } | undefined;

  constructor(setting: ExecSetting) {
    this.setting = setting;
    this.errors = new ErrorText(
      (text) => void setting.progress.write(text),
      () => this.trimmers.every(({ lines }) => lines === 0),
    );
    this.results = new InOrder((result) => this.take(result));
  }

  /** Resolves when more may come. */
  async add({ document, candidate }: OpenFile): Promise<void> {
    const { progress, isStopped } = this.setting;
    const { conversations } = replayableOf(document);
    progress.expect(
      conversations.reduce((sum, { conversation }) => sum + conversation.messages.length, 0),
      candidate.shown,
    );
    for (const conversation of conversations) {
      const trimmer = await this.freeTrimmer();
      if (isStopped()) return;
      const settle = this.results.announce();
      const run = this.replay(document, candidate.shown, conversation, trimmer)
        .then(settle)
        .catch((error: unknown) => {
          this.failure ??= { error };
        })
        .finally(() => {
          this.running.delete(run);
          this.idle.push(trimmer);
        });
      this.running.add(run);
    }
  }

  /** Waits for what is on its way, and has the processes end. Gives how many lines they printed that answer nothing. */
  async finish(): Promise<number> {
    await Promise.all(this.running);
    const lines = await Promise.all(this.trimmers.map((trimmer) => trimmer.end()));
    this.errors.flush();
    if (this.failure !== undefined) throw this.failure.error;
    if (this.silent > 0 && !this.hasSpoken && !this.setting.isStopped()) throw this.neverAnswered();
    return lines.reduce((sum, count) => sum + count, 0);
  }

  /** Ends the processes at once. */
  stop(): void {
    for (const trimmer of this.trimmers) trimmer.stop();
  }

  private async freeTrimmer(): Promise<Trimmer> {
    for (;;) {
      if (this.failure !== undefined) {
        this.stop();
        throw this.failure.error;
      }
      const idle = this.idle.pop();
      if (idle !== undefined) return idle;
      const { command, cwd, jobs, timeoutMs } = this.setting;
      if (this.trimmers.length < jobs) {
        const start = () => new LineProcess(command, cwd, (text) => this.errors.add(text));
        const trimmer = new Trimmer(start, timeoutMs);
        this.trimmers.push(trimmer);
        return trimmer;
      }
      await Promise.race(this.running);
    }
  }

  private async replay(
    document: TranscriptDocument,
    path: string,
    { conversation, pointer }: ReplayableConversation,
    trimmer: Trimmer,
  ): Promise<Result> {
    const judge = new PrefixJudge(conversation, document.config, this.setting.count);
    const summary = partSummary();
    const entry = summary.open(
      replayedConversation(path, pointer, conversation, documentFaults(document, conversation)),
    );
    const { restarts, lines } = trimmer;
    let last = '';
    for (const length of judge.lengths) {
      const answer = await trimmer.ask(judge.prefixText(length));
      if (answer === undefined) {
        summary.isPartial = true;
        break;
      }
      if ('failure' in answer) last = answer.failure.message;
      entry.add(judge.judge(length, answer), judge.explain);
      this.setting.progress.advance(1);
      if (trimmer.restarts - restarts < MOST_RESTARTS) continue;
      if (length === judge.lengths.at(-1)) break;
      const message = `the command had to be started again ${MOST_RESTARTS} times, so the rest was left. ${last}`;
      summary.giveUp({ path, pointer, length, of: judge.lengths.at(-1) ?? length, message });
      break;
    }
    entry.close();
    return { state: summary.state(), hasSpoken: trimmer.lines > lines, last };
  }

  private take({ state, hasSpoken, last }: Result): void {
    this.setting.join(state);
    this.hasSpoken ||= hasSpoken;
    if (hasSpoken || state.counts.failing === 0) return;
    this.silent++;
    this.lastSilence = last;
    if (this.silent >= MOST_SILENT && !this.hasSpoken) this.failure ??= { error: this.neverAnswered() };
  }

  private neverAnswered(): UsageError {
    return new UsageError(
      `--exec: ${JSON.stringify(visible(this.setting.command))} never answered. ${visible(this.lastSilence)}`,
    );
  }
}
