// What a save may change: never the entry that somebody may still be typing in, nor what is wrong elsewhere for it alone.
import { describe, expect, test } from 'vitest';
import { type CodeAction, CodeActionTriggerKind } from 'vscode-languageserver-protocol/node';
import { Client, isAction, pullClient, pushClient, TestClock } from './support';
import { call, pretty } from './texts';

const URI = 'file:///work/typed.json';

/** An orphan far away, which is plain, and a result that is about to be edited. */
const text = pretty([
  { role: 'user', content: 'Go.' },
  { role: 'tool', tool_call_id: 'call_0', content: 'of nobody' },
  { role: 'user', content: 'Do I need an umbrella?' },
  { role: 'assistant', content: null, tool_calls: [call('call_w1')] },
  { role: 'tool', tool_call_id: 'call_w1', content: 'EVIDENCE' },
  { role: 'assistant', content: 'Yes.' },
]);

async function typed(capabilities = pushClient) {
  const clock = new TestClock();
  const client = await Client.start({ capabilities, clock });
  await client.open(URI, text);
  await client.diagnostics(URI);
  await client.replace(URI, '"tool_call_id": "call_w1"', '"tool_call_id": "call_"');
  await client.settle();
  return { client, clock };
}

/** The text after fix-all, as a save of an editor asks for it. */
async function fixed(client: Client, triggerKind?: CodeActionTriggerKind): Promise<string> {
  const range = client.rangeOf(URI, 'Go.');
  const context = { only: ['source.fixAll'], ...(triggerKind !== undefined && { triggerKind }) };
  const actions = (await client.actions(URI, range, context)).filter((one): one is CodeAction => isAction(one));
  for (const action of actions) {
    const { edit } = await client.resolve(action);
    if (edit !== undefined) await client.apply(edit);
  }
  await client.settle();
  return client.text(URI);
}

const isTouched = (after: string) => !after.includes('EVIDENCE') || after.includes('interrupted');

describe.each([
  ['push', pushClient],
  ['pull', pullClient],
])('a client that %ss', (_, capabilities) => {
  test('keeps a result whose id is half typed when it saves, and mends what is plain elsewhere', async () => {
    const { client } = await typed(capabilities);
    const after = await fixed(client, CodeActionTriggerKind.Automatic);
    expect(isTouched(after)).toBe(false);
    expect(after).not.toContain('of nobody');
  });

  test('leaves it alone when what was held back is shown already', async () => {
    const { client, clock } = await typed(capabilities);
    clock.pass(1900);
    expect(isTouched(await fixed(client, CodeActionTriggerKind.Automatic))).toBe(false);
  });
});

/** An empty list of calls, whose safe fix loses nothing. */
const plain = pretty([
  { role: 'user', content: 'Go.' },
  { role: 'assistant', content: 'Yes.' },
  { role: 'user', content: 'And?' },
  { role: 'assistant', content: 'No.', tool_calls: [] },
]);

describe('an entry that was edited last', () => {
  const start = async () => {
    const clock = new TestClock();
    const client = await Client.start({ capabilities: pushClient, clock });
    await client.open(URI, plain.replace('"tool_calls": []', '"tool_call": []'));
    await client.diagnostics(URI);
    await client.replace(URI, '"tool_call": []', '"tool_calls": []');
    await client.settle();
    return { client, clock };
  };
  const isMended = (after: string) => !after.includes('tool_calls');

  test.each([
    ['by a save at once', CodeActionTriggerKind.Automatic, 0, false],
    ['by a save after two seconds', CodeActionTriggerKind.Automatic, 2000, true],
    ['by a person', CodeActionTriggerKind.Invoked, 0, true],
    ['by who does not say', undefined, 0, true],
  ])('is mended %s: fits what was asked', async (_, kind, rest, mended) => {
    const { client, clock } = await start();
    clock.pass(rest);
    expect(isMended(await fixed(client, kind))).toBe(mended);
  });

  test('is mended by a save once another entry was edited', async () => {
    const { client } = await start();
    await client.replace(URI, 'And?', 'And then?');
    await client.settle();
    expect(isMended(await fixed(client, CodeActionTriggerKind.Automatic))).toBe(true);
  });

  test('is left alone by the command of a recipe that runs on save', async () => {
    const { client, clock } = await start();
    await client.execute('transcript-lint.fixAll', { uri: URI, onSave: true });
    expect(isMended(client.text(URI))).toBe(false);
    clock.pass(2000);
    await client.execute('transcript-lint.fixAll', { uri: URI, onSave: true });
    expect(isMended(client.text(URI))).toBe(true);
  });
});

test('a result that is about to be typed behind its call keeps its place when its stub would stand in a later turn', async () => {
  const clock = new TestClock();
  const client = await Client.start({ capabilities: pushClient, clock });
  const weather = { type: 'tool_use', id: 'toolu_2', name: 'weather', input: {} };
  await client.open(
    URI,
    pretty([
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: [{ ...weather, id: 'toolu_1' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Rain.' }] },
      { role: 'assistant', content: [weather] },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'And?' },
    ]),
  );
  expect((await client.diagnostics(URI)).map(({ code }) => code)).toContain('unanswered-call');
  const { start } = client.rangeOf(URI, '  {\n    "role": "assistant",\n    "content": "Yes."');
  await client.change(URI, { range: { start, end: start }, text: '\n' });
  await client.settle();
  expect(await fixed(client, CodeActionTriggerKind.Automatic)).not.toContain('interrupted');
  clock.pass(2000);
  expect(await fixed(client, CodeActionTriggerKind.Automatic)).toContain('interrupted');
});
