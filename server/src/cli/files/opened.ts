import {
  type Analysis,
  type Coverage,
  type FileReport,
  type Finding,
  LineIndex,
  type TranscriptDocument,
} from '../../core/index';
import type { Candidate } from './walk';

/** A file that can be worked on. */
export interface OpenFile {
  readonly kind: 'open';
  readonly candidate: Candidate;
  readonly bytes: Uint8Array;
  readonly document: TranscriptDocument;
  readonly analysis: Analysis;
  /** Of a chunk: which it is. */
  readonly part: FileReport['part'];
}

/** A large file of rows that are worked on a chunk at a time; each `OpenFile` is one of them. */
export interface RowsFile {
  readonly kind: 'rows';
  readonly candidate: Candidate;
  /** Whether any conversation is in it. */
  readonly isRecognised: boolean;
  /** One pass over the file. A second one reads it again. */
  readonly chunks: () => AsyncGenerator<OpenFile>;
}

/** A file that is itself the problem. */
export interface UnusableFile {
  readonly kind: 'unusable';
  readonly candidate: Candidate;
  readonly report: FileReport;
  /** What was read of it, if that much went well. */
  readonly bytes: Uint8Array | undefined;
}

export type Opened = OpenFile | RowsFile | UnusableFile;

/** What a report shows of a file, or of a chunk. */
export function reportOf({ candidate, document, analysis, part }: OpenFile): FileReport {
  const { dialect, target, conversations, findings, coverage } = analysis;
  const lines = document.lineIndex;
  return { path: candidate.shown, lines, dialect, target, conversations, findings, coverage, ...(part && { part }) };
}

/** Whether any conversation is in a file. */
export function isRecognised(file: OpenFile | RowsFile): boolean {
  return file.kind === 'rows' ? file.isRecognised : file.analysis.dialect !== undefined;
}

/** The chunks of a file, or the file itself where it is all of a piece. */
export async function* piecesOf(file: OpenFile | RowsFile): AsyncGenerator<OpenFile> {
  if (file.kind === 'rows') yield* file.chunks();
  else yield file;
}

/** Which part of a report the chunk of this number makes. */
export function partOf(index: number, count: number): FileReport['part'] {
  if (count === 1) return undefined;
  return index === 0 ? 'first' : index === count - 1 ? 'last' : 'middle';
}

/** A file of which one thing can be said: why it cannot be worked on. */
export function unusable(
  candidate: Candidate,
  rule: string,
  message: string,
  at: { readonly text: string; readonly start: number; readonly end: number } = { text: '', start: 0, end: 0 },
  bytes?: Uint8Array,
): UnusableFile {
  const finding = { ...plainFinding(rule, message), start: at.start, end: at.end };
  const report = emptyReport(candidate.shown, new LineIndex(at.text));
  const line = report.lines.positionAt(at.start).line + 1;
  const part = {
    reason: 'unreadable',
    message: 'it cannot be read',
    pointer: '',
    conversation: -1,
    ...at,
    line,
  } as const;
  return {
    kind: 'unusable',
    candidate,
    bytes,
    report: { ...report, findings: [finding], coverage: { ...report.coverage, notChecked: [part] } },
  };
}

const NOTHING: Coverage = { ran: [], skipped: [], notChecked: [] };

export function emptyReport(path: string, lines: LineIndex): FileReport {
  return { path, lines, dialect: undefined, target: undefined, conversations: [], findings: [], coverage: NOTHING };
}

/** A finding that no rule stands behind. */
export function plainFinding(rule: string, message: string): Finding {
  return { rule, severity: 'error', message, pointer: '', related: [], fixes: [], conversation: -1, start: 0, end: 0 };
}
