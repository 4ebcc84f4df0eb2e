import { connect as connectSocket, type NetConnectOpts, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  createConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageReader,
  type MessageWriter,
  SocketMessageReader,
  SocketMessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import type { Transport } from '../cli/transport';
import { UsageError } from '../cli/usage';
import { nodeHost } from '../host/node';
import { describeError } from '../lsp/guard';
import { startServer } from '../lsp/server';
import { version } from './version';

/** Serves one client over a transport. The process ends with the client: by `exit`, a closed transport, or a parent that is gone. */
export async function serve(transport: Transport): Promise<void> {
  const [reader, writer] = await open(transport);
  const connection = createConnection(reader, writer);
  let isShutDown = false;
  const onShutdown = () => {
    isShutDown = true;
  };
  // Once it is initialized the server has a handler of its own, and there is room for one.
  connection.onShutdown(onShutdown);
  const leave = () => process.exit(isShutDown ? 0 : 1);
  reader.onClose(leave);
  process.once('disconnect', leave);
  // What no guard caught must not take the client's other documents with it.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => connection.console.error(`${event}: ${describeError(error)}`));
  }
  startServer(connection, { version, readText, defer: setImmediate, onShutdown });
}

async function open(transport: Transport): Promise<[MessageReader, MessageWriter]> {
  switch (transport.kind) {
    case 'stdio':
      return [new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout)];
    case 'node-ipc':
      return [new IPCMessageReader(process), new IPCMessageWriter(process)];
    case 'socket':
      return over(await connect({ port: transport.port, host: '127.0.0.1' }, `port ${transport.port}`));
    case 'pipe':
      return over(await connect({ path: transport.name }, transport.name));
  }
}

function over(socket: Socket): [MessageReader, MessageWriter] {
  return [new SocketMessageReader(socket), new SocketMessageWriter(socket)];
}

/** The client listens, the server comes to it. */
function connect(to: NetConnectOpts, name: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket(to);
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      reject(new UsageError(`no client could be reached at ${name} (${error.code ?? error.message})`));
    });
  });
}

async function readText(uri: string): Promise<string | undefined> {
  if (!uri.startsWith('file:')) return undefined; // what lies elsewhere (vscode-vfs:) is not on this disk
  try {
    return new TextDecoder().decode(await nodeHost.readFile(fileURLToPath(uri)));
  } catch {
    return undefined;
  }
}
