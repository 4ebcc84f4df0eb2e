import {
  counted,
  findingText,
  type LineIndex,
  type NormalizeOptions,
  type NormalizeTextResult,
  normalizeDocument,
  printJson,
  rangeOf,
  TranscriptDocument,
  visible,
} from '../core/index';
import type { ExitCode, Io } from './io';
import { type SelectionOptions, selectionOf } from './options';
import { reportOf, Session } from './session';

export interface NormalizeCommandOptions extends Omit<SelectionOptions, 'rule'> {
  readonly json: boolean;
  readonly keepOpenTail?: boolean;
  readonly reusedIds?: NonNullable<NormalizeOptions['reusedIds']>;
}

type Report = NormalizeTextResult['conversations'][number];

/** Prints the document with every conversation in it normalized; what was done is told on standard error. */
export async function normalize(path: string, options: NormalizeCommandOptions, io: Io): Promise<ExitCode> {
  const session = new Session(io, selectionOf({ ...options, rule: {} }));
  const file = await session.openOne(path, options.stdinFilename);
  if (file === undefined) return 2;
  if (file.kind === 'unusable') {
    for (const finding of file.report.findings) await tell(io, findingText(finding, file.report, session.errors));
    return session.hasFailed ? 2 : 1;
  }
  const { document, candidate, analysis } = file;
  const result = normalizeDocument(document, options);
  if (options.json) {
    const reread = TranscriptDocument.open(result.text, { uri: document.uri, config: document.config, isNamed: true });
    await io.stdout.write(`${jsonOf(result, reread, document.lineIndex)}\n`);
  } else {
    await io.stdout.write(result.text);
  }
  for (const line of reportLines(result.conversations, session)) await tell(io, line);
  if (analysis.conversations.length === 0) {
    await session.tell(`no conversation was recognised in ${visible(candidate.shown)}; it comes out as it went in`);
  }
  const report = reportOf(file);
  const broken = report.findings.filter(({ rule }) => UNREADABLE.has(rule));
  for (const finding of broken) await tell(io, `${findingText(finding, report, session.errors)}\n`);
  return broken.length > 0 ? 1 : 0;
}

/** What keeps a conversation, or a row, from being read: it comes out as it went in. */
const UNREADABLE: ReadonlySet<string> = new Set(['syntax-error', 'too-deep', 'too-large']);

async function tell(io: Io, line: string): Promise<void> {
  await io.stderr.write(`${line}\n`);
}

function jsonOf(result: NormalizeTextResult, reread: TranscriptDocument, lines: LineIndex): string {
  const all = <Key extends 'drops' | 'moved' | 'inserted' | 'renamed' | 'left'>(key: Key) =>
    result.conversations.flatMap((report) => report[key] as readonly Report[Key][number][]);
  const drops = all('drops').map(({ range, ...drop }) =>
    range === undefined ? drop : { ...drop, range: rangeOf(lines, range) },
  );
  const report = {
    dropped: drops.length,
    drops,
    moved: all('moved'),
    inserted: all('inserted'),
    renamed: all('renamed'),
    left: all('left'),
  };
  // A list of messages is a list of messages; anything around it is a document.
  const isList = result.conversations.some(({ pointer }) => pointer === '');
  const document = reread.root === undefined ? JSON.stringify(result.text) : printJson(reread.root);
  return `{"${isList ? 'messages' : 'document'}":${document},${JSON.stringify(report).slice(1)}`;
}

function reportLines(conversations: readonly Report[], session: Session): string[] {
  const { bold, dim } = session.errors.paint;
  return conversations.flatMap((report) => {
    const { pointer, dropped, drops, moved, inserted, renamed, left } = report;
    const done = [
      `${dropped} dropped`,
      ...(moved.length > 0 ? [`${moved.length} moved`] : []),
      ...(inserted.length > 0 ? [`${counted(inserted.length, 'result')} inserted`] : []),
      ...(renamed.length > 0 ? [`${counted(renamed.length, 'id')} renamed`] : []),
    ];
    const where = pointer === '' ? '' : `${visible(pointer)}: `;
    const line = (verb: string, what: string, at: string, why: string) =>
      `  ${verb.padEnd(8)} ${visible(what).padEnd(24)} ${dim(visible(at))}${why === '' ? '' : ` ${dim(`[${why}]`)}`}`;
    const named = (kind: string, id: string | undefined) => (id === undefined ? kind : `${kind} ${JSON.stringify(id)}`);
    return [
      `${where}${bold(done.join(', '))}`,
      ...drops.map((drop) => line('drop', named(drop.kind, drop.id), drop.pointer, drop.rule)),
      ...moved.map((move) => line('move', named(move.kind, move.id), move.pointer, '')),
      ...inserted.map((insert) => line('insert', named('result', insert.id), insert.pointer, '')),
      ...renamed.map(({ from, to, pointer: at }) =>
        line('rename', `${JSON.stringify(from)} to ${JSON.stringify(to)}`, at, ''),
      ),
      ...left.map(({ rule, pointer: at }) => line('left', '', at, rule)),
    ];
  });
}
