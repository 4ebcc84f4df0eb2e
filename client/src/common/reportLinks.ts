/** Where a report names a line of the source. */
export interface ReportLink {
  readonly row: number;
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
}

/** The places of a report that lead into the source; what follows `Problems: what the target says` counts lines of the new document. */
export function reportLinks(text: string): ReportLink[] {
  const links: ReportLink[] = [];
  for (const [row, written] of text.split('\n').entries()) {
    if (written.startsWith('Problems: what the target says')) break;
    const match = /^ {2}(line (\d+)) /.exec(written);
    if (match === null) continue;
    const [, named = '', line] = match;
    links.push({ row, start: 2, end: 2 + named.length, line: Number(line) });
  }
  return links;
}
