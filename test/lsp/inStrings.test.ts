import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CodeAction } from 'vscode-languageserver-protocol/node';
import { Client, pushClient } from './support';

const URI = 'file:///work/cassette.json';
const cassette = readFileSync(new URL('../../fixtures/detect/in-strings/cassette.json', import.meta.url), 'utf8');

test('a request in a string is marked where it is spelled, and its fix leaves valid JSON inside valid JSON', async () => {
  const client = await Client.start({ capabilities: pushClient });
  await client.open(URI, cassette);
  const [diagnostic, ...others] = await client.diagnostics(URI);
  expect(others).toEqual([]);
  expect(diagnostic?.code).toBe('unanswered-call');
  const range = diagnostic?.range ?? client.rangeOf(URI, '{');
  const [line, start, end] = [cassette.split('\n')[range.start.line] ?? '', range.start.character, range.end.character];
  expect(line.slice(start, end)).toMatch(/^\{\\"id\\": \\"call_1\\".*\}$/);
  const context = { diagnostics: diagnostic ? [diagnostic] : [], only: ['quickfix'] };
  const actions = (await client.actions(URI, range, context)) as CodeAction[];
  const preferred = actions.find(({ isPreferred }) => isPreferred);
  expect(await client.apply(preferred?.edit ?? {})).toEqual({ applied: true });
  const outer = JSON.parse(client.text(URI));
  expect(JSON.parse(outer.interactions[0].request.body).messages[2]).toMatchObject({
    role: 'tool',
    tool_call_id: 'call_1',
  });
  expect(await client.diagnostics(URI)).toEqual([]);
  // Typing inside the string: what is said is said of the text as it is.
  await client.replace(URI, '\\"tool_call_id\\": \\"call_1', '\\"tool_call_id\\": \\"call_2');
  await client.save(URI);
  expect((await client.diagnostics(URI)).map(({ code }) => code)).toContain('unanswered-call');
});
