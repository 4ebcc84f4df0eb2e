import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';
import { type Medium, visible } from '../core/index';

const CONTEXT_LINES = 3;

/**
 * A unified diff that `git apply` and `patch -p1` take where the path starts; a path from the root they take at the root
 * (`patch -d / -p1`), as with a diff of git's own.
 */
export function unifiedDiff(path: string, before: string, after: string): string {
  const name = path.replace(/^\/+/, '');
  const patch = structuredPatch(headerName(`a/${name}`), headerName(`b/${name}`), before, after, undefined, undefined, {
    context: CONTEXT_LINES,
  });
  return formatPatch(patch, FILE_HEADERS_ONLY);
}

/** Git's own spelling of a name that would end the line, or be read as something else. */
function headerName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
  if (!/[\0-\x1f"\\\x7f]/.test(name)) return name;
  let quoted = '';
  for (const byte of Buffer.from(name, 'utf8')) {
    const character = String.fromCharCode(byte);
    if (character === '"' || character === '\\') quoted += `\\${character}`;
    else if (byte < 0x20 || byte >= 0x7f) quoted += `\\${byte.toString(8).padStart(3, '0')}`;
    else quoted += character;
  }
  return `"${quoted}"`;
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
