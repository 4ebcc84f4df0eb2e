import { type FixResult, type Medium, visible } from '../../core/index';

/** Lines of one kind that are shown of a file; the rest is counted. */
const MOST_SHOWN = 8;
/** What can be read on a terminal of 80 columns. */
const WIDTH = 78;

/** What `fix` says below the line of a file: which texts went, in their first words, and what it left to a person, and why. */
export function fixReport({ went, left }: Pick<FixResult, 'went' | 'left'>, isDry: boolean, { paint }: Medium): string {
  const verb = isDry ? 'would go' : 'went';
  const gone = went.map(({ rule, text }) => `${wrapped(`${verb}: "${text}"`)} ${paint.dim(`(${rule})`)}`);
  const stays = left.map(({ rule, why }) => `${wrapped(`left: ${why}`)} ${paint.dim(`(${rule})`)}`);
  return [...few(gone, 'that went'), ...few(stays, 'that are left')].map((line) => `${line}\n`).join('');
}

function few(lines: readonly string[], noun: string): readonly string[] {
  if (lines.length <= MOST_SHOWN) return lines;
  return [...lines.slice(0, MOST_SHOWN), `  … and ${lines.length - MOST_SHOWN} more ${noun}`];
}

/** Broken at spaces, and without a character that could steer the terminal: ids and texts are the transcript's. */
function wrapped(text: string): string {
  const lines: string[] = [];
  let line = ' ';
  for (const word of visible(text).split(' ')) {
    if (line.length + 1 + word.length > WIDTH && line.trim() !== '') {
      lines.push(line);
      line = '       ';
    }
    line += ` ${word}`;
  }
  return [...lines, line].join('\n');
}
