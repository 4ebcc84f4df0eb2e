import { writeSync } from 'node:fs';
import { connect as connectSocket, type NetConnectOpts, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
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
import type { Clock } from '../lsp/environment';
import { FrameWatch } from '../lsp/frameWatch';
import { describeError } from '../lsp/guard';
import { startServer } from '../lsp/server';
import { version } from './version';

/** Serves one client over a transport. The process ends with the client: by `exit`, a closed transport, or a parent that is gone. */
export async function serve(transport: Transport): Promise<void> {
  const { reader, writer, bytes } = await open(transport);
  const connection = createConnection(reader, writer);
  let isShutDown = false;
  const onShutdown = () => {
    isShutDown = true;
  };
  const leave = () => process.exit(isShutDown ? 0 : 1);
  reader.onClose(leave);
  process.once('disconnect', leave);
  // What no guard caught must not take the client's other documents with it.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => connection.console.error(`${event}: ${describeError(error)}`));
  }
  if (bytes) endOnBadFrames(bytes);
  startServer(connection, { version, readText, defer: setImmediate, clock, onShutdown });
}

interface Channel {
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
  /** What the reader reads, where messages come as framed bytes. */
  readonly bytes?: Readable;
}

const clock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

async function open(transport: Transport): Promise<Channel> {
  switch (transport.kind) {
    case 'stdio': {
      const { stdin, stdout } = process;
      return { reader: new StreamMessageReader(stdin), writer: new StreamMessageWriter(stdout), bytes: stdin };
    }
    case 'node-ipc':
      return { reader: new IPCMessageReader(process), writer: new IPCMessageWriter(process) };
    case 'socket':
      return over(await connect({ port: transport.port, host: '127.0.0.1' }, `port ${transport.port}`));
    case 'pipe':
      return over(await connect({ path: transport.name }, transport.name));
  }
}

function over(socket: Socket): Channel {
  return { reader: new SocketMessageReader(socket), writer: new SocketMessageWriter(socket), bytes: socket };
}

/**
 * Ends the process where the bytes cannot be cut into messages any more: nothing that the client says would ever be heard,
 * and it would wait for its answers for good. An editor starts a server that has ended again.
 */
function endOnBadFrames(bytes: Readable): void {
  const frames = new FrameWatch();
  // Before the connection's own listener: the reader would hang on what is refused here.
  bytes.on('data', (chunk: Uint8Array) => {
    const fault = frames.see(chunk);
    if (fault === undefined) return;
    try {
      writeSync(2, `transcript-lint: error: the client's message cannot be read: ${fault}\n`);
    } catch {
      // Nobody is left to tell.
    }
    process.exit(2);
  });
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
    const bytes = await nodeHost.readSettings(fileURLToPath(uri));
    return bytes && new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}
