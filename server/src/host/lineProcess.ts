import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { endWithUs, killGroup } from './processGroups';

/** What came of waiting for a line. `ended`: the program did; `how` is the end of a sentence. */
export type LineAnswer =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'ended'; readonly how: string }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'too-long' };

/** A line longer than this is no answer to anything; it would be held as one string. */
export const LONGEST_LINE = 64 * 1024 * 1024;
/** Lines that nobody asked for yet; a program that prints without end is left waiting behind them. */
const MOST_WAITING = 1024 * 1024;
/** Lines that were given are let go of from time to time. */
const MOST_GIVEN = 1000;
/** How long a program may take to end by itself once nothing more comes. */
const FAREWELL_MS = 1000;

/** A command of the user's in a shell, kept running: a line goes in, a line comes out. */
export class LineProcess {
  private readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  private readonly forget: () => void;
  private lines: string[] = [];
  /** How many of the lines have been given: taking them off the front one by one would move all the others each time. */
  private given = 0;
  private waiting = 0;
  private pieces: Buffer[] = [];
  private pieceBytes = 0;
  private isTooLong = false;
  private isLeft = false;
  private how: string | undefined;
  private wake: (() => void) | undefined;
  private readonly closed: Promise<void>;
  private readonly longest: number;

  constructor(command: string, cwd: string, onErrorText: (text: string) => void, longest: number = LONGEST_LINE) {
    this.longest = longest;
    const isWindows = process.platform === 'win32';
    // A group of its own, so that a command that hangs ends together with all that it has started.
    this.child = spawn(command, {
      shell: true,
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: !isWindows,
      windowsHide: true,
    });
    this.forget = endWithUs(this.child);
    const { stdin, stdout, stderr } = this.child;
    stdin.on('error', () => {}); // it closed its input, or ended: that shows where its answer is waited for
    stdout.on('data', (chunk: Buffer) => this.take(chunk));
    const decoder = new StringDecoder('utf8');
    stderr.on('data', (chunk: Buffer) => onErrorText(decoder.write(chunk)));
    this.closed = new Promise((resolve) => {
      const end = (how: string) => {
        this.how ??= how;
        this.forget();
        this.wake?.();
        resolve();
      };
      this.child.once('error', (error) => end(`could not be started: ${error.message}`));
      this.child.once('close', (code, signal) => end(signal === null ? exitText(code) : `was ended by ${signal}`));
    });
  }

  /** Sends a line. At most one is on its way: the answer is waited for before the next. */
  send(line: string): void {
    this.child.stdin.write(`${line}\n`);
  }

  /** The next line that it prints, without its end. */
  async next(timeoutMs: number): Promise<LineAnswer> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const line = this.lines[this.given];
      if (line !== undefined) {
        this.given++;
        if (this.given > MOST_GIVEN && this.given * 2 > this.lines.length) {
          this.lines = this.lines.slice(this.given);
          this.given = 0;
        }
        this.waiting -= line.length + 1;
        if (this.waiting < MOST_WAITING) this.child.stdout.resume();
        return { kind: 'line', text: line };
      }
      this.lines = [];
      this.given = 0;
      if (this.isTooLong) return { kind: 'too-long' };
      if (this.how !== undefined) return { kind: 'ended', how: this.how };
      const left = deadline - performance.now();
      if (left <= 0) return { kind: 'timeout' };
      await this.change(left);
    }
  }

  /** Ends it and what it has started, at once. */
  kill(): void {
    this.letGo();
    killGroup(this.child);
  }

  /** Lets it end by itself, for a moment. Gives the lines that nobody had asked for. */
  async end(): Promise<readonly string[]> {
    this.child.stdin.end();
    this.letGo();
    const timer = setTimeout(() => this.kill(), FAREWELL_MS);
    await this.closed;
    clearTimeout(timer);
    return this.lines.slice(this.given);
  }

  /** From here on what it prints only has to go somewhere: it is not over before all of that is read. */
  private letGo(): void {
    this.isLeft = true;
    this.child.stdout.resume();
  }

  private change(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, Math.min(timeoutMs, LONGEST_TIMER));
      this.wake = done;
    });
  }

  private take(chunk: Buffer): void {
    if (this.isLeft && this.waiting >= MOST_WAITING) return;
    let start = 0;
    for (let feed = chunk.indexOf(LINE_FEED); feed >= 0; feed = chunk.indexOf(LINE_FEED, start)) {
      const line = Buffer.concat([...this.pieces, chunk.subarray(start, feed)]).toString('utf8');
      this.lines.push(line);
      this.waiting += line.length + 1; // an empty one takes room, too
      this.pieces = [];
      this.pieceBytes = 0;
      start = feed + 1;
    }
    const rest = chunk.subarray(start);
    if (rest.length > 0) {
      this.pieces.push(rest);
      this.pieceBytes += rest.length;
    }
    if (this.pieceBytes > this.longest) {
      this.isTooLong = true;
      this.pieces = [];
      this.pieceBytes = 0;
      this.kill();
    }
    if (this.waiting >= MOST_WAITING && !this.isLeft) this.child.stdout.pause();
    this.wake?.();
  }
}

const LINE_FEED = 10;
/** Longer timers fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

function exitText(code: number | null): string {
  return code === 127 ? 'ended with exit code 127 (the shell found no such command)' : `ended with exit code ${code}`;
}
