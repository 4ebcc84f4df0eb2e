import { visible } from '../../core/index';
import type { Io } from '../io';
import { UsageError } from '../usage';

/** A model may take its time over a summary; what takes longer than this has stopped. */
export const SUMMARY_TIMEOUT_MS = 15_000;

/** A summary that leaves no room is asked for again with more cut; a program that is never content would be run for each turn. */
const MOST_RUNS = 12;

/** What a command makes of the entries that are cut: they are its standard input as a JSON list, its output is the summary. */
export function summaryBy(
  command: string,
  milliseconds: number,
  io: Io,
): (cut: readonly unknown[], asked: number) => string {
  const quoted = JSON.stringify(visible(command));
  // What was cut once is often cut again: where one conversation has no window, the others are prepared once more.
  const known = new Map<string, string>();
  return (cut, asked) => {
    const input = JSON.stringify(cut);
    const before = known.get(input);
    if (before !== undefined) return before;
    if (asked > MOST_RUNS) {
      throw new UsageError(
        `--summary-exec: ${quoted} was run ${MOST_RUNS} times, and none of its summaries leaves room for a window`,
      );
    }
    const { output, fault } = io.runCommand(command, input, milliseconds);
    const help = fault?.startsWith('was still running') ? ' (--summary-timeout gives it longer)' : '';
    if (fault !== undefined) throw new UsageError(`--summary-exec: ${quoted} ${fault}${help}`);
    const text = output.trim();
    if (text === '') throw new UsageError(`--summary-exec: ${quoted} printed nothing`);
    known.set(input, text);
    return text;
  };
}
