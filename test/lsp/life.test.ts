import { PassThrough } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createConnection } from 'vscode-languageserver/node';
import {
  CancellationTokenSource,
  CodeActionRequest,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
  ErrorCodes,
  InitializeRequest,
  LSPErrorCodes,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { startServer } from '../../server/src/lsp/server';
import { Client, pullClient, pushClient, realClock } from './support';
import { answered, orphans, unanswered, unansweredFixed } from './texts';

const URI = 'file:///work/cut.json';
const textDocument = { uri: URI };

describe('requests', () => {
  test('that are withdrawn are answered as cancelled, and the next one is answered', async () => {
    const client = await Client.start({ capabilities: pullClient });
    await client.open(URI, orphans(2_000));
    const withdrawn = new CancellationTokenSource();
    const answer = client.connection.sendRequest(DocumentDiagnosticRequest.type, { textDocument }, withdrawn.token);
    withdrawn.cancel();
    await expect(answer).rejects.toMatchObject({ code: LSPErrorCodes.RequestCancelled });
    expect(await client.pull(URI)).toMatchObject({ kind: 'full' });
  });

  test('that come all at once are each answered for the text as it is then', async () => {
    const client = await Client.start({ capabilities: pullClient });
    await client.open(URI, unanswered);
    const first = client.pull(URI);
    await client.change(URI, { text: answered });
    const second = client.pull(URI);
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    const actions = client.actions(URI, range, { only: ['source'] });
    await client.change(URI, { text: orphans(1) });
    const third = client.pull(URI);
    const counts = (await Promise.all([first, second, third])).map(
      (report) => 'items' in report && report.items.length,
    );
    expect(counts.at(-1)).toBe(1);
    expect(counts.slice(0, 2).every((count) => count === 0 || count === 1)).toBe(true);
    expect(await actions).toEqual(expect.any(Array));
  });

  test('after shutdown are invalid', async () => {
    const client = await Client.start({ capabilities: pullClient });
    await client.open(URI, unanswered);
    await client.connection.sendRequest(ShutdownRequest.type);
    await expect(client.pull(URI)).rejects.toMatchObject({ code: ErrorCodes.InvalidRequest });
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    await expect(client.actions(URI, range)).rejects.toMatchObject({ code: ErrorCodes.InvalidRequest });
  });

  test('about a document that is closed meanwhile are answered with nothing', async () => {
    const client = await Client.start({ capabilities: pullClient });
    await client.open(URI, unanswered);
    const report = client.pull(URI);
    const actions = client.actions(URI, client.rangeOf(URI, '"call_1"'));
    await client.close(URI);
    expect(await report).toMatchObject({ kind: 'full', items: [] });
    expect([[], await actions]).toContainEqual(await actions);
    expect(await client.actions(URI, { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } })).toEqual([]);
  });

  test('that are nonsense are answered with an error, without text of the transcript, and the server lives', async () => {
    const client = await Client.start({ capabilities: pullClient });
    await client.open(URI, unanswered);
    const nonsense = client.connection.sendRequest(CodeActionRequest.method, {
      textDocument,
      range: null,
      context: {},
    });
    await expect(nonsense).rejects.toMatchObject({ code: LSPErrorCodes.RequestFailed });
    await client.settle();
    expect(client.log).toContainEqual(expect.stringMatching(/^textDocument\/codeAction failed: TypeError\n/));
    expect(client.log.join('\n')).not.toContain('umbrella');
    expect(await client.pull(URI)).toMatchObject({ kind: 'full', items: [{ code: 'unanswered-call' }] });
  });
});

describe('the order of messages', () => {
  /** A client that has said nothing yet. */
  function connect() {
    const [toServer, toClient] = [new PassThrough(), new PassThrough()];
    const server = createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient));
    startServer(server, { version: '1.2.3', readText: async () => undefined, defer: setImmediate, clock: realClock });
    const connection = createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
    connection.listen();
    onTestFinished(() => {
      connection.dispose();
      server.dispose();
    });
    return connection;
  }
  const params = { processId: null, rootUri: null, capabilities: pushClient };
  const notInitialized = { code: ErrorCodes.ServerNotInitialized };
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

  test('what is asked before "initialize" is told so, whatever it is, and the server still starts', async () => {
    const connection = connect();
    const action = connection.sendRequest(CodeActionRequest.type, {
      textDocument,
      range,
      context: { diagnostics: [] },
    });
    await expect(action).rejects.toMatchObject(notInitialized);
    for (const method of ['textDocument/codeLens', 'workspace/executeCommand', 'no/such/method', 'shutdown']) {
      await expect(connection.sendRequest(method, {}), method).rejects.toMatchObject(notInitialized);
    }
    // Told, not asked: nobody waits for an answer, and nothing is kept for later.
    await connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri: URI, languageId: 'json', version: 1, text: unanswered },
    });
    expect(await connection.sendRequest(InitializeRequest.type, params)).toMatchObject({
      serverInfo: { version: '1.2.3' },
    });
    expect(await connection.sendRequest('transcriptLint/status', { uri: URI })).toBeNull();
  });

  test('a second "initialize" is refused and changes nothing', async () => {
    const client = await Client.start({ capabilities: pushClient });
    const again = client.connection.sendRequest(InitializeRequest.type, { ...params, capabilities: pullClient });
    await expect(again).rejects.toMatchObject({ code: ErrorCodes.InvalidRequest });
    await client.open(URI, unanswered);
    expect(await client.diagnostics(URI)).toHaveLength(1);
    expect(client.published).toHaveLength(1); // still the client that is pushed to
  });

  test('an "initialize" that makes no sense may be tried again', async () => {
    const connection = connect();
    await expect(connection.sendRequest(InitializeRequest.method, {})).rejects.toThrow();
    expect(await connection.sendRequest(InitializeRequest.type, params)).toMatchObject({ capabilities: {} });
  });

  test('nothing is served after "shutdown", known or not, and no second life begins', async () => {
    const client = await Client.start({ capabilities: pullClient });
    await client.connection.sendRequest(ShutdownRequest.type);
    for (const method of [
      'textDocument/codeLens',
      'transcriptLint/status',
      'no/such/method',
      'shutdown',
      'initialize',
    ]) {
      const asked = client.connection.sendRequest(method, { ...params, textDocument, uri: URI });
      await expect(asked, method).rejects.toMatchObject({ code: ErrorCodes.InvalidRequest });
    }
  });

  test('between them, a method that does not exist is just that', async () => {
    const client = await Client.start();
    const asked = client.connection.sendRequest('no/such/method', {});
    await expect(asked).rejects.toMatchObject({ code: ErrorCodes.MethodNotFound });
  });
});

describe('documents', () => {
  test('a change whose settings are still being asked for is not published for the old text', async () => {
    const client = await Client.start({ capabilities: pushClient, settings: () => ({}) });
    await client.open(URI, unanswered);
    await client.change(URI, { text: answered });
    await client.settle();
    expect(client.published).toEqual([]); // the first text was never shown: it was gone before it could be
  });

  test('closed and opened again at version 1, the new text counts', async () => {
    const client = await Client.start({ capabilities: pushClient });
    await client.open(URI, unanswered);
    await client.close(URI);
    await client.open(URI, answered);
    await client.settle();
    expect(client.published.at(-1)?.diagnostics ?? []).toEqual([]);
    await client.close(URI);
    await client.open(URI, unanswered);
    await client.settle();
    expect(client.published.at(-1)?.diagnostics).toHaveLength(1);
  });

  test('several changes in one message count one after the other', async () => {
    const client = await Client.start({ capabilities: pushClient });
    await client.open(URI, unanswered);
    await client.change(
      URI,
      { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: '\n\n' },
      { range: { start: { line: 2, character: 0 }, end: { line: 2, character: 1 } }, text: '[ ' },
      { range: { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } }, text: '' },
    );
    expect(client.text(URI)).toBe(`\n[ ${unanswered.slice(1)}`);
    const [diagnostic] = await client.diagnostics(URI);
    expect(client.at(URI, diagnostic?.range ?? client.rangeOf(URI, '['))).toContain('call_1');
  });

  test('a change of a document that is not open harms nothing', async () => {
    const client = await Client.start({ capabilities: pushClient });
    const contentChanges = [{ text: '[]' }];
    const nowhere = { uri: 'file:///nowhere.json', version: 7 };
    await client.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: nowhere,
      contentChanges,
    });
    await client.open(URI, unanswered);
    expect(await client.diagnostics(URI)).toHaveLength(1);
  });

  test('an edit that the editor refuses as stale is reported, not lost', async () => {
    const client = await Client.start({ capabilities: pushClient });
    await client.open(URI, unanswered);
    await client.settle();
    // The person types while the edit is on its way: the server's version is behind the editor's.
    const typed = client.execute('transcript-lint.fixAll', { uri: URI });
    await client.replace(URI, 'Do I', 'Shall I');
    await expect(typed).rejects.toThrow(/did not apply/);
    expect(client.text(URI)).toBe(unanswered.replace('Do I', 'Shall I'));
    await client.execute('transcript-lint.fixAll', { uri: URI });
    expect(client.text(URI)).toBe(unansweredFixed.replace('Do I', 'Shall I'));
  });
});
