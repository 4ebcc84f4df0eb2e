/** A place as editors count it: zero-based line, and UTF-16 units from its start. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Lines of a text. They end with `\n`, `\r\n` or `\r`, as in the Language Server Protocol, and are found at the first question. */
export class LineIndex {
  readonly text: string;
  private known: Uint32Array | undefined;
  private readonly firstLine: number;

  /** `firstLine`: the number of the text's first line, where the text is a chunk of a longer one. */
  constructor(text: string, firstLine = 0) {
    this.text = text;
    this.firstLine = firstLine;
  }

  /** The number behind that of the last line. */
  get lineCount(): number {
    return this.firstLine + this.starts.length;
  }

  /** Places outside the text are brought to its nearer end; inside a line end they mean the end of the line. */
  positionAt(offset: number): Position {
    const { starts } = this;
    const place = Math.max(0, Math.min(offset, this.text.length));
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    const start = starts[low] ?? 0;
    return { line: this.firstLine + low, character: Math.min(place, this.lineEnd(low)) - start };
  }

  /** Places behind a line's end mean its end. */
  offsetAt({ line: number, character }: Position): number {
    const { starts } = this;
    const line = number - this.firstLine;
    if (line < 0) return 0;
    const start = starts[line];
    if (start === undefined) return this.text.length;
    return Math.max(start, Math.min(start + character, this.lineEnd(line)));
  }

  private lineEnd(line: number): number {
    const start = this.starts[line] ?? 0;
    let end = this.starts[line + 1] ?? this.text.length;
    const isLast = line + 1 >= this.starts.length;
    while (!isLast && end > start && isLineEnd(this.text.charCodeAt(end - 1))) end--;
    return end;
  }

  private get starts(): Uint32Array {
    this.known ??= lineStarts(this.text);
    return this.known;
  }
}

/** How many lines end in a text. */
export function countLineEnds(text: string): number {
  return lineStarts(text).length - 1;
}

function isLineEnd(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}

function lineStarts(text: string): Uint32Array {
  let starts = new Uint32Array(64);
  let count = 1;
  // Native searches, one a line end: text is mostly longer than its lines are many.
  let feed = text.indexOf('\n');
  let carriage = text.indexOf('\r');
  while (feed >= 0 || carriage >= 0) {
    let behind: number;
    if (carriage >= 0 && (feed < 0 || carriage < feed)) {
      behind = carriage + 1 === feed ? feed + 1 : carriage + 1;
      if (behind > feed && feed >= 0) feed = text.indexOf('\n', behind);
      carriage = text.indexOf('\r', behind);
    } else {
      behind = feed + 1;
      feed = text.indexOf('\n', behind);
    }
    if (count === starts.length) {
      const larger = new Uint32Array(count * 2);
      larger.set(starts);
      starts = larger;
    }
    starts[count++] = behind;
  }
  return starts.slice(0, count);
}
