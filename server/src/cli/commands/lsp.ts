import type { ExitCode, Io } from '../io';
import type { Transport } from '../transport';
import { UsageError } from '../usage';

export interface LspCommandOptions {
  readonly stdio?: boolean;
  readonly nodeIpc?: boolean;
  readonly socket?: string;
  readonly pipe?: string;
}

/** Starts the language server and stays until its client ends it. */
export async function lsp(options: LspCommandOptions, io: Io): Promise<ExitCode> {
  await io.startLanguageServer(transportOf(options));
  return 0;
}

/** Standard input and output unless another way is named, as editors expect. */
function transportOf({ stdio, nodeIpc, socket, pipe }: LspCommandOptions): Transport {
  const named: Transport[] = [
    ...(stdio === true ? [{ kind: 'stdio' } as const] : []),
    ...(nodeIpc === true ? [{ kind: 'node-ipc' } as const] : []),
    ...(socket === undefined ? [] : [{ kind: 'socket', port: portOf(socket) } as const]),
    ...(pipe === undefined ? [] : [{ kind: 'pipe', name: pipe } as const]),
  ];
  if (named.length > 1) throw new UsageError('name one of --stdio, --node-ipc, --socket and --pipe');
  return named[0] ?? { kind: 'stdio' };
}

function portOf(written: string): number {
  const port = /^\d{1,5}$/.test(written) ? Number(written) : 0;
  if (port < 1 || port > 65_535) throw new UsageError(`"${written}" is no port; write --socket=PORT with 1 to 65535`);
  return port;
}
