import { removeUnfinishedFiles, watchUnfinishedFiles } from '../host/replace';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * While a temporary file exists, a signal removes it and then ends the program as it would have. Otherwise signals are left
 * to the system: a handler of ours would wait for the analysis at hand, which may take seconds, or for a pipe that nobody writes to.
 */
export function cleanUpOnSignals(): void {
  const end = (signal: NodeJS.Signals) => {
    removeUnfinishedFiles();
    for (const name of SIGNALS) process.removeListener(name, end);
    process.kill(process.pid, signal);
  };
  let isListening = false;
  watchUnfinishedFiles((hasUnfinished) => {
    if (hasUnfinished === isListening) return;
    isListening = hasUnfinished;
    for (const name of SIGNALS) {
      if (hasUnfinished) process.on(name, end);
      else process.removeListener(name, end);
    }
  });
}

/** Calls this on the first Ctrl-C; the second ends the program at once. Gives what makes the first do so again. */
export function onInterrupt(stop: () => void): () => void {
  process.once('SIGINT', stop);
  return () => process.removeListener('SIGINT', stop);
}

/** Ends the program as the signal would have. */
export function endBy(signal: NodeJS.Signals): void {
  process.kill(process.pid, signal);
}
