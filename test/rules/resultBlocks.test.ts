// What stands inside a result is looked at like what stands in the turn, and messages name what a turn really takes.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultResolvedConfig, TranscriptDocument } from '../../server/src/core/index';
import { jsonReporter } from '../../server/src/core/report/findings/json';

function caseDocument(name: string): TranscriptDocument {
  const url = new URL(`../../fixtures/faults/cases/${name}.json`, import.meta.url);
  const { input } = JSON.parse(readFileSync(url, 'utf8')) as { readonly input: unknown };
  return TranscriptDocument.open(JSON.stringify(input), { uri: 'a.json' });
}

test('picture-of-a-wrong-type-inside-a-result', () => {
  const { findings } = caseDocument('picture-of-a-wrong-type-inside-a-result').analysis();
  expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
    'content-part-type-invalid /messages/2/content/0/content/0/type',
    'image-media-type-invalid /messages/2/content/0/content/1',
    'unknown-field /messages/2/content/0/content/2/alt',
  ]);
  expect(findings.map(({ providerError }) => providerError)).toEqual([
    expect.stringContaining('messages.2.content.0.tool_result.content.0'),
    expect.stringContaining('messages.2.content.0.tool_result.content.1.image.source.base64.media_type'),
    expect.stringContaining('messages.2.content.0.tool_result.content.2.image.alt'),
  ]);
});

test('the same three blocks say the same straight in a turn', () => {
  const document = caseDocument('picture-of-a-wrong-type-inside-a-result');
  const body = JSON.parse(document.text) as { messages: { content: { content: unknown }[] }[] };
  const blocks = body.messages[2]?.content[0]?.content;
  const straight = { ...body, messages: [{ role: 'user', content: blocks }] };
  const { findings } = TranscriptDocument.open(JSON.stringify(straight), { uri: 'a.json' }).analysis();
  expect(findings.map(({ rule }) => rule)).toEqual([
    'content-part-type-invalid',
    'image-media-type-invalid',
    'unknown-field',
  ]);
});

test('wording-of-what-a-user-turn-takes', () => {
  const { findings } = caseDocument('wording-of-what-a-user-turn-takes').analysis();
  expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
    'content-part-type-invalid /messages/0/content/0/type',
  ]);
  expect(findings[0]?.message).toContain('tool_result');
  expect(findings[0]?.message).not.toContain('tool_use');
});

test('pi-log-given-to-check', () => {
  const url = new URL('../../fixtures/faults/cases/pi-log-given-to-check.json', import.meta.url);
  const { input } = JSON.parse(readFileSync(url, 'utf8')) as { readonly input: readonly unknown[] };
  const text = input.map((row) => JSON.stringify(row)).join('\n');
  const document = TranscriptDocument.open(text, { uri: 'a.jsonl', isNamed: true });
  expect(document.sessionLog?.name).toBe('Pi');
  expect(document.analysis().coverage.notChecked.map(({ message }) => message)).toEqual([
    'it is a session log of Pi, which `convert` reads',
  ]);
});

test('JSON says of each conversation which target its rules are, and whether somebody chose it', () => {
  const text = JSON.stringify([
    { role: 'user', content: 'Hello.' },
    { role: 'assistant', content: 'Hello.' },
  ]);
  for (const target of ['auto', 'openai'] as const) {
    const document = TranscriptDocument.open(text, {
      uri: 'a.json',
      isNamed: true,
      config: { ...defaultResolvedConfig, target },
    });
    const { dialect, target: id, conversations, findings, coverage } = document.analysis();
    const report = {
      path: 'a.json',
      lines: document.lineIndex,
      dialect,
      target: id,
      conversations,
      findings,
      coverage,
    };
    const json = JSON.parse(`${jsonReporter().begin()}${jsonReporter().file(report)}]}`);
    expect(json.files[0].target).toBe('openai');
    expect(json.files[0].conversations[0].target).toEqual({ id: 'openai', chosen: target !== 'auto' });
  }
});
