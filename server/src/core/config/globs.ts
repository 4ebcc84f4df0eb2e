import { GlobMatcher } from './globMatcher';

const MAX_GLOB_LENGTH = 4096;
/** Globs of one configuration, and the characters of all of them: each of both is a cost for every file that is looked at. */
const MOST_GLOBS = 1_000;
const MOST_GLOB_CHARACTERS = 50_000;

/** Compiled globs that are kept; a configuration has a handful, a walk asks for each of them for each file. */
const MAX_KEPT = 2 * MOST_GLOBS;
const kept = new Map<string, (path: string) => boolean>();

/** Why a glob cannot be used, as the end of "The glob …"; undefined when it can. */
export function globProblem(glob: string): string | undefined {
  if (glob.trim() === '') return 'is empty';
  if (glob.length > MAX_GLOB_LENGTH) return `is longer than ${MAX_GLOB_LENGTH} characters`;
  return glob.includes('\\') ? 'has a backslash; folders are separated by /' : undefined;
}

/** Counts the globs of one configuration; says of the first one too many why it and what follows are not used. */
export class GlobBudget {
  private globs = 0;
  private characters = 0;

  /** `taken`, `told` where it is known already that there are too many, or why not. */
  take(glob: string): string {
    const isOver = () => this.globs > MOST_GLOBS || this.characters > MOST_GLOB_CHARACTERS;
    if (isOver()) return 'told';
    this.globs += 1;
    this.characters += glob.length;
    if (!isOver()) return 'taken';
    return `is one too many: a configuration may have ${MOST_GLOBS} globs and ${MOST_GLOB_CHARACTERS} characters in them`;
  }
}

/**
 * Whether a glob matches a path relative to the configuration's folder. A glob without a slash is about names, in any
 * folder; one that ends in a slash is about all that the folder holds.
 */
export function matchesGlob(glob: string, path: string): boolean {
  let match = kept.get(glob);
  if (match === undefined) {
    if (kept.size >= MAX_KEPT) kept.clear();
    match = compile(glob);
    kept.set(glob, match);
  }
  return match(path.replace(/^\.\//, ''));
}

function compile(glob: string): (path: string) => boolean {
  if (globProblem(glob) !== undefined) return () => false;
  const isExcluded = glob.startsWith('!');
  const plain = (isExcluded ? glob.slice(1) : glob).replace(/^\.?\//, '');
  const whole = plain.endsWith('/') ? `${plain}**` : plain;
  const isName = !glob.includes('/');
  const matcher = new GlobMatcher(isName ? `**/${whole}` : whole);
  return isExcluded ? (path) => !matcher.matches(path) : (path) => matcher.matches(path);
}
