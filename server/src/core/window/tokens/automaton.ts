import { type CharacterClass, characterClasses } from './characters';

/**
 * The estimator as a table: from each state, what a character of each class costs and which state comes next. A token's cost
 * is charged as its characters arrive (most of it to the first), so that a longer text never costs less and the
 * parts of a text cost about what the whole does.
 */
export interface Automaton {
  /** State × class → the place of its feature in `features`. */
  readonly featureOf: Uint16Array;
  /** State × class → the next state, already multiplied by the number of classes. */
  readonly next: Uint16Array;
  /** Names of the features: what one character can cost something for. */
  readonly features: readonly string[];
}

interface State {
  /** What the last character was. */
  readonly kind: Kind;
  /** The run stands inside a word (`fileName2x`), not behind a space or a mark. */
  readonly isInner: boolean;
  /** Length of the run that it ends, capped. */
  readonly length: number;
  /** Consonants in a row, capped: real words seldom have four. */
  readonly consonants: number;
  /** How much the stretch since the last space or mark looks like chance: base64, hashes, keys. */
  readonly noise: number;
  /** How often one kind of white space has given way to another since the last other character, capped. */
  readonly switches: number;
}

type Mark = 'quote' | 'bracket' | 'ruler' | 'punctuation';
type Blank = 'space' | 'tab' | 'line' | 'return';
type Letter = 'vowel' | 'consonant' | 'accented' | 'vietnamese';
type Script = Exclude<CharacterClass, Letter | Blank | Mark | 'upper' | 'digit' | 'low'>;
/** What the cost of a beginning depends on: the kinds before it, like ones taken together. */
type Group = Mark | 'line' | 'space' | 'word' | 'digit' | 'script' | 'symbol';

type Kind = 'start' | 'word' | 'upper' | 'digit' | Blank | Mark | Script;

const LONGEST_WORD = 12;
const LONGEST_RUN = 4;
/** Spaces in a row cost alike from the fifth to the sixteenth, and behind that. */
const DEEP_INDENT = 5;
const LONGEST_INDENT = 17;
/** From here on a run costs by its length (`longRuns`): no words, rulers or gaps of texts are as long. */
const LONG = 17;
/** A blank line that is indented, between trailing spaces and an indent, has fewer. */
const MANY_SWITCHES = 4;
const MANY_CONSONANTS = 4;
const NOISIEST = 2;

export function buildAutomaton(): Automaton {
  const width = characterClasses.length;
  const states: State[] = [{ kind: 'start', isInner: false, length: 0, consonants: 0, noise: 0, switches: 0 }];
  const numbers = new Map<string, number>(states.map((state) => [keyOf(state), 0]));
  const features = new Map<string, number>();
  const featureOf: number[] = [];
  const next: number[] = [];
  // The list grows while it is walked: each state that a step leads to is one more to look at.
  for (const state of states) {
    for (const character of characterClasses) {
      const step = advance(state, character);
      featureOf.push(numberOf(features, step.feature));
      const known = numbers.size;
      const number = numberOf(numbers, keyOf(step.state));
      if (number === known) states.push(step.state);
      next.push(number * width);
    }
  }
  return { featureOf: Uint16Array.from(featureOf), next: Uint16Array.from(next), features: [...features.keys()] };
}

interface Step {
  readonly state: State;
  readonly feature: string;
}

function advance(from: State, character: CharacterClass): Step {
  switch (character) {
    case 'vowel':
    case 'consonant':
    case 'accented':
    case 'vietnamese':
      return letter(from, character);
    case 'upper':
      return capital(from);
    case 'digit':
      return digit(from);
    case 'space':
    case 'tab':
    case 'line':
    case 'return':
      return blank(from, character);
    case 'low':
      return { state: from, feature: 'low' };
    default:
      return other(from, character);
  }
}

function letter(from: State, character: Letter): Step {
  const consonants = character === 'consonant' ? Math.min(from.consonants + 1, MANY_CONSONANTS) : 0;
  if (from.kind === 'word' || from.kind === 'upper') {
    const isWord = from.kind === 'word' || from.length === 1;
    const length = isWord ? Math.min(from.length + 1, LONGEST_WORD) : 2;
    const state: State = { ...from, kind: 'word', length, consonants };
    if (character === 'accented' || character === 'vietnamese') return { state, feature: `${character}.inner` };
    if (from.noise === NOISIEST) return { state, feature: `noise.letter.${Math.min(length, 4)}` };
    if (!isWord) return { state, feature: 'word.behindCapitals' };
    if (consonants === MANY_CONSONANTS) return { state, feature: 'word.consonants' };
    return { state, feature: from.isInner ? 'word.inner' : `word.${length}` };
  }
  const { isInner, noise } = begin(from);
  const state: State = { kind: 'word', isInner, length: 1, consonants, noise, switches: 0 };
  if (noise === NOISIEST) return { state, feature: 'noise.letter.first' };
  if (character === 'accented' || character === 'vietnamese') return { state, feature: `${character}.first` };
  return { state, feature: `word.after.${groupOf(from.kind)}` };
}

function capital(from: State): Step {
  if (from.kind === 'upper') {
    const length = Math.min(from.length + 1, LONG);
    const state: State = { ...from, kind: 'upper', length, consonants: 0 };
    if (from.noise === NOISIEST) return { state, feature: 'noise.capitals' };
    return { state, feature: length === LONG ? 'capitals.long' : `capitals.${Math.min(length, 4)}` };
  }
  if (from.kind === 'word') {
    const noise = from.length <= 3 ? Math.min(from.noise + 1, NOISIEST) : from.noise;
    const state: State = { kind: 'upper', isInner: true, length: 1, consonants: 0, noise, switches: 0 };
    return { state, feature: noise === NOISIEST ? `noise.hump.${Math.min(from.length, 3)}` : 'capital.hump' };
  }
  const { isInner, noise } = begin(from);
  const state: State = { kind: 'upper', isInner, length: 1, consonants: 0, noise, switches: 0 };
  return { state, feature: noise === NOISIEST ? 'noise.capital' : `capital.after.${groupOf(from.kind)}` };
}

function digit(from: State): Step {
  if (from.kind === 'digit') {
    const length = (from.length % 3) + 1;
    const state: State = { ...from, length };
    return { state, feature: `${from.noise === NOISIEST ? 'noise.' : ''}digits.${length}` };
  }
  const { isInner, noise: before } = begin(from);
  const noise = isInner ? Math.min(before + 1, NOISIEST) : before;
  const state: State = { kind: 'digit', isInner, length: 1, consonants: 0, noise, switches: 0 };
  return { state, feature: noise === NOISIEST ? 'noise.digit' : `digit.after.${groupOf(from.kind)}` };
}

function blank(from: State, character: Blank): Step {
  const isRun = lineKind(from.kind) === lineKind(character);
  const length = isRun ? Math.min(from.length + 1, LONGEST_INDENT) : 1;
  const switches = isBlank(from.kind) ? Math.min(from.switches + (isRun ? 0 : 1), MANY_SWITCHES) : 0;
  const state: State = { kind: character, isInner: false, length, consonants: 0, noise: 0, switches };
  return { state, feature: blankFeature(from, state, isRun) };
}

function blankFeature(from: State, { kind, length, switches }: State, isRun: boolean): string {
  const name = lineKind(kind);
  if (length >= LONG) {
    if (kind === 'return') return from.kind === 'return' ? 'return.long.again' : 'return.long';
    return kind === 'space' ? `space.${LONGEST_INDENT}` : `${kind}.long`;
  }
  if (switches === MANY_SWITCHES && kind === 'line' && from.kind === 'return') return 'mixed.return';
  if (switches === MANY_SWITCHES && length <= 2) {
    if (isRun) return name === 'line' ? 'mixed.line.again' : `mixed.${name}.2`;
    return name === 'line' || lineKind(from.kind) === 'line' ? `mixed.${name}` : 'mixed.beside';
  }
  if (switches === MANY_SWITCHES && name === 'line') return 'mixed.line.again';
  if (name === 'space' && length > DEEP_INDENT) return `space.${DEEP_INDENT}`;
  if (isRun) return `${name}.${name === 'space' ? length : Math.min(length, LONGEST_RUN)}`;
  return name === 'tab' ? 'tab.first' : `${name}.after.${groupOf(from.kind)}`;
}

/** Both halves of a line end are one kind until a run is long. */
function lineKind(kind: Kind): Kind {
  return kind === 'return' ? 'line' : kind;
}

function isBlank(kind: Kind): boolean {
  return kind === 'space' || kind === 'tab' || kind === 'line' || kind === 'return';
}

function other(from: State, character: Mark | Script): Step {
  const isRun = from.kind === character;
  const longest = character === 'ruler' || character === 'hiragana' ? LONG : LONGEST_RUN;
  const length = isRun ? Math.min(from.length + 1, longest) : 1;
  // A mark inside of base64 (+, /) does not end it; one behind a word ends the word.
  const noise = isMark(character) && from.noise === NOISIEST ? NOISIEST - 1 : 0;
  const state: State = { kind: character, isInner: false, length, consonants: 0, noise, switches: 0 };
  if (length === LONG) return { state, feature: `${character}.long` };
  if (isRun) return { state, feature: `${character}.${Math.min(length, LONGEST_RUN)}` };
  return { state, feature: isMark(character) ? `${character}.after.${groupOf(from.kind)}` : `${character}.first` };
}

/** Of a run that begins behind `from`. */
function begin({ kind, noise }: State): { isInner: boolean; noise: number } {
  switch (kind) {
    case 'digit':
      return { isInner: true, noise: Math.min(noise + 1, NOISIEST) };
    case 'word':
    case 'upper':
      return { isInner: true, noise };
    default:
      return { isInner: false, noise };
  }
}

function groupOf(kind: Kind): Group {
  switch (kind) {
    case 'start':
    case 'line':
    case 'return':
      return 'line';
    case 'space':
    case 'tab':
      return 'space';
    case 'word':
    case 'upper':
      return 'word';
    case 'digit':
    case 'quote':
    case 'bracket':
    case 'ruler':
    case 'punctuation':
      return kind;
    case 'cyrillic':
    case 'arabic':
    case 'indic':
    case 'hiragana':
    case 'katakana':
    case 'han':
    case 'hangul':
      return 'script';
    default:
      return 'symbol';
  }
}

function isMark(kind: Kind): kind is Mark {
  return kind === 'bracket' || kind === 'punctuation' || kind === 'ruler' || kind === 'quote';
}

function numberOf(numbers: Map<string, number>, key: string): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

function keyOf({ kind, isInner, length, consonants, noise, switches }: State): string {
  return `${kind} ${isInner} ${length} ${consonants} ${noise} ${switches}`;
}
