import { resolve } from 'node:path';
import {
  compareReplays,
  describePolicy,
  estimateEntry,
  extentOf,
  type FileReport,
  type Finding,
  findingText,
  inputText,
  isReplayReport,
  jsonText,
  many,
  notCheckedText,
  notReplayed,
  percentText,
  type ReplayComparison,
  type ReplayReport,
  type ResolvedConfig,
  replayHeadline,
  replayHtml,
  replayText,
  type SessionLog,
  visible,
} from '../../core/index';
import { HostError } from '../../host/types';
import { isRecognised, type Opened, type OpenFile, piecesOf, reportOf } from '../files/opened';
import { Session } from '../files/session';
import type { ExitCode, Io } from '../io';
import { mediumOf } from '../output/colour';
import { UNREADABLE } from '../output/filter';
import { Progress } from '../output/progress';
import { notRecognised } from '../output/strangers';
import { BuiltInReplay } from '../replay/replayBuiltIn';
import { ExecReplay } from '../replay/replayExec';
import type { ReplayCommandOptions } from '../replay/replayOptions';
import { refuseOverwriting, TO_OUTPUT, writePage } from '../replay/replayPage';
import { countingOf, type PlainPolicy, partSummary } from '../replay/replayPiece';
import { UsageError } from '../usage';

/** Every prefix of the conversations through a trimming, and a report of what providers would refuse. */
export async function replay(paths: readonly string[], options: ReplayCommandOptions, io: Io): Promise<ExitCode> {
  refuseWrongUse(options);
  const run = new ReplayRun(options, io);
  const named = paths.length === 0 ? ['.'] : paths;
  await refuseOverwriting(options, named, run.session);
  const baseline = await readBaseline(options, io);
  const found = await run.over(named);
  const comparison = baseline === undefined ? undefined : compareReplays(baseline, found);
  const reasons = reasonsOf(found, baseline, options, run);
  const codeNow = (): ExitCode => (run.session.hasFailed ? 2 : reasons.length > 0 ? 1 : 0);
  io.noteCode(codeNow());
  const { html } = options;
  const page = html === undefined ? '' : replayHtml(found, { baseline, comparison });
  if (html === TO_OUTPUT) await io.stdout.write(page);
  else await print(found, comparison, reasons, options, io);
  if (html !== undefined && html !== TO_OUTPUT) await writePage(html, page, run.session);
  return codeNow();
}

function refuseWrongUse({ reserve, limit, exec, budget, last, pinHead, step, onEmpty }: ReplayCommandOptions): void {
  if (reserve !== undefined && limit === undefined) {
    throw new UsageError('--reserve goes off --limit; a --budget is what is left already');
  }
  if (last !== undefined && (pinHead || step !== undefined || onEmpty !== undefined)) {
    throw new UsageError('--last is the naive window: the last entries and nothing else');
  }
  if (exec?.trim() === '' && budget === undefined) throw new UsageError('--exec needs a command');
}

/** A named file without a conversation. */
interface Stranger {
  readonly shown: string;
  log?: SessionLog | undefined;
}

/** One run over some files. */
class ReplayRun {
  readonly session: Session;
  /** A file, or a row of one, could not be read. */
  hasBroken = false;
  private readonly options: ReplayCommandOptions;
  private readonly progress: Progress;
  private readonly summary = partSummary();
  private readonly policies = new Set<string>();
  private readonly strange: Stranger[] = [];
  private isStopped = false;

  constructor(options: ReplayCommandOptions, io: Io) {
    const { target, dialect, model, config, quiet } = options;
    const named = config === undefined ? undefined : resolve(io.cwd, config);
    this.options = options;
    this.session = new Session(io, { rules: {}, target, dialect, model, config: named });
    this.progress = new Progress(io, quiet);
  }

  async over(paths: readonly string[]): Promise<ReplayReport> {
    const { exec, encoding, target } = this.options;
    const counting = await countingOf(encoding);
    const work = exec === undefined ? this.builtIn(counting) : this.own(exec, counting.count ?? estimateEntry);
    const free = this.session.io.onInterrupt?.(() => {
      this.isStopped = true;
      work.stop();
    });
    try {
      for await (const file of this.session.open(paths, this.options.stdinFilename)) {
        if (this.isStopped) break;
        await this.openOne(file, work.add);
      }
      await work.finish();
    } finally {
      work.end();
      free?.();
      await this.progress.clear();
    }
    await this.tellStrangers();
    this.summary.isPartial ||= this.isStopped;
    const [policy = 'no window', ...more] = this.policies;
    const estimator = counting.estimator ?? 'estimate';
    return {
      ...this.summary.report(),
      policy: more.length === 0 ? policy : 'the configured windows',
      target: target ?? 'auto',
      estimator,
    };
  }

  private builtIn(counting: Awaited<ReturnType<typeof countingOf>>) {
    const { jobs } = this.options;
    const workers = this.session.io.replayWorkers?.();
    const work = new BuiltInReplay({ ...this.setting(), jobs, counting, workers });
    return {
      add: (piece: OpenFile) => {
        const policy = policyOf(this.options, piece.document.config);
        this.policies.add(describePolicy(policy));
        return work.add(piece, policy);
      },
      finish: () => work.finish(),
      stop: () => workers?.stop(),
      end: () => work.end(),
    };
  }

  private own(command: string, count: typeof estimateEntry) {
    const { jobs, timeout } = this.options;
    const { cwd } = this.session.io;
    this.policies.add(command);
    const work = new ExecReplay({ ...this.setting(), command, cwd, jobs, timeoutMs: timeout, count });
    return {
      add: (piece: OpenFile) => work.add(piece),
      finish: async () => {
        const idle = await work.finish();
        if (idle > 0)
          await this.session.tell(`--exec: the command printed ${many(idle, 'line')} more than it was asked for`);
      },
      stop: () => work.stop(),
      end: () => work.stop(),
    };
  }

  private setting() {
    const { progress, summary } = this;
    return {
      progress,
      isStopped: () => this.isStopped,
      join: (part: Parameters<typeof summary.join>[0]) => summary.join(part),
    };
  }

  private async openOne(file: Opened, add: (piece: OpenFile) => Promise<void>): Promise<void> {
    if (file.kind === 'unusable') {
      this.hasBroken = true;
      for (const finding of file.report.findings) await this.tellFinding(finding, file.report);
      const { path, coverage } = file.report;
      for (const { pointer, line, reason, message } of coverage.notChecked)
        this.summary.leaveUnchecked({ path, pointer, line, reason, message });
      return;
    }
    const stranger: Stranger | undefined = isRecognised(file) ? undefined : { shown: file.candidate.shown };
    if (stranger !== undefined) this.strange.push(stranger);
    for await (const piece of piecesOf(file)) {
      if (stranger !== undefined) stranger.log ??= piece.document.sessionLog;
      if (this.isStopped) return;
      await this.tellBroken(piece);
      for (const part of notReplayed(piece.analysis, file.candidate.shown)) this.summary.leaveUnchecked(part);
      await add(piece);
    }
  }

  private async tellBroken(piece: OpenFile): Promise<void> {
    const broken = piece.analysis.findings.filter(({ rule }) => UNREADABLE.has(rule));
    if (broken.length === 0) return;
    this.hasBroken = true;
    const report = reportOf(piece);
    for (const finding of broken) await this.tellFinding(finding, report);
  }

  private async tellFinding(finding: Finding, report: FileReport): Promise<void> {
    await this.progress.write(`${findingText(finding, report, this.session.errors)}\n`);
  }

  /** Silence about a file that was named would pass for approval. */
  private async tellStrangers(): Promise<void> {
    for (const { shown, log } of this.strange) {
      await this.session.tell(notRecognised(visible(shown), log));
    }
  }
}

/** What the command line asks for, or else the configuration. */
function policyOf(options: ReplayCommandOptions, { window = {} }: Pick<ResolvedConfig, 'window'>): PlainPolicy {
  const { budget, limit, reserve, last, pinHead, step, onEmpty, encoding } = options;
  const encodingName = encoding;
  if (last !== undefined) return { last, encodingName };
  const isSized = budget !== undefined || limit !== undefined;
  const size = isSized
    ? { budget, limit, reserve }
    : { budget: window.budget, limit: window.limit, reserve: window.reserve, last: window.last };
  if (size.budget === undefined && size.limit === undefined && size.last === undefined) {
    throw new UsageError('say what to replay: --budget, --limit, --last or --exec');
  }
  if (size.last !== undefined) return { last: size.last, encodingName };
  if (size.budget === undefined && (size.reserve ?? 0) >= (size.limit ?? Number.POSITIVE_INFINITY)) {
    const { limit: all, reserve: kept } = size;
    throw new UsageError(`a limit of ${all} tokens less a reserve of ${kept} leaves nothing for any window`);
  }
  return { ...size, pinHead: pinHead ?? window.pinHead, step: step ?? window.step, onEmpty, encodingName };
}

async function readBaseline({ baseline }: ReplayCommandOptions, io: Io): Promise<ReplayReport | undefined> {
  if (baseline === undefined) return undefined;
  const shown = visible(baseline);
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(await io.host.readFile(resolve(io.cwd, baseline))).toString('utf8'));
  } catch (error) {
    if (error instanceof HostError) throw new UsageError(`--baseline: ${shown} ${error.message}`);
    if (error instanceof SyntaxError) throw new UsageError(`--baseline: ${shown} is not JSON`);
    throw error;
  }
  if (!isReplayReport(value)) throw new UsageError(`--baseline: ${shown} is no report of \`replay --json\``);
  return value;
}

async function print(
  found: ReplayReport,
  comparison: ReplayComparison | undefined,
  reasons: readonly string[],
  { format, json, quiet }: ReplayCommandOptions,
  io: Io,
): Promise<void> {
  if (json || format === 'json') {
    await io.stdout.write(`${jsonText(comparison === undefined ? found : { ...found, comparison })}\n`);
    return;
  }
  const headline = replayHeadline(found);
  const stopped = found.isPartial ? ['The run was stopped before its end.'] : [];
  const more = [inputText(found), notCheckedText(found)].flatMap((said) => said ?? []);
  const line = [headline, ...more, ...reasons.filter((reason) => reason !== headline), ...stopped].join(' ');
  const text = quiet ? `${visible(line)}\n` : replayText(found, mediumOf(io.stdout, io.env), comparison);
  await io.stdout.write(text);
}

/** Why the run fails, each as a sentence. Against a baseline it fails only where more breaks than before, and what has not been read has passed nothing. */
function reasonsOf(
  found: ReplayReport,
  baseline: ReplayReport | undefined,
  { failOn }: ReplayCommandOptions,
  { hasBroken }: ReplayRun,
): readonly string[] {
  const { rate, failing } = found.all;
  const before = baseline?.all.rate;
  const input = found.rules.filter(({ blame }) => blame === 'input');
  const isUnder = before === undefined && failOn !== 'none';
  return [
    ...(isUnder && failing > 0 ? [replayHeadline(found)] : []),
    ...(isUnder && failOn === 'input' && input.length > 0
      ? [`Broken before it was trimmed: ${input.map((rule) => `${rule.rule} (${extentOf(rule)})`).join(', ')}.`]
      : isUnder && failOn === 'input'
        ? [inputText(found) ?? []].flat()
        : []),
    ...(before !== undefined && rate > before
      ? [`More than in the baseline: ${percentText(before)} → ${percentText(rate)}.`]
      : []),
    ...(hasBroken ? ['Some of the input could not be read.'] : []),
  ];
}
