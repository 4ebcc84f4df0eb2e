// What convert writes, held against the providers' own published types: a file of samples is compiled with the SDKs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ConvertOptions, convert, convertDocument, TranscriptDocument } from '../../server/src/core/index';
import { encode, exchange } from '../support/exchanges';

const root = join(import.meta.dirname, '..', '..');
/** Inside the project, so that the SDKs resolve; never committed. */
const folder = join(root, '.tsbuild', 'convert-samples');

const CHAT = 'Chat';
const MESSAGES = 'Messages';
type TypeName = typeof CHAT | typeof MESSAGES;

const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };

const chatBody = {
  model: 'gpt-5',
  messages: [
    { role: 'system', content: 'be brief' },
    {
      role: 'developer',
      content: [
        { type: 'text', text: 'be kind' },
        { type: 'text', text: 'be exact' },
      ],
    },
    {
      role: 'user',
      name: 'ann',
      content: [
        { type: 'text', text: 'what is this?' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=', detail: 'low' } },
        { type: 'image_url', image_url: { url: 'https://a.example/b.png' } },
        { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,aGk=' } },
        { type: 'input_audio', input_audio: { data: 'aGk=', format: 'wav' } },
      ],
    },
    {
      role: 'assistant',
      content: 'let me look',
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"/tmp"}' } },
        { id: 'c2', type: 'function', function: { name: 'read', arguments: '{"path' } },
        { id: 'c3', type: 'custom', custom: { name: 'shell', input: 'ls' } },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'ok' },
    {
      role: 'tool',
      tool_call_id: 'c2',
      content: [
        { type: 'text', text: 'bad' },
        { type: 'text', text: 'input' },
      ],
    },
    { role: 'tool', tool_call_id: 'c3', content: '' },
    { role: 'assistant', content: null, refusal: 'I will not' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'but' },
        { type: 'refusal', refusal: 'no' },
      ],
    },
    { role: 'user', content: 'go on' },
  ],
  tools: [
    { type: 'function', function: { name: 'read', description: 'reads', parameters: schema, strict: true } },
    { type: 'function', function: { name: 'ping' } },
    { type: 'custom', custom: { name: 'shell', format: { type: 'text' } } },
  ],
  tool_choice: 'required',
  parallel_tool_calls: false,
  max_completion_tokens: 50,
  temperature: 0.2,
  top_p: 0.9,
  stop: 'END',
  seed: 7,
  user: 'person',
  response_format: { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } },
};

const messagesBody = {
  model: 'claude-opus-5',
  max_tokens: 100,
  system: [
    { type: 'text', text: 'be brief', cache_control: { type: 'ephemeral' } },
    { type: 'text', text: 'be kind' },
  ],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
        { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } },
        { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'aGk=' } },
        { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'words' }, title: 'w' },
        { type: 'text', text: 'what?', cache_control: { type: 'ephemeral' } },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 'sig' },
        { type: 'text', text: 'let me look' },
        { type: 'tool_use', id: 'c1', name: 'read', input: { path: '/tmp' } },
        { type: 'tool_use', id: 'c2', name: 'read', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'c1',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
        { type: 'tool_result', tool_use_id: 'c2', is_error: true, content: 'failed' },
        { type: 'text', text: 'and?' },
      ],
    },
  ],
  tools: [
    { name: 'read', description: 'reads', input_schema: schema, strict: true, cache_control: { type: 'ephemeral' } },
    { type: 'web_search_20250305', name: 'web_search' },
  ],
  tool_choice: { type: 'tool', name: 'read', disable_parallel_tool_use: true },
  stop_sequences: ['END'],
  metadata: { user_id: 'person' },
  thinking: { type: 'enabled', budget_tokens: 1024 },
  temperature: 1,
  output_config: { format: { type: 'json_schema', schema } },
};

interface Sample {
  readonly type: TypeName;
  readonly document: unknown;
}

function samples(): Sample[] {
  const made: Sample[] = [];
  const add = (document: unknown, options: ConvertOptions) => {
    const model = options.to === 'messages' ? 'claude-opus-5' : 'gpt-5';
    const result = convert(document, { model, ...options });
    if (result.document === undefined) throw new Error(JSON.stringify(result.problems));
    made.push({ type: options.to === 'messages' ? MESSAGES : CHAT, document: result.document });
  };
  add(chatBody, { to: 'messages' });
  add(chatBody, { to: 'messages', rewriteIds: true, system: 'as-user', normalize: true });
  add(messagesBody, { to: 'chat' });
  const flat = convert(chatBody, { to: 'flat' }).document;
  add(flat, { from: 'flat', to: 'chat' });
  add(flat, { from: 'flat', to: 'messages' });
  add(convert(messagesBody, { to: 'chat' }).document, { to: 'messages' });
  for (const steps of fc.sample(exchange, { numRuns: 20, seed: 3 })) {
    add({ model: 'any', ...encode(steps, 'chat') }, { from: 'chat', to: 'messages' });
    add({ model: 'any', ...encode(steps, 'messages') }, { from: 'messages', to: 'chat' });
  }
  const log = readFileSync(join(root, 'fixtures/corpus/files/logs/pi-session-v3-branch.jsonl'), 'utf8');
  const session = TranscriptDocument.open(log, { uri: 'file:///s.jsonl', isNamed: true });
  for (const [to, type] of [
    ['messages', MESSAGES],
    ['chat', CHAT],
  ] as const) {
    made.push({ type, document: JSON.parse(convertDocument(session, { to, model: 'any' }).text ?? '') });
  }
  return made;
}

it('is what the SDKs of both providers take', () => {
  const lines = [
    "import type { MessageCreateParams as Messages } from '@anthropic-ai/sdk/resources/messages';",
    "import type { ChatCompletionCreateParams as Chat } from 'openai/resources/chat/completions';",
    ...samples().map(({ type, document }, i) => `export const sample${i}: ${type} = ${JSON.stringify(document)};`),
    // And they do not take everything: the sources are no requests of the other dialect.
    '// @ts-expect-error',
    `export const wrong0: Messages = ${JSON.stringify(chatBody)};`,
    '// @ts-expect-error',
    `export const wrong1: Chat = ${JSON.stringify(messagesBody)};`,
    '',
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'samples.ts'), lines.join('\n'));
  const options = { strict: true, noEmit: true, skipLibCheck: true, module: 'nodenext', target: 'es2022', types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['samples.ts'] }));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  expect([stdout, status]).toEqual(['', 0]);
}, 120_000);
