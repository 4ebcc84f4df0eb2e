import type { Host } from '../host/types';
import type { ReplayWorkers } from './replay/replayWorker';
import type { Transport } from './transport';

/** All that the command line touches of the world around it, so that tests can be that world. */
export interface Io {
  readonly host: Host;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly readStdin: () => Promise<Uint8Array>;
  /** What the program would exit with if it had to end now, as it does when nobody reads its output any more. */
  readonly noteCode: (code: ExitCode) => void;
  /** The page of a rule in Markdown; undefined when the package has none. */
  readonly readRulePage: (rule: string) => Promise<string | undefined>;
  /** Serves until the client ends it. */
  /** Runs a command of the user's in a shell. `fault`: how it failed, as the end of a sentence. */
  readonly runCommand: (
    command: string,
    input: string,
    milliseconds: number,
  ) => { readonly output: string; readonly fault?: string };
  /** Calls this on the first Ctrl-C, in place of ending; the second ends. Gives what makes Ctrl-C end the program again. */
  readonly onInterrupt?: (stop: () => void) => () => void;
  /** Other threads, where the program can start any. */
  readonly replayWorkers?: () => ReplayWorkers;
  readonly startLanguageServer: (transport: Transport) => Promise<void>;
  readonly version: string;
}

export interface Output {
  /** Resolves when the text may be followed by more: a slow reader slows the work down. */
  readonly write: (text: string | Uint8Array) => Promise<void>;
  readonly isTerminal: boolean;
  readonly columns: number;
}

/** Nothing to report; problems found; usage, configuration or input and output failed. */
export type ExitCode = 0 | 1 | 2;
