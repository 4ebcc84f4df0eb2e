import { describe, expect, test } from 'vitest';
import { type Diagnostic, DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver-protocol/node';
import { Client, plainClient, pullClient, pushClient, TestClock } from './support';
import { answered, brokenMessage, notOurs, orphans, row, unanswered } from './texts';

const URI = 'file:///work/cut.json';
const ROWS = 'file:///work/rows.jsonl';

const codesOf = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ code }) => code);

describe.each([
  ['push', pushClient],
  ['pull', pullClient],
])('a client that %ss', (kind, capabilities) => {
  test('sees each problem with its rule, its page, its place and the other end', async () => {
    const client = await Client.start({ capabilities });
    await client.open(URI, orphans(1));
    const [diagnostic] = await client.diagnostics(URI);
    expect(diagnostic).toMatchObject({
      code: 'orphan-result',
      source: 'transcript-lint',
      severity: DiagnosticSeverity.Error,
      message: expect.stringContaining('"call_0"'),
      codeDescription: {
        href: 'https://github.com/transcript-lint/transcript-lint/blob/main/docs/rules/orphan-result.md',
      },
      data: { rule: 'orphan-result', pointer: expect.stringMatching(/^\/1/) },
    });
    expect(diagnostic?.range).toEqual(client.rangeOf(URI, '"call_0"')); // not every line of the message
  });

  test('sees the state after each change, and nothing once it is fixed', async () => {
    const clock = new TestClock();
    const client = await Client.start({ capabilities, clock });
    await client.open(URI, unanswered);
    expect(codesOf(await client.diagnostics(URI))).toEqual(['unanswered-call']);
    await client.change(URI, { text: answered });
    expect(await client.diagnostics(URI)).toEqual([]);
    await client.replace(URI, '"tool_call_id": "call_1"', '"tool_call_id": "call_2"');
    await client.settle();
    clock.pass(800);
    expect(codesOf(await client.diagnostics(URI))).toContain('orphan-result');
  });

  test('sees rows of JSON Lines, with their syntax errors', async () => {
    const client = await Client.start({ capabilities });
    await client.open(ROWS, `${row('call_1')}\n{"messages": [}\n${row('call_2')}\n`, 'jsonl');
    const diagnostics = await client.diagnostics(ROWS);
    expect(diagnostics.map(({ code, range }) => [code, range.start.line])).toEqual([
      ['unanswered-call', 0],
      ['syntax-error', 1],
      ['unanswered-call', 2],
    ]);
  });

  test('gets at most 250, errors first, and is told of the rest', async () => {
    const client = await Client.start({ capabilities });
    await client.open(URI, orphans(10_000));
    const diagnostics = await client.diagnostics(URI);
    expect(diagnostics).toHaveLength(251);
    expect(diagnostics.at(-1)).toMatchObject({
      severity: DiagnosticSeverity.Information,
      message: expect.stringMatching(/^9750 more problems/),
    });
    expect(new Set(codesOf(diagnostics.slice(0, -1)))).toEqual(new Set(['orphan-result']));
  });

  test('hears nothing of JSON that is not ours', async () => {
    const client = await Client.start({ capabilities, initializationOptions: { status: true } });
    await client.open(URI, notOurs);
    expect(await client.diagnostics(URI)).toEqual([]);
    expect(await client.actions(URI, client.rangeOf(URI, 'user'))).toEqual([]);
    await client.replace(URI, 'acl', 'access');
    await client.close(URI);
    await client.settle();
    expect(client.published).toEqual([]);
    expect(client.statuses).toEqual([]);
    expect(kind === 'push' ? client.published : []).toEqual([]);
  });

  test('is left the syntax errors of its own JSON support', async () => {
    const client = await Client.start({ capabilities });
    await client.open(URI, brokenMessage);
    expect(codesOf(await client.diagnostics(URI))).not.toContain('syntax-error');
  });

  test('gets syntax errors where it asks for them', async () => {
    const client = await Client.start({ capabilities, initializationOptions: { syntaxErrors: true } });
    await client.open(URI, brokenMessage);
    expect(codesOf(await client.diagnostics(URI))).toContain('syntax-error');
  });
});

describe('push', () => {
  test('each publication names the version it is about; queued changes cost one', async () => {
    const client = await Client.start({ capabilities: pushClient });
    await client.open(URI, unanswered);
    await client.settle();
    const typed = 'tomorrow, and the day after?'.split('');
    await Promise.all(typed.map((letter) => client.replace(URI, '?"\n  },\n  {', `${letter}?"\n  },\n  {`)));
    await client.settle();
    const versions = client.published.map(({ version }) => version);
    expect(versions).toEqual([...versions].sort((a = 0, b = 0) => a - b));
    expect(versions.at(-1)).toBe(1 + typed.length);
    expect(versions.length).toBeLessThan(typed.length);
  });

  test('a document that is closed takes its diagnostics along', async () => {
    const client = await Client.start({ capabilities: pushClient });
    await client.open(URI, unanswered);
    await client.settle();
    await client.close(URI);
    await client.settle();
    expect(client.published.map(({ diagnostics }) => diagnostics.length)).toEqual([1, 0]);
  });

  test('what stops being ours is cleared once', async () => {
    const client = await Client.start({ capabilities: pushClient });
    await client.open(URI, unanswered);
    await client.settle();
    await client.change(URI, { text: notOurs });
    await client.settle();
    await client.replace(URI, 'acl', 'access');
    await client.settle();
    expect(client.published.map(({ diagnostics }) => diagnostics.length)).toEqual([1, 0]);
  });

  test('a small client gets plain diagnostics', async () => {
    const client = await Client.start({ capabilities: plainClient });
    await client.open(URI, unanswered);
    const [diagnostic] = await client.diagnostics(URI);
    expect(Object.keys(diagnostic ?? {}).sort()).toEqual(['code', 'message', 'range', 'severity', 'source']);
    expect(client.published[0]).not.toHaveProperty('version');
  });
});

describe('pull', () => {
  test('nothing is pushed; what did not change is not sent again', async () => {
    const client = await Client.start({ capabilities: pullClient });
    await client.open(URI, unanswered);
    const first = await client.pull(URI);
    expect(first).toMatchObject({ kind: 'full', resultId: expect.any(String) });
    expect(await client.pull(URI, first.resultId)).toEqual({ kind: 'unchanged', resultId: first.resultId });

    await client.replace(URI, 'And tomorrow?', 'And today?'); // behind every place that is reported
    expect(await client.pull(URI, first.resultId)).toEqual({ kind: 'unchanged', resultId: first.resultId });

    await client.replace(URI, 'Do I need', 'Should I take'); // same line, but the text before a place moved nothing
    await client.replace(URI, '[', '[\n');
    const moved = await client.pull(URI, first.resultId);
    expect(moved.kind).toBe('full');
    expect(client.published).toEqual([]);
  });

  test('a document that is not open has nothing', async () => {
    const client = await Client.start({ capabilities: pullClient });
    expect(await client.pull(URI)).toMatchObject({ kind: 'full', items: [] });
  });
});

test('what normalization would drop is marked as unnecessary', async () => {
  const client = await Client.start();
  await client.open(URI, orphans(1));
  expect(await client.diagnostics(URI)).toMatchObject([{ code: 'orphan-result', tags: [DiagnosticTag.Unnecessary] }]);
});

test('a call is marked by its id, on one line and on many', async () => {
  const client = await Client.start();
  await client.open(URI, JSON.stringify(JSON.parse(unanswered)));
  const [one] = await client.diagnostics(URI);
  expect(client.at(URI, one?.range ?? client.rangeOf(URI, '['))).toBe('"call_1"');
  await client.change(URI, { text: unanswered });
  const [id] = await client.diagnostics(URI);
  expect(client.at(URI, id?.range ?? client.rangeOf(URI, '['))).toBe('"call_1"');
});

test('what the provider would say stands beside the problem, with its name', async () => {
  const client = await Client.start({ capabilities: pushClient });
  const uri = 'file:///work/said.json';
  await client.open(uri, unanswered);
  const [diagnostic] = await client.diagnostics(uri);
  const data = diagnostic?.data as { providerError?: string } | undefined;
  expect(data?.providerError).toBeDefined();
  expect(diagnostic?.relatedInformation?.map(({ message }) => message)).toContain(
    `OpenAI would say: ${data?.providerError}`,
  );
  const plain = await Client.start({ capabilities: plainClient });
  await plain.open(uri, unanswered);
  expect((await plain.diagnostics(uri))[0]).not.toHaveProperty('relatedInformation');
});
