import picomatch from 'picomatch';

/** Wildcards in one path segment, and `**` in one glob: each multiplies the ways in which a hostile file name can match. */
const MAX_STARS = 3;
const MAX_GLOBSTARS = 4;
const MAX_GLOB_LENGTH = 4096;

/** Compiled globs that are kept; a configuration has a handful, a walk asks for each of them for each file. */
const MAX_KEPT = 500;
const kept = new Map<string, (path: string) => boolean>();

/** Why a glob cannot be used, as the end of "The glob …"; undefined when it can. */
export function globProblem(glob: string): string | undefined {
  if (glob.trim() === '') return 'is empty';
  if (glob.length > MAX_GLOB_LENGTH) return `is longer than ${MAX_GLOB_LENGTH} characters`;
  // Passed through as a repeated group of a regular expression, it could backtrack without end.
  if (/\)[+*?{]/.test(glob)) return 'repeats what stands in parentheses';
  if (glob.includes('\\')) return 'has a backslash; folders are separated by /';
  if (glob.split('**').length - 1 > MAX_GLOBSTARS) return `has more than ${MAX_GLOBSTARS} **`;
  const isCrowded = glob.split('/').some((segment) => segment !== '**' && segment.split('*').length - 1 > MAX_STARS);
  return isCrowded ? `has more than ${MAX_STARS} * in one segment` : undefined;
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
  // Extended globs can be made to backtrack without end, and configuration comes with untrusted workspaces.
  const match = picomatch(isName ? `**/${whole}` : whole, {
    dot: true,
    windows: false,
    noextglob: true,
    nonegate: true,
  });
  return isExcluded ? (path) => !match(path) : (path) => match(path);
}
