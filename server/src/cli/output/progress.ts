import stringWidth from 'string-width';
import { numberText, visible } from '../../core/index';
import type { Io } from '../io';

/** Shorter work needs no company. */
const FIRST_MS = 1000;
const EVERY_MS = 100;
const BAR = 20;
/** Of a terminal that does not know how wide it is. */
const USUAL_COLUMNS = 80;

/** How far a long run is, on one line of a terminal's standard error, which goes away in the end. */
export class Progress {
  private readonly io: Io;
  private readonly isShown: boolean;
  private readonly begun = performance.now();
  private drawn = 0;
  private isOnScreen = false;
  private done = 0;
  private known = 0;
  private path = '';

  constructor(io: Io, isQuiet: boolean) {
    this.io = io;
    this.isShown = io.stderr.isTerminal && !isQuiet && io.env.TERM !== 'dumb';
  }

  /** So many more windows lie ahead. */
  expect(windows: number, path: string): void {
    this.known += windows;
    this.path = path;
  }

  advance(windows: number): void {
    this.done += windows;
    if (!this.isShown) return;
    const now = performance.now();
    if (now - this.begun < FIRST_MS || now - this.drawn < EVERY_MS) return;
    this.drawn = now;
    this.isOnScreen = true;
    void this.io.stderr.write(`\r\u001b[2K${this.line()}`);
  }

  /** Writes beside it: the line goes, and comes again when there is news. */
  async write(text: string): Promise<void> {
    await this.clear();
    await this.io.stderr.write(text);
  }

  async clear(): Promise<void> {
    if (!this.isOnScreen) return;
    this.isOnScreen = false;
    await this.io.stderr.write('\r\u001b[2K');
  }

  private line(): string {
    const share = this.known === 0 ? 0 : Math.min(1, this.done / this.known);
    const full = Math.round(share * BAR);
    const bar = '█'.repeat(full) + '░'.repeat(BAR - full);
    const line = `${bar} ${numberText(this.done)} of ${numberText(this.known)} windows  ${visible(this.path)}`;
    // A line that wraps could not be taken back.
    return cutTo(line, (this.io.stderr.columns || USUAL_COLUMNS) - 1);
  }
}

function cutTo(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let cut = '';
  let taken = 0;
  for (const character of text) {
    taken += stringWidth(character);
    if (taken > columns - 1) break;
    cut += character;
  }
  return `${cut}…`;
}
