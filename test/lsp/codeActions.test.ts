import { describe, expect, test } from 'vitest';
import type { CodeAction, Diagnostic } from 'vscode-languageserver-protocol/node';
import { Client, plainClient, pullClient, pushClient } from './support';
import { brokenMessage, call, orphans, pretty, row, unanswered, unansweredFixed } from './texts';

const URI = 'file:///work/cut.json';
const QUICK_FIX = ['quickfix'];

/** The titles of the actions at a piece of the text, with `*` at the preferred ones. */
function titles(actions: readonly CodeAction[]): string[] {
  return actions.map(({ title, isPreferred }) => (isPreferred ? `* ${title}` : title));
}

async function actionsAt(client: Client, piece: string, only?: string[], diagnostics: Diagnostic[] = []) {
  const context = { diagnostics, ...(only && { only }) };
  return (await client.actions(URI, client.rangeOf(URI, piece), context)) as CodeAction[];
}

describe.each([
  ['push', pushClient],
  ['pull', pullClient],
])('a client with literals that %ss', (_, capabilities) => {
  test('gets the fixes of a diagnostic, the safe one preferred, bound to the version', async () => {
    const client = await Client.start({ capabilities });
    await client.open(URI, unanswered);
    const diagnostics = await client.diagnostics(URI);
    const actions = await actionsAt(client, '"call_1"', QUICK_FIX, diagnostics);
    expect(titles(actions).filter((title) => title.startsWith('*'))).toHaveLength(1);
    const preferred = actions.find(({ isPreferred }) => isPreferred);
    expect(preferred).toMatchObject({
      kind: 'quickfix',
      diagnostics: [{ code: 'unanswered-call' }],
      edit: { documentChanges: [{ textDocument: { uri: URI, version: 1 } }] },
    });
    expect(await client.apply(preferred?.edit ?? {})).toEqual({ applied: true });
    expect(client.text(URI)).toBe(unansweredFixed);
    expect(await client.diagnostics(URI)).toEqual([]);
  });

  test('gets them for a diagnostic that the text has moved away from', async () => {
    const client = await Client.start({ capabilities });
    await client.open(URI, unanswered);
    const stale = await client.diagnostics(URI);
    await client.replace(URI, '[', '\n\n[');
    const range = stale[0]?.range ?? client.rangeOf(URI, '[');
    const [action] = (await client.actions(URI, range, { diagnostics: stale, only: QUICK_FIX })) as CodeAction[];
    expect(action?.diagnostics).toEqual(stale);
    await client.apply(action?.edit ?? {});
    expect(client.text(URI)).toBe(`\n\n${unansweredFixed}`);
  });

  test('gets no fix all where it would change nothing: what is reported is a fact, and no fault', async () => {
    const client = await Client.start({ capabilities });
    const exchange = [
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: null, tool_calls: [call('call_1')] },
      { role: 'tool', tool_call_id: 'call_1', content: 'x' },
    ];
    await client.open(URI, pretty([...exchange, ...exchange, { role: 'assistant', content: 'Done.' }]));
    expect((await client.diagnostics(URI)).map(({ code }) => code)).toEqual(['reused-call-id']);
    expect(await actionsAt(client, 'Go.', ['source.fixAll'])).toEqual([]);
  });

  test('gets fix all: the safe fixes of what is reported, as one edit', async () => {
    const client = await Client.start({ capabilities });
    await client.open(URI, orphans(3));
    const [action, ...others] = await actionsAt(client, 'Go.', ['source.fixAll']);
    expect(others).toEqual([]);
    expect(action?.kind).toBe('source.fixAll.transcript-lint');
    const { edit } = await client.resolve(action as CodeAction);
    await client.apply(edit ?? {});
    expect(client.text(URI)).toBe(orphans(0));
  });

  test('gets normalization, and is told what it will drop', async () => {
    const client = await Client.start({ capabilities });
    await client.open(URI, orphans(3));
    const actions = await actionsAt(client, 'Go.', ['source.normalize.transcript-lint']);
    expect(actions.map(({ title, kind }) => [title, kind])).toEqual([
      ['Normalize conversation (3 drops)', 'source.normalize.transcript-lint'],
    ]);
    await client.apply((await client.resolve(actions[0] as CodeAction)).edit ?? {});
    expect(client.text(URI)).toBe(orphans(0));
    expect(await actionsAt(client, 'Go.', ['source'])).toEqual([]);
  });

  test('gets one action for all problems of a rule', async () => {
    const client = await Client.start({ capabilities });
    await client.open(URI, orphans(3));
    const actions = await actionsAt(client, 'call_1', QUICK_FIX);
    const all = actions.find(({ title }) => title === 'Fix all 3 "orphan-result" problems');
    await client.apply((await client.resolve(all as CodeAction)).edit ?? {});
    expect(client.text(URI)).toBe(orphans(0));
  });

  test('gets text turned into a message, as each role', async () => {
    const client = await Client.start({ capabilities });
    await client.open(URI, pretty([{ role: 'user', content: 'Go.' }, 'Hello', { role: 'assistant', content: 'Yes.' }]));
    const rewrites = await actionsAt(client, 'Hello', ['refactor']);
    expect(titles(rewrites).filter((title) => title.startsWith('Turn'))).toEqual([
      'Turn text into a user message',
      'Turn text into an assistant message',
      'Turn text into a system message',
      'Turn text into a tool message',
    ]);
    await client.apply(rewrites.find(({ title }) => title.includes('an assistant'))?.edit ?? {});
    expect(JSON.parse(client.text(URI))).toEqual([
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: 'Hello' },
      { role: 'assistant', content: 'Yes.' },
    ]);
  });

  test('gets nothing inside a conversation that does not parse', async () => {
    const client = await Client.start({ capabilities });
    await client.open(URI, brokenMessage);
    expect(await actionsAt(client, 'call_0')).toEqual([]);
    expect(await actionsAt(client, 'call_0', ['source'])).toEqual([]);
    expect(await actionsAt(client, '"Do', ['refactor'])).toEqual([]);
  });

  test('gets fixes outside the conversation that does not parse', async () => {
    const client = await Client.start({ capabilities });
    const whole = { messages: JSON.parse(unanswered) as unknown };
    await client.open(URI, `[${JSON.stringify(whole)},\n{ "messages": ${brokenMessage} }]`);
    expect(titles(await actionsAt(client, '"call_1"', QUICK_FIX))).not.toEqual([]);
    expect(await actionsAt(client, '"call_0"', QUICK_FIX)).toEqual([]);
  });
});

test('a client that strips data, source and severity is given the same fixes', async () => {
  const client = await Client.start({ capabilities: pushClient });
  await client.open(URI, unanswered);
  const diagnostics = await client.diagnostics(URI);
  const whole = await actionsAt(client, 'Do I', QUICK_FIX, diagnostics);
  const bare = diagnostics.map(({ range, code, message }) => ({ range, message, ...(code !== undefined && { code }) }));
  const stripped = await actionsAt(client, 'Do I', QUICK_FIX, bare);
  expect(titles(stripped)).toEqual(titles(whole));
  expect(stripped.map(({ edit }) => edit)).toEqual(whole.map(({ edit }) => edit));
  expect(titles(await actionsAt(client, '"call_1"', QUICK_FIX))).toEqual(titles(whole)); // by place alone
});

test('an automatic menu has no source actions, an asked one has', async () => {
  const client = await Client.start({ capabilities: pullClient });
  await client.open(URI, orphans(1));
  const range = client.rangeOf(URI, 'call_0');
  const kinds = async (triggerKind: 1 | 2) =>
    new Set(((await client.actions(URI, range, { triggerKind })) as CodeAction[]).map(({ kind }) => kind));
  expect(await kinds(2)).toEqual(new Set(['quickfix']));
  expect(await kinds(1)).toEqual(
    new Set(['quickfix', 'source.fixAll.transcript-lint', 'source.normalize.transcript-lint']),
  );
});

test('where a file holds several conversations, one can be normalized alone', async () => {
  const client = await Client.start();
  const two = [1, 2].map((i) => ({
    messages: [
      { role: 'tool', tool_call_id: `c${i}`, content: 'x' },
      { role: 'user', content: 'y' },
    ],
  }));
  await client.open(URI, pretty(two));
  const actions = await actionsAt(client, 'c2');
  expect(titles(actions)).toContain('Normalize 2 conversations (2 drops)');
  const refactorings = await actionsAt(client, 'c2', ['refactor']);
  const one = refactorings.find(({ title }) => title === 'Normalize this conversation (1 drop)');
  await client.apply(one?.edit ?? {});
  expect(JSON.parse(client.text(URI))).toEqual([two[0], { messages: [{ role: 'user', content: 'y' }] }]);
});

test('beside the fixes of a problem stands one for the whole file, where it has more', async () => {
  const client = await Client.start();
  const fixAll = 'Fix all of this file (safe fixes only)';
  await client.open(URI, orphans(1));
  expect(titles(await actionsAt(client, 'call_0', QUICK_FIX))).not.toContain(fixAll);
  await client.close(URI);
  await client.open(URI, orphans(2));
  expect(titles(await actionsAt(client, 'Go.', QUICK_FIX))).not.toContain(fixAll);
  const all = (await actionsAt(client, 'call_0', QUICK_FIX)).find(({ title }) => title === fixAll);
  await client.apply(all?.edit ?? {});
  expect(client.text(URI)).toBe(orphans(0));
});

test('an action is not resolved for a text that has changed', async () => {
  const client = await Client.start({ capabilities: pullClient });
  await client.open(URI, orphans(2));
  const [action] = await actionsAt(client, 'Go.', ['source.fixAll']);
  expect(action).not.toHaveProperty('edit');
  await client.replace(URI, 'Go.', 'Come.');
  await expect(client.resolve(action as CodeAction)).rejects.toThrow(/changed/);
});

test('an edit goes as plain changes to a client that knows no versions', async () => {
  const capabilities = { ...pushClient, workspace: { applyEdit: true } };
  const client = await Client.start({ capabilities });
  await client.open(URI, unanswered);
  const [action] = await actionsAt(client, '"call_1"', QUICK_FIX);
  expect(action?.edit).toEqual({ changes: { [URI]: [expect.anything()] } });
  await client.apply(action?.edit ?? {});
  expect(client.text(URI)).toBe(unansweredFixed);
});

test('CRLF, BOM and comments come through a fix', async () => {
  const client = await Client.start();
  const text = `\uFEFF// kept\n${unanswered}`.replaceAll('\n', '\r\n');
  await client.open(URI, text, 'jsonc');
  const [action] = await actionsAt(client, '"call_1"', QUICK_FIX);
  await client.apply(action?.edit ?? {});
  expect(client.text(URI)).toBe(`\uFEFF// kept\n${unansweredFixed}`.replaceAll('\n', '\r\n'));
});

describe('a client without literals', () => {
  test('gets commands, and is sent the edit', async () => {
    const client = await Client.start({ capabilities: plainClient });
    await client.open(URI, unanswered);
    const actions = await client.actions(URI, client.rangeOf(URI, '"call_1"'));
    const [fix] = actions;
    expect(fix).toEqual({
      title: expect.any(String),
      command: 'transcript-lint.applyEdit',
      arguments: [expect.anything()],
    });
    expect(actions.map(({ command }) => command)).toContain('transcript-lint.fixAll');
    expect(actions.map(({ title }) => title)).toContain('Normalize conversation (1 insertion)');
    await client.execute('transcript-lint.applyEdit', (fix as { arguments: unknown[] }).arguments[0]);
    expect(client.text(URI)).toBe(unansweredFixed);
  });

  test('is refused an edit of a text that has changed', async () => {
    const client = await Client.start({ capabilities: plainClient });
    await client.open(URI, unanswered);
    const [fix] = await client.actions(URI, client.rangeOf(URI, '"call_1"'));
    await client.replace(URI, 'Do I', 'Shall I');
    const argument = (fix as { arguments: unknown[] }).arguments[0];
    await expect(client.execute('transcript-lint.applyEdit', argument)).rejects.toThrow(/changed/);
    expect(client.applied).toEqual([]);
  });
});

test('JSON Lines: the fix stays in its row', async () => {
  const client = await Client.start();
  await client.open('file:///work/rows.jsonl', `${row('a')}\n${row('b')}\n`, 'jsonl');
  const range = client.rangeOf('file:///work/rows.jsonl', '"b"');
  const [action] = (await client.actions('file:///work/rows.jsonl', range, { only: QUICK_FIX })) as CodeAction[];
  await client.apply(action?.edit ?? {});
  const [first, second, ...rest] = client.text('file:///work/rows.jsonl').split('\n');
  expect(first).toBe(row('a'));
  expect(rest).toEqual(['']);
  expect(JSON.parse(second ?? '').messages[2]).toMatchObject({ role: 'tool', tool_call_id: 'b' });
});

test('calls of one message are each fixed alone', async () => {
  const client = await Client.start();
  const text = pretty([
    { role: 'user', content: 'Go.' },
    { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] },
    { role: 'user', content: 'And?' },
  ]);
  await client.open(URI, text);
  const [action] = await actionsAt(client, '"b"', QUICK_FIX);
  await client.apply(action?.edit ?? {});
  expect(JSON.parse(client.text(URI))[2]).toMatchObject({ role: 'tool', tool_call_id: 'b' });
});
