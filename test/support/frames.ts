import { applyEdits, type Edit, type Finding } from '../../server/src/core/index';

/** A finding as a person sees it: the message, the source with carets under the range, the other places, and each fix. */
export function frame(text: string, finding: Finding): string {
  const { rule, severity, message, pointer, related, fixes, providerError, tag } = finding;
  return [
    `${severity} ${rule} at ${pointer === '' ? 'the root' : pointer}${tag === undefined ? '' : ` (${tag})`}`,
    `  ${message}`,
    ...underline(text, finding.start, finding.end),
    ...(providerError === undefined ? [] : [`  provider: ${providerError}`]),
    ...related.flatMap((place) => [`  related: ${place.message}`, ...underline(text, place.start, place.end)]),
    ...fixes.flatMap((fix) => [`  fix (${fix.safety}): ${fix.title}`, ...difference(text, fix.edits)]),
  ].join('\n');
}

/** Ranges over more lines than this show their first and last one. */
const MAX_LINES = 3;
const MAX_WIDTH = 160;

function underline(text: string, start: number, end: number): string[] {
  const lines = linesOf(text);
  const touched = lines.filter((line) => line.start <= Math.max(start, end - 1) && line.end >= start);
  const shown = touched.length > MAX_LINES ? [touched[0], undefined, touched.at(-1)] : touched;
  return shown.flatMap((line) => {
    if (line === undefined) return ['       …'];
    const from = Math.max(start, line.start) - line.start;
    const to = Math.max(from + 1, Math.min(end, line.end) - line.start);
    const source = line.text.replaceAll('\t', ' ');
    if (from >= MAX_WIDTH) return [`  ${String(line.number).padStart(4)} | … column ${from + 1} to ${to}`];
    const carets = `${' '.repeat(from)}${'^'.repeat(Math.min(to, MAX_WIDTH) - from)}`;
    return [`  ${String(line.number).padStart(4)} | ${cut(source)}`, `       | ${carets}`];
  });
}

/** The lines that a fix takes and gives. */
function difference(text: string, edits: readonly Edit[]): string[] {
  const before = text.split('\n');
  const after = applyEdits(text, edits).split('\n');
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return [
    ...before.slice(head, before.length - tail).map((line) => `    - ${cut(line)}`),
    ...after.slice(head, after.length - tail).map((line) => `    + ${cut(line)}`),
  ];
}

function cut(line: string): string {
  const plain = line.replaceAll('\t', ' ');
  return plain.length > MAX_WIDTH ? `${plain.slice(0, MAX_WIDTH)}…` : plain;
}

function linesOf(text: string): { number: number; start: number; end: number; text: string }[] {
  let start = 0;
  return text.split('\n').map((line, at) => {
    const found = { number: at + 1, start, end: start + line.length, text: line };
    start += line.length + 1;
    return found;
  });
}
