import type { SessionLog } from '../../core/index';

/** What to say of a named file in which no conversation was recognised, and what reads it. */
export function notRecognised(which: string, log: SessionLog | undefined): string {
  // No dialect of `--dialect` is the log's.
  if (log !== undefined)
    return `${which} is a session log of ${log.name}; \`convert\` reads it, to a request that can be checked`;
  return `no conversation was recognised in ${which}; --dialect NAME reads it as one`;
}
