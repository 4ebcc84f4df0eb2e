/** Shorter texts (a role, a key) stand everywhere. */
const TELLING = 6;

/**
 * Where a line of one document is in another one that says the same in another shape: its longest string is looked for, nearest to
 * the place that is as far down. Undefined where it has none that is there too.
 */
export function sameText(line: string, text: string, share: number): number | undefined {
  const strings = [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, inside = '']) => inside);
  const telling = strings.filter(({ length }) => length >= TELLING).sort((a, b) => b.length - a.length);
  const wanted = share * text.length;
  for (const one of telling) {
    const behind = text.indexOf(one, wanted);
    const before = text.lastIndexOf(one, wanted);
    if (behind < 0 && before < 0) continue;
    if (behind < 0 || before < 0) return Math.max(behind, before);
    return behind - wanted < wanted - before ? behind : before;
  }
  return undefined;
}
