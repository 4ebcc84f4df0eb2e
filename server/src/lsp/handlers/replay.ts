import { type CancellationToken, LSPErrorCodes, RequestType, ResponseError } from 'vscode-languageserver';
import {
  type BuiltInPolicy,
  type Conversation,
  describePolicy,
  documentFaults,
  explainFailures,
  mayBeTranscript,
  nodeAt,
  notReplayed,
  type PrefixReplay,
  ReplaySummary,
  rangeOf,
  replayableOf,
  replayConversation,
  replayedConversation,
  TranscriptDocument,
  type WindowSettings,
} from '../../core/index';
import { type FailurePlace, REPLAY, type ReplayAnswer, type ReplayParams } from '../../protocol/index';
import type { ServerEnvironment } from '../environment';
import { Progress } from '../progress';
import type { Session } from '../session';
import { Slices } from '../slices';

export const ReplayRequest = new RequestType<ReplayParams, ReplayAnswer, void>(REPLAY);

/**
 * Every prefix of conversations through a window (docs/design/windows.md, "Replay"), in slices between which the server answers
 * everybody else.
 */
export async function replayWindows(
  session: Session,
  environment: ServerEnvironment,
  params: ReplayParams,
  token: CancellationToken,
): Promise<ReplayAnswer> {
  const progress = new Progress(session, params.workDoneToken, 'Replaying windows');
  try {
    const run = new ReplayRun(session, new Slices(environment, token), progress, params);
    for (const [at, { uri, name }] of params.files.entries()) {
      await run.add(uri, name, at, await textOf(session, environment, uri));
    }
    return run.answer();
  } finally {
    progress.end();
  }
}

interface FileText {
  readonly text: string;
  readonly languageId: string | undefined;
  /** Undefined for a file that is not open. */
  readonly version: number | undefined;
}

async function textOf(session: Session, environment: ServerEnvironment, uri: string): Promise<FileText | undefined> {
  const document = await session.ready(uri);
  if (document !== undefined) {
    const { text, languageId, version } = document; // as they are now; the document goes on
    return { text, languageId, version };
  }
  const text = await environment.readText(uri);
  return text === undefined ? undefined : { text, languageId: undefined, version: undefined };
}

class ReplayRun {
  private readonly session: Session;
  private readonly slices: Slices;
  private readonly progress: Progress;
  private readonly params: ReplayParams;
  private readonly summary = new ReplaySummary({ policy: '', target: 'auto', estimator: 'estimate' });
  private readonly policies = new Set<string>();
  private readonly places = new Map<string, FailurePlace>();
  private readonly faultPlaces = new Map<string, FailurePlace>();
  private readonly counts = { files: 0, broken: 0, unread: 0 };

  constructor(session: Session, slices: Slices, progress: Progress, params: ReplayParams) {
    this.session = session;
    this.slices = slices;
    this.progress = progress;
    this.params = params;
  }

  async add(uri: string, name: string, at: number, file: FileText | undefined): Promise<void> {
    const { isNamed = false, files } = this.params;
    if (this.slices.isOver) await this.slices.breathe();
    if (file === undefined) {
      this.counts.unread++;
      return;
    }
    if (!isNamed && !mayBeTranscript(file.text, uri)) return;
    const config = await this.session.settings.of(uri);
    if (this.session.documents.get(uri) === undefined) this.session.settings.release(uri);
    const { text, languageId } = file;
    // A reading of its own: what is typed meanwhile changes the open document, not this one.
    const document = TranscriptDocument.open(text, { uri, languageId, config, isNamed });
    for (const part of notReplayed(document.analysis(), name)) this.summary.leaveUnchecked(part);
    const { conversations, broken } = replayableOf(document);
    this.counts.broken += broken;
    if (conversations.length === 0) return;
    const policy = policyOf(this.params.window, config.window);
    if (policy === undefined) {
      this.counts.unread++;
      return;
    }
    this.counts.files++;
    this.policies.add(describePolicy(policy));
    const all = conversations.reduce((sum, { conversation }) => sum + conversation.messages.length, 0);
    let done = 0;
    for (const { conversation, pointer } of conversations) {
      for (const _prefix of this.replay(document, name, conversation, pointer, policy)) {
        done++;
        if (!this.slices.isOver) continue;
        this.progress.report((at + done / all) / files.length, name);
        await this.slices.breathe();
        if (isNamed) this.checkVersion(uri, file);
      }
    }
  }

  answer(): ReplayAnswer {
    const [policy = 'no window', ...more] = this.policies;
    const report = { ...this.summary.report(), policy: more.length === 0 ? policy : 'the configured windows' };
    const places = report.failures.map((failure) => this.places.get(keyOf(failure)) ?? null);
    const inputPlaces = (report.input?.faults ?? []).map((fault) => this.faultPlaces.get(faultKey(fault)) ?? null);
    return { report, places, inputPlaces, ...this.counts };
  }

  private *replay(
    document: TranscriptDocument,
    path: string,
    conversation: Conversation,
    pointer: string,
    policy: BuiltInPolicy,
  ): Generator<PrefixReplay> {
    const faults = documentFaults(document, conversation);
    for (const { at, rule } of faults.slice(0, MOST_PLACES)) this.placeFault(document, { path, at, rule });
    const entry = this.summary.open(replayedConversation(path, pointer, conversation, faults));
    const explain = explainFailures(conversation, policy, document.config);
    let instructions: number | undefined;
    for (const prefix of replayConversation(conversation, policy, document.config)) {
      instructions ??= prefix.length - 1; // the shortest prefix has one entry behind them
      for (const { rule, severity } of prefix.trim) {
        const key = keyOf({ path, pointer, rule });
        if (severity !== 'error' || this.places.has(key)) continue;
        const index = prefix.problem === undefined ? instructions + prefix.start : prefix.length - 1;
        const node = conversation.messages[index]?.node;
        if (node === undefined) continue;
        const { start } = rangeOf(document.lineIndex, node);
        this.places.set(key, { uri: document.uri, position: start });
      }
      entry.add(prefix, explain);
      yield prefix;
    }
    entry.close();
  }

  private placeFault(document: TranscriptDocument, fault: FaultName): void {
    const { root, lineIndex, uri } = document;
    const node = root === undefined ? undefined : nodeAt(root, fault.at);
    if (node === undefined) return;
    this.faultPlaces.set(faultKey(fault), { uri, position: rangeOf(lineIndex, node).start });
  }

  private checkVersion(uri: string, { version }: FileText): void {
    if (version === undefined || this.session.documents.get(uri)?.version === version) return;
    throw new ResponseError<never>(LSPErrorCodes.ContentModified, 'The text has changed while it was replayed.');
  }
}

/** As many as a report lists. */
const MOST_PLACES = 500;

interface FaultName {
  readonly path: string;
  readonly at: string;
  readonly rule: string;
}

function faultKey({ path, at, rule }: FaultName): string {
  return [path, at, rule].join('\u0000');
}

function keyOf({ path, pointer, rule }: { readonly path: string; readonly pointer: string; readonly rule: string }) {
  return [path, pointer, rule].join('\u0000');
}

/** The window that was asked for, or the configured one; undefined where nobody said how large it is. */
function policyOf(asked: WindowSettings | undefined, configured: WindowSettings): BuiltInPolicy | undefined {
  const { budget, limit, reserve, last } = asked ?? configured;
  if (last !== undefined) return { last };
  if (budget === undefined && limit === undefined) return undefined;
  const { pinHead = configured.pinHead, step = configured.step } = asked ?? {};
  return { budget, limit, reserve, pinHead, step };
}
