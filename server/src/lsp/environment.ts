/** Time as the server sees it. The core knows none, and tests bring their own. */
export interface Clock {
  /** Milliseconds since some moment; never goes back. */
  readonly now: () => number;
  /** Runs a function after some milliseconds, unless the answer is called before. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

/** What the runtime gives to the server; each entry in `main/` builds one. Keeps this folder free of Node and of the browser. */
export interface ServerEnvironment {
  readonly version: string;
  /** The text of a file by its URI; undefined when there is none or it cannot be read. */
  readonly readText: (uri: string) => Promise<string | undefined>;
  /** Runs a function after the messages that have already arrived were handled (`setImmediate`, `setTimeout` of 0). */
  readonly defer: (run: () => void) => void;
  readonly clock: Clock;
  /** The client has asked the server to end. */
  readonly onShutdown?: () => void;
}
