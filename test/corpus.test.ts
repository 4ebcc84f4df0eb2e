import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultResolvedConfig, TranscriptDocument } from '../server/src/core/index';

interface Entry {
  readonly file: string;
  readonly dialect: string;
  /** Of a shape that is read; the others have to see nothing of us. */
  readonly isRead?: true;
  readonly conversations: readonly { readonly pointer: string; readonly turns: number; readonly side?: string }[];
  readonly problems: readonly { readonly kind: string; readonly pointer: string; readonly severity: string }[];
  readonly notProblems?: readonly { readonly kind: string; readonly pointer: string }[];
}

const folder = new URL('../fixtures/corpus/', import.meta.url);
const entries = readFileSync(new URL('index.jsonl', folder), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Entry);

function analyse(path: string, root = folder) {
  const url = new URL(path, root);
  const document = TranscriptDocument.open(readFileSync(url, 'utf8'), {
    uri: `file:///work/${path}`,
    config: { ...defaultResolvedConfig, syntaxErrors: true },
  });
  return document.analysis();
}

describe.each(entries.filter(({ isRead }) => isRead))('$file', (entry) => {
  const analysis = analyse(`files/${entry.file}`);

  it('holds the conversations of the index', () => {
    const found = analysis.conversations.map(({ pointer, turns, side }) => ({
      pointer,
      turns,
      isResponse: side === 'response',
    }));
    const expected = entry.conversations.map(({ pointer, turns, side }) => ({
      pointer,
      turns,
      isResponse: side === 'response',
    }));
    const byPointer = (a: { pointer: string }, b: { pointer: string }) => (a.pointer < b.pointer ? -1 : 1);
    expect(found.sort(byPointer)).toEqual(expected.sort(byPointer));
  });

  it('has the errors and warnings of the index and no other', () => {
    const isLoud = ({ severity }: { severity: string }) => severity === 'error' || severity === 'warning';
    const found = analysis.findings
      .filter(isLoud)
      .map(({ rule, pointer, severity }) => `${severity} ${rule} ${pointer}`);
    const expected = entry.problems
      .filter((problem) => isLoud(problem) && problem.kind !== 'other')
      .map(({ kind, pointer, severity }) => `${severity} ${kind} ${pointer}`);
    expect(found.sort()).toEqual(expected.sort());
  });
});

describe.each(entries)('$file', (entry) => {
  it('springs none of the traps', () => {
    const loud = analyse(`files/${entry.file}`).findings.filter(
      ({ severity }) => severity === 'error' || severity === 'warning',
    );
    const sprung = loud.filter(({ rule, pointer }) =>
      (entry.notProblems ?? []).some((trap) => trap.kind === rule && isUnder(pointer, trap.pointer)),
    );
    expect(sprung.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([]);
  });
});

describe.each(entries.filter(({ isRead }) => !isRead))('$file', (entry) => {
  it('is of a dialect that is not read yet, and left alone', () => {
    const loud = analyse(`files/${entry.file}`).findings.filter(
      ({ severity }) => severity === 'error' || severity === 'warning',
    );
    expect(loud.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([]);
  });
});

describe('files that are no transcripts', () => {
  it.each(readdirSync(new URL('not-transcripts/', folder)))('%s', (file) => {
    const analysis = analyse(`not-transcripts/${file}`);
    expect(analysis.conversations).toEqual([]);
    expect(analysis.findings).toEqual([]);
  });
});

function isUnder(pointer: string, trap: string): boolean {
  const pattern = trap.split('/').map((step) => (step === '*' ? '[^/]*' : step.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${pattern.join('/')}(/|$)`).test(pointer);
}
