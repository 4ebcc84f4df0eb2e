import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  compareReplays,
  describePolicy,
  estimateEntry,
  type FileReport,
  type Finding,
  findingText,
  isReplayReport,
  jsonText,
  many,
  type ReplayComparison,
  type ReplayReport,
  type ResolvedConfig,
  replayHeadline,
  replayHtml,
  replayText,
  TranscriptDocument,
  visible,
} from '../core/index';
import { HostError } from '../host/types';
import { mediumOf } from './colour';
import { UNREADABLE } from './filter';
import type { ExitCode, Io } from './io';
import { isRecognised, type Opened, type OpenFile, piecesOf, reportOf } from './opened';
import { Progress } from './progress';
import { BuiltInReplay } from './replayBuiltIn';
import { ExecReplay } from './replayExec';
import type { ReplayCommandOptions } from './replayOptions';
import { countingOf, type PlainPolicy, partTally } from './replayPiece';
import { Session } from './session';
import { UsageError } from './usage';

/** Every prefix of the conversations through a trimming, and a report of what providers would refuse. */
export async function replay(paths: readonly string[], options: ReplayCommandOptions, io: Io): Promise<ExitCode> {
  refuseWrongUse(options);
  const baseline = await readBaseline(options, io);
  const run = new ReplayRun(options, io);
  const found = await run.over(paths.length === 0 ? ['.'] : paths);
  const comparison = baseline === undefined ? undefined : compareReplays(baseline, found);
  io.noteCode(exitCodeOf(found, baseline, options, run));
  await print(found, comparison, options, io);
  if (options.html !== undefined) {
    await writePage(options.html, replayHtml(found, { baseline, comparison }), run.session);
  }
  return exitCodeOf(found, baseline, options, run);
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

/** One run over some files. */
class ReplayRun {
  readonly session: Session;
  /** A file, or a row of one, could not be read. */
  hasBroken = false;
  private readonly options: ReplayCommandOptions;
  private readonly progress: Progress;
  private readonly tally = partTally();
  private readonly policies = new Set<string>();
  private readonly strange: string[] = [];
  private isStopped = false;

  constructor(options: ReplayCommandOptions, io: Io) {
    const { target, dialect, config, quiet } = options;
    const named = config === undefined ? undefined : resolve(io.cwd, config);
    this.options = options;
    this.session = new Session(io, { rules: {}, target, dialect, config: named });
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
    this.tally.isPartial ||= this.isStopped;
    const [policy = 'no window', ...more] = this.policies;
    const estimator = counting.estimator ?? 'estimate';
    return {
      ...this.tally.report(),
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
    const { progress, tally } = this;
    return {
      progress,
      isStopped: () => this.isStopped,
      join: (part: Parameters<typeof tally.join>[0]) => tally.join(part),
    };
  }

  private async openOne(file: Opened, add: (piece: OpenFile) => Promise<void>): Promise<void> {
    if (file.kind === 'unusable') {
      this.hasBroken = true;
      for (const finding of file.report.findings) await this.tellFinding(finding, file.report);
      return;
    }
    if (!isRecognised(file)) this.strange.push(file.candidate.shown);
    for await (const piece of piecesOf(file)) {
      if (this.isStopped) return;
      await this.tellBroken(piece);
      await add(this.withModel(piece));
    }
  }

  private withModel(piece: OpenFile): OpenFile {
    const { model } = this.options;
    const { document } = piece;
    if (model === undefined) return piece;
    return { ...piece, document: TranscriptDocument.open(document.text, { ...document.reading, model }) };
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
    for (const shown of this.strange) {
      await this.session.tell(`no conversation was recognised in ${visible(shown)}; --dialect NAME reads it as one`);
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
  { format, json, quiet }: ReplayCommandOptions,
  io: Io,
): Promise<void> {
  if (json || format === 'json') {
    await io.stdout.write(`${jsonText(comparison === undefined ? found : { ...found, comparison })}\n`);
    return;
  }
  const end = found.isPartial ? ' The run was stopped before its end.' : '';
  const text = quiet
    ? `${visible(replayHeadline(found))}${end}\n`
    : replayText(found, mediumOf(io.stdout, io.env), comparison);
  await io.stdout.write(text);
}

async function writePage(path: string, page: string, session: Session): Promise<void> {
  try {
    await writeFile(resolve(session.io.cwd, path), page);
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    await session.fail(`--html: ${visible(path)} could not be written: ${why}`);
  }
}

/** A baseline alone fails nothing, but more breaking than before does. */
function exitCodeOf(
  found: ReplayReport,
  baseline: ReplayReport | undefined,
  { failOn }: ReplayCommandOptions,
  { session, hasBroken }: ReplayRun,
): ExitCode {
  if (session.hasFailed) return 2;
  const isBroken = found.all.failing > 0;
  const isInputBroken = found.rules.some(({ blame }) => blame === 'input');
  const isWorse = baseline !== undefined && found.all.rate > baseline.all.rate;
  const isFailing = failOn === 'none' ? false : isBroken || (failOn === 'input' && isInputBroken);
  return isFailing || isWorse || hasBroken ? 1 : 0;
}
