import { visible } from '../../core/index';

/** More than this is not read by anybody. */
const MOST_LETTERS = 64 * 1024;
/** A line without an end is shown in pieces. */
const LONGEST_LINE = 8 * 1024;

/** What a program of the user's says on its standard error, handed on: whole lines, no control characters, not without end. */
export class ErrorText {
  private readonly write: (text: string) => void;
  private readonly isStarting: () => boolean;
  private readonly told = new Set<string>();
  private line = '';
  private letters = 0;

  /** `isStarting`: it has done nothing yet but being started, maybe again and again; then each line is told once. */
  constructor(write: (text: string) => void, isStarting: () => boolean) {
    this.isStarting = isStarting;
    this.write = write;
  }

  add(text: string): void {
    if (this.letters > MOST_LETTERS) return;
    const lines = (this.line + text.slice(0, MOST_LETTERS)).split('\n');
    this.line = lines.pop() ?? '';
    for (const line of lines) this.tell(line);
    if (this.line.length > LONGEST_LINE) this.flush();
  }

  /** What has no end of line yet. */
  flush(): void {
    if (this.line !== '') this.tell(this.line);
    this.line = '';
  }

  private tell(line: string): void {
    if (this.letters > MOST_LETTERS) return;
    if (this.isStarting()) {
      if (this.told.has(line)) return;
      this.told.add(line);
    }
    this.letters += line.length + 1;
    this.write(`${visible(line.replace(/\r$/, ''))}\n`);
    if (this.letters > MOST_LETTERS) this.write('(the command says more on its standard error, which is not shown)\n');
  }
}
