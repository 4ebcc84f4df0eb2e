import type { Medium } from './types';

/** Narrower than this nothing is readable, wider than this neither. */
const NARROWEST = 24;
const WIDEST = 110;

/** Words on lines as wide as the terminal. */
export function wrap(text: string, { columns: available, width }: Medium, indent: string = ''): string[] {
  const most = Math.min(Math.max(available, NARROWEST), WIDEST) - indent.length;
  const lines: string[] = [];
  let line = '';
  let taken = 0;
  for (const word of text.split(' ')) {
    const wide = width(word);
    if (line !== '' && taken + 1 + wide > most) {
      lines.push(indent + line);
      line = '';
      taken = 0;
    }
    taken += wide + (line === '' ? 0 : 1);
    line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(indent + line);
  return lines;
}
