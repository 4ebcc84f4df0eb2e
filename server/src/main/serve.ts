import { fileURLToPath } from 'node:url';
import {
  createConnection,
  createServerPipeTransport,
  createServerSocketTransport,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageReader,
  type MessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import type { Transport } from '../cli/io';
import { nodeHost } from '../host/node';
import { describeError } from '../lsp/guard';
import { startServer } from '../lsp/server';
import { version } from './version';

/** Serves one client over a transport. The process ends with the client: by `exit`, a closed transport, or a parent that is gone. */
export function serve(transport: Transport): void {
  const [reader, writer] = open(transport);
  const connection = createConnection(reader, writer);
  let isShutDown = false;
  connection.onShutdown(() => {
    isShutDown = true;
  });
  const leave = () => process.exit(isShutDown ? 0 : 1);
  reader.onClose(leave);
  process.once('disconnect', leave);
  // What no guard caught must not take the client's other documents with it.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => connection.console.error(`${event}: ${describeError(error)}`));
  }
  startServer(connection, { version, readText, defer: setImmediate });
}

function open(transport: Transport): [MessageReader, MessageWriter] {
  switch (transport.kind) {
    case 'stdio':
      return [new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout)];
    case 'node-ipc':
      return [new IPCMessageReader(process), new IPCMessageWriter(process)];
    case 'socket':
      return createServerSocketTransport(transport.port);
    case 'pipe':
      return createServerPipeTransport(transport.name);
  }
}

async function readText(uri: string): Promise<string | undefined> {
  if (!uri.startsWith('file:')) return undefined; // what lies elsewhere (vscode-vfs:) is not on this disk
  try {
    return new TextDecoder().decode(await nodeHost.readFile(fileURLToPath(uri)));
  } catch {
    return undefined;
  }
}
