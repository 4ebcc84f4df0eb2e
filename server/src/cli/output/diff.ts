import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';
import { type Medium, visible } from '../../core/index';

const CONTEXT_LINES = 3;

/**
 * A unified diff that `git apply` and `patch -p1` take where the path starts; a path from the root they take at the root
 * (`patch -d / -p1`), as with a diff of git's own.
 */
export function unifiedDiff(path: string, before: string, after: string): string {
  const name = path.replace(/^\/+/, '');
  const patch = structuredPatch(`a/${name}`, `b/${name}`, before, after, undefined, undefined, {
    context: CONTEXT_LINES,
  });
  return formatPatch(patch, FILE_HEADERS_ONLY);
}

/** The same for the eye: coloured, and without characters that could steer a terminal. */
export function showDiff(diff: string, { paint }: Medium): string {
  const colours = { '+': paint.green, '-': paint.red, '@': paint.cyan } as const;
  return diff
    .split('\n')
    .map((line, index) => {
      const shown = visible(line.replace(/\r$/, ''));
      if (index < 2) return paint.bold(shown);
      const sign = shown[0];
      return sign === '+' || sign === '-' || sign === '@' ? colours[sign](shown) : shown;
    })
    .join('\n');
}
