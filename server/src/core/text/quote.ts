/** Long enough to recognise a value, short enough for one line of a problem list. */
const MAX_SHOWN = 60;
/** What is looked at: a control character may hide what follows, but nobody reads on for long. */
const MAX_READ = 240;

/**
 * A value of the transcript as a message may show it: on one line, cut, and without control characters or other invisible ones,
 * since a transcript is hostile data and a terminal obeys escapes.
 */
export function quote(text: string): string {
  return `"${cutTo(text, MAX_SHOWN)}"`;
}

/** Of a value that is only to be known again, in a message that has more to say. */
const MAX_BRIEF = 24;

/** As `quote`, and briefer. */
export function quoteBriefly(text: string): string {
  return `"${cutTo(text, MAX_BRIEF)}"`;
}

/** `a "user"`, `an "assistant"`. */
export function quoteWithArticle(word: string): string {
  return `${/^(?:[aeio]|un)/i.test(word) ? 'an' : 'a'} ${quote(word)}`;
}

/** As `quote`, without the quotes. */
export function plain(text: string): string {
  return cutTo(text, MAX_SHOWN);
}

function cutTo(text: string, most: number): string {
  const line = text
    .slice(0, MAX_READ)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Cs}]+/gu, '');
  if (line.length <= most) return text.length > MAX_READ ? `${line}…` : line;
  const cut = line.slice(0, most);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** "1 call", "3 calls". */
export function count(n: number, noun: string): string {
  return n === 1 ? `1 ${noun}` : `${n} ${noun}s`;
}

/** "a, b and c". */
export function listed(words: readonly string[], last = 'and'): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
