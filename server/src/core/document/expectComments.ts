import type { RuleNames } from '../rules/names';
import { nearest } from '../text/nearest';

export const COMMENT = 'transcript-lint-expect:';

/** A word behind the colon that names a rule, or was meant to. */
export interface ExpectedWord {
  readonly text: string;
  readonly start: number;
}

/** `// transcript-lint-expect: rule, rule` anywhere in the text; the words in a string value are no comment. */
export function expectedWords(text: string, names: RuleNames): ExpectedWord[] {
  const found: ExpectedWord[] = [];
  const isInString = stringsOf(text);
  for (let place = text.indexOf(COMMENT); place >= 0; ) {
    const opener = openerBefore(text, place);
    if (opener < 0 || isInString(opener)) {
      place = text.indexOf(COMMENT, place + COMMENT.length);
    } else {
      const feed = text.indexOf('\n', place);
      const end = feed < 0 ? text.length : feed;
      const from = place + COMMENT.length;
      for (const word of rulesIn(text.slice(from, end), names)) found.push({ ...word, start: from + word.start });
      // A comment goes on to the end of its line, and so do all the words in it.
      place = text.indexOf(COMMENT, end);
    }
  }
  return found;
}

/**
 * The rules that a comment names, up to the first word that is none: what follows is said to people. The first word was meant as
 * a rule whatever it is; a later one only where it looks like one.
 */
function rulesIn(comment: string, names: RuleNames): ExpectedWord[] {
  const words: ExpectedWord[] = [];
  for (const match of comment.matchAll(/[^\s,;:.()]+/g)) {
    const word = { text: match[0], start: match.index };
    const isRule = names.find(word.text) !== undefined;
    const isMeant = isRule || words.length === 0 || nearest(word.text, names.ids) !== undefined;
    if (!isMeant) break;
    words.push(word);
    if (!isRule) break;
  }
  return words;
}

/** The place of the `//` that stands directly before, blanks aside; -1 when something else does. */
function openerBefore(text: string, place: number): number {
  let at = place - 1;
  while (at >= 0 && (text[at] === ' ' || text[at] === '\t')) at--;
  return at > 0 && text[at] === '/' && text[at - 1] === '/' ? at - 1 : -1;
}

/**
 * Tells for places asked in rising order whether they lie in a string. A JSON string ends on its line, so an odd number of
 * quotes before a place on its line means that it does. Each character is looked at once.
 */
function stringsOf(text: string): (place: number) => boolean {
  let at = 0;
  let isOpen = false;
  return (place) => {
    for (; at < place; at++) {
      const character = text[at];
      if (character === '\n') isOpen = false;
      else if (character === '\\' && isOpen) at++;
      else if (character === '"') isOpen = !isOpen;
    }
    return isOpen;
  };
}
