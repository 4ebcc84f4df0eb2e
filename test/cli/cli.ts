import type { Io } from '../../server/src/cli/io';
import { run } from '../../server/src/cli/run';
import type { Transport } from '../../server/src/cli/transport';
import { nodeHost } from '../../server/src/host/node';
import type { Host } from '../../server/src/host/types';

export interface World {
  readonly cwd?: string;
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly isTerminal?: boolean;
  readonly columns?: number;
  readonly host?: Partial<Host>;
  readonly noteCode?: Io['noteCode'];
  readonly runCommand?: Io['runCommand'];
  readonly rulePages?: Readonly<Record<string, string>>;
}

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** How the language server was started, if it was. */
  readonly served: readonly Transport[];
}

/** Runs the command line in this process, in a world of the test's making. */
export async function cli(argv: readonly string[], world: World = {}): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const served: Transport[] = [];
  const output = (stream: keyof typeof written) => ({
    write: async (text: string | Uint8Array) => {
      written[stream] += typeof text === 'string' ? text : Buffer.from(text).toString('latin1');
    },
    isTerminal: world.isTerminal ?? false,
    columns: world.columns ?? 100,
  });
  const io: Io = {
    host: { ...nodeHost, ...world.host },
    cwd: world.cwd ?? '/',
    env: world.env ?? {},
    stdout: output('stdout'),
    stderr: output('stderr'),
    readStdin: async () => Buffer.from(world.stdin ?? ''),
    noteCode: world.noteCode ?? (() => {}),
    readRulePage: async (rule) => world.rulePages?.[rule],
    runCommand: world.runCommand ?? (() => ({ output: '', fault: 'is not to be run here' })),
    startLanguageServer: async (transport) => {
      served.push(transport);
    },
    version: '1.2.3',
  };
  const code = await run(argv, io);
  return { code, ...written, served };
}
