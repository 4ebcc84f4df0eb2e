import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { endWithUs, killGroup } from './processGroups';

/** What came of waiting for a line. `ended`: the program did, or what it prints to is closed; `how` is the end of a sentence. */
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
/**
 * How long what a program wrote may take to arrive once it has ended, and how long it may take to end once it has closed its output.
 * Something that it has started may hold the pipes open for as long as it likes, so nobody waits for them to be closed.
 */
const GRACE_MS = 250;

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
  private isKilled = false;
  /** How it ended; what it wrote before may still be on its way. */
  private exit: string | undefined;
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
      this.child.once('exit', (code, signal) => {
        const exit = signal === null ? exitText(code) : `was ended by ${signal}`;
        this.exit = exit;
        this.child.once('close', () => end(exit));
        this.whenGraceIsOver(() => {
          this.cutOff();
          end(exit);
        });
      });
    });
    stdout.once('end', () => {
      setTimeout(() => {
        this.how ??= this.exit ?? 'closed its output';
        this.wake?.();
      }, GRACE_MS).unref();
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
      if (this.isKilled) return { kind: 'ended', how: 'was ended' };
      const left = deadline - performance.now();
      if (left <= 0) return this.exit === undefined ? { kind: 'timeout' } : { kind: 'ended', how: this.exit };
      await this.change(left);
    }
  }

  /** Ends it and what it has started, at once. */
  kill(): void {
    this.isKilled = true;
    this.letGo();
    killGroup(this.child);
    this.wake?.();
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

  /** Once what it wrote has arrived or had its time to: not before it was looked for, however busy this program is. */
  private whenGraceIsOver(then: () => void): void {
    const timer = setTimeout(() => {
      if (this.child.stdout.isPaused()) this.whenGraceIsOver(then);
      else setImmediate(() => this.how === undefined && then());
    }, GRACE_MS);
    this.child.once('close', () => clearTimeout(timer));
  }

  /** It has ended, and something that it left behind keeps its pipes open. */
  private cutOff(): void {
    const { stdin, stdout, stderr } = this.child;
    killGroup(this.child);
    for (const pipe of [stdin, stdout, stderr]) pipe.destroy();
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
  if (code === 127) return 'ended with exit code 127 (the shell found no such command)';
  const signal = code === null ? undefined : signalOf(code);
  return `ended with exit code ${code}${signal === undefined ? '' : ` (${signal})`}`;
}

/** A shell that has waited for a command hands on as a number what signal ended it. */
function signalOf(code: number): string | undefined {
  if (process.platform === 'win32') return undefined;
  return Object.entries(constants.signals).find(([, number]) => number === code - SIGNALLED)?.[0];
}

const SIGNALLED = 128;
