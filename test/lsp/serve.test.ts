// The server as a process of its own, over each way that a client may reach it.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  createClientPipeTransport,
  createClientSocketTransport,
  createProtocolConnection,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageReader,
  type MessageWriter,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { unanswered } from './texts';

const folder = mkdtempSync(join(tmpdir(), 'transcript-lint-serve-'));
const bundle = join(folder, 'server.cjs');

beforeAll(async () => {
  const root = join(import.meta.dirname, '..', '..');
  await build({
    absWorkingDir: root,
    entryPoints: ['server/src/main/serverNode.ts'],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(...args: string[]): ChildProcess {
  const server = spawn(process.execPath, [bundle, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void server.kill());
  return server;
}

const ended = (server: ChildProcess) => new Promise<number | null>((resolve) => void server.once('exit', resolve));

function connect([reader, writer]: readonly [MessageReader, MessageWriter]): ProtocolConnection {
  const connection = createProtocolConnection(reader, writer);
  connection.listen();
  return connection;
}

const overStdio = ({ stdout, stdin }: ChildProcess) => {
  if (stdout === null || stdin === null) throw new Error('no pipes');
  return connect([new StreamMessageReader(stdout), new StreamMessageWriter(stdin)]);
};

async function initialize(connection: ProtocolConnection, processId: number | null = process.pid): Promise<void> {
  await connection.sendRequest(InitializeRequest.type, { processId, rootUri: null, capabilities: {} });
  await connection.sendNotification(InitializedNotification.type, {});
}

function firstDiagnostics(connection: ProtocolConnection, uri: string): Promise<PublishDiagnosticsParams> {
  return new Promise((resolve) => {
    connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
      if (params.uri === uri) resolve(params);
    });
  });
}

/** From the first word to the last: problems of a real file, governed by a real configuration file, and a clean end. */
async function roundTrip(connection: ProtocolConnection, server: ChildProcess): Promise<void> {
  writeFileSync(join(folder, 'transcript-lint.config.json'), '{ "rules": { "unanswered-call": "warning" } }');
  const uri = pathToFileURL(join(folder, 'a b#.json')).href;
  await initialize(connection);
  const told = firstDiagnostics(connection, uri);
  const textDocument = { uri, languageId: 'json', version: 1, text: unanswered };
  await connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  expect(await told).toMatchObject({ diagnostics: [{ code: 'unanswered-call', severity: 2 }] });
  const end = ended(server);
  await connection.sendRequest(ShutdownRequest.type);
  await connection.sendNotification(ExitNotification.type);
  expect(await end).toBe(0);
}

test.each([[[]], [['--stdio']], [['--stdio', '--clientProcessId=1']]])('stdio: %j', async (args) => {
  const server = start(...args);
  await roundTrip(overStdio(server), server);
});

test('node-ipc', async () => {
  const server = fork(bundle, ['--node-ipc'], { stdio: 'inherit' });
  onTestFinished(() => void server.kill());
  await roundTrip(connect([new IPCMessageReader(server), new IPCMessageWriter(server)]), server);
});

test('socket', async () => {
  const { port, transport } = await freeSocket();
  const server = start(`--socket=${port}`);
  await roundTrip(connect(await transport.onConnected()), server);
});

test('pipe', async () => {
  const name = join(folder, 'pipe.sock');
  const transport = await createClientPipeTransport(name);
  const server = start(`--pipe=${name}`);
  await roundTrip(connect(await transport.onConnected()), server);
});

test('a client that closes its end without a word ends the server', async () => {
  const server = start('--stdio');
  const connection = overStdio(server);
  await initialize(connection, null);
  const end = ended(server);
  server.stdin?.end();
  expect(await end).toBe(1);
});

test('a client that dies ends the server', async () => {
  const parent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const server = start('--stdio');
  await initialize(overStdio(server), parent.pid ?? null);
  const end = ended(server);
  parent.kill('SIGKILL');
  expect(await end).toBe(1);
});

/** What the server says on standard error and how it ends, after these bytes. */
async function after(...chunks: (string | Uint8Array)[]): Promise<{ code: number | null; stderr: string }> {
  const server = spawn(process.execPath, [bundle, '--stdio'], { stdio: ['pipe', 'ignore', 'pipe'] });
  onTestFinished(() => void server.kill());
  let stderr = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  server.stdin.on('error', () => {}); // it may be gone before all is written
  for (const chunk of chunks) server.stdin.write(chunk);
  const code = await new Promise<number | null>((resolve) => void server.once('close', resolve));
  return { code, stderr };
}

test.each([
  ['negative', 'Content-Length: -5\r\n\r\n{}', /Content-Length is "-5"/],
  ['no number', 'Content-Length: soon\r\n\r\n{}', /Content-Length is "soon"/],
  ['enormous', 'Content-Length: 99999999999999999999\r\n\r\n{}', /more than any message has/],
  ['missing', 'Content-Type: application/json\r\n\r\n{}', /without Content-Length/],
  ['no header at all', `{"jsonrpc":"2.0","id":1,"method":"initialize"}\n`, /line feed alone/],
])(
  'a client whose messages cannot be cut apart (%s) is not left waiting: the server ends and says why',
  async (_, bytes, why) => {
    const { code, stderr } = await after(bytes);
    expect(stderr).toMatch(/^transcript-lint: error: the client's message cannot be read: /);
    expect(stderr).toMatch(why);
    expect(code).toBe(2);
  },
);

test('a message that is no JSON harms nobody: the next one is answered', async () => {
  const server = start('--stdio');
  server.stdin?.write('Content-Length: 3\r\n\r\n{,}');
  const connection = overStdio(server);
  await initialize(connection);
  const end = ended(server);
  await connection.sendRequest(ShutdownRequest.type);
  await connection.sendNotification(ExitNotification.type);
  expect(await end).toBe(0);
});

async function freeSocket() {
  for (let port = 41_000 + (process.pid % 1_000); ; port += 7) {
    try {
      return { port, transport: await createClientSocketTransport(port) };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    }
  }
}
