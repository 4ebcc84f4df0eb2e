import { getLanguageService } from 'vscode-json-languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { normalizeDocument, TranscriptDocument } from '../../server/src/core/index';
import { printReplay } from './replay';
import { printTokens } from './tokens';
import { type Shape, transcript } from './transcripts';

/**
 * Ratios of one run, never absolute times: each figure is the median of interleaved samples, divided by that of `JSON.parse` of
 * the same text (or of `TextDocument.update` of the same edit). Nothing is kept.
 */
const isQuick = process.argv.includes('--quick');
const sizes: readonly [string, number][] = [
  ['100 KB', 100_000],
  ['1 MB', 1_000_000],
  ['10 MB', 10_000_000],
];
const shapes: readonly Shape[] = ['chat', 'messages'];

console.log('Ratios in one run; the peer is 1. Lower is better.\n');
console.log(
  row(['transcript', 'cold analysis', 'JSON language service', 'normalize', 'keystroke', 'keystroke in all']),
);
console.log(row(['', '÷ JSON.parse', '÷ JSON.parse', '÷ JSON.parse', 'analysis ÷ update', '÷ update']));
for (const [name, size] of sizes) {
  for (const shape of shapes) console.log(row([`${name} ${shape}`, ...measure(transcript(shape, size))]));
}
printTokens({ medians, row });
printReplay({ isQuick, row });

function measure(text: string): string[] {
  const uri = 'file:///bench/transcript.json';
  const service = getLanguageService({});
  const cold = () => TranscriptDocument.open(text, { uri }).analysis().findings.length;
  const parse = () => JSON.parse(text);
  const parsed = medians(text.length, { parse, cold });
  const normalized = medians(text.length, {
    parse,
    normalize: () => normalizeDocument(TranscriptDocument.open(text, { uri })).edits.length,
  });
  // Apart from the others: its trees would be collected at their cost.
  const served = medians(text.length, {
    parse,
    service: () => service.parseJSONDocument(TextDocument.create(uri, 'json', 1, text)),
  });
  const strokes = keystrokes(text, uri);
  return [
    ratio(parsed.cold, parsed.parse),
    ratio(served.service, served.parse),
    ratio(normalized.normalize, normalized.parse),
    ratio(strokes.analysis, strokes.update),
    ratio(strokes.analysis + strokes.update, strokes.update),
  ];
}

/** One character typed in the middle of a message: what the document's own text update costs, and what we add to it. */
function keystrokes(text: string, uri: string): { update: number; analysis: number } {
  let textDocument = TextDocument.create(uri, 'json', 1, text);
  const document = TranscriptDocument.open(text, { uri });
  document.analysis();
  const at = text.indexOf('harbour', text.length >> 1);
  const updates: number[] = [];
  const analyses: number[] = [];
  const rounds = isQuick ? 12 : 40;
  for (let i = 0; i < rounds; i++) {
    const range = { start: textDocument.positionAt(at), end: textDocument.positionAt(at + 1) };
    const letter = i % 2 === 0 ? 'H' : 'h';
    const before = performance.now();
    textDocument = TextDocument.update(textDocument, [{ range, text: letter }], i + 2);
    const after = textDocument.getText();
    // Joined lazily; reading one character makes it the flat text that every reader needs.
    after.charCodeAt(at);
    const between = performance.now();
    document.update([{ start: at, end: at + 1, text: letter }], after);
    document.analysis();
    analyses.push(performance.now() - between);
    updates.push(between - before);
  }
  return { update: median(updates), analysis: median(analyses) };
}

function medians<Name extends string>(size: number, tasks: Record<Name, () => unknown>): Record<Name, number> {
  const names = Object.keys(tasks) as Name[];
  const samples = new Map<Name, number[]>(names.map((name) => [name, []]));
  const rounds = Math.max(9, Math.min(60, Math.floor((isQuick ? 5e7 : 2e8) / size)));
  const warm = performance.now() + (isQuick ? 300 : 1000);
  while (performance.now() < warm) for (const name of names) tasks[name]();
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      // A full collection would throw optimised code away; a minor one keeps the leavings of the last task out of this one's time.
      globalThis.gc?.({ type: 'minor' });
      const before = performance.now();
      tasks[name]();
      samples.get(name)?.push(performance.now() - before);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(samples.get(name) ?? [])])) as Record<Name, number>;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

function ratio(value: number, peer: number): string {
  return (value / peer).toFixed(value / peer < 0.1 ? 3 : 2);
}

function row(cells: readonly string[]): string {
  return cells.map((cell, column) => (column === 0 ? cell.padEnd(18) : cell.padStart(22))).join('');
}
