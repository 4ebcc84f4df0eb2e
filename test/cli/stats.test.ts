import { describe, expect, test } from 'vitest';
import type { StatsReport } from '../../server/src/core/index';
import { cli } from './cli';
import { folderOf } from './folder';
import { blockBody, questions } from './trimSamples';

const parallel = [
  { role: 'user', content: 'Oslo and Bergen?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: ['a', 'b'].map((id) => ({ id, type: 'function', function: { name: 'weather', arguments: '{}' } })),
  },
  { role: 'tool', tool_call_id: 'a', content: 'rain' },
  { role: 'tool', tool_call_id: 'b', content: 'rain' },
  { role: 'assistant', content: 'Rain.' },
];

const files = {
  'parallel.json': JSON.stringify(parallel),
  'body.json': JSON.stringify(blockBody(2)),
  'rows.jsonl': [questions(1), questions(3)].map((messages) => `${JSON.stringify({ messages })}\n`).join(''),
  'plain.json': JSON.stringify({
    messages: [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'ho' },
    ],
  }),
  'other.json': '{"a":1}',
};

describe('stats', () => {
  test('counts conversations, messages, turns, tools and shapes', async () => {
    const outcome = await cli(['stats', '--json'], { cwd: folderOf(files) });
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    const report: StatsReport = JSON.parse(outcome.stdout);
    expect(report).toMatchObject({
      files: 4,
      containers: { document: 3, rows: 1 },
      sides: { request: 5, response: 0, assertion: 0 },
      dialects: { chat: 4, messages: 1 },
      targets: { OpenAI: 4, Anthropic: 1 },
      models: { 'claude-opus-4-8': 1 },
      messages: { total: 5 + 9 + 16 + 2, byRole: { tool: 6 } },
      turns: { total: 1 + 3 + 4 + 1 },
      tools: {
        conversations: 4,
        calls: 2 + 2 + 4,
        results: 2 + 2 + 4,
        callingMessages: 7,
        parallelMessages: 1,
        parallelConversations: 1,
        names: [{ name: 'weather', calls: 8 }],
        moreNames: 0,
      },
      tokens: { estimator: 'estimate' },
    });
    expect(report.messages.perConversation).toMatchObject({ count: 5, min: 2, max: 12 });
    expect(report.tools.callsPerTurn).toMatchObject({ count: 9, max: 2 });
    expect(report.tokens.perMessage.count).toBe(report.messages.total);
    expect(report.tokens.perConversation.mean * 5).toBeCloseTo(report.tokens.total);
    expect(report.tokens.results).toBeLessThan(report.tokens.total);
  });

  test('shows the same to a person', async () => {
    const { stdout } = await cli(['stats'], { cwd: folderOf(files) });
    expect(stdout).toMatch(/^5 conversations in 4 files\n32 messages, 9 user turns, \d+ tokens \(estimated\)\.\n/);
    expect(stdout).toMatch(/Dialects\n {2}OpenAI chat +4 +80 %\n {2}Anthropic Messages +1 +20 %\n/);
    expect(stdout).toMatch(/conversations that use tools +4 +80 %\n/);
    expect(stdout).toMatch(/messages with several calls +1 +of 7 with any\n/);
    expect(stdout).toMatch(/User turns in a conversation .*\n {2}1 +3 +█+\n/);
  });

  test('holds no text of any message, and no character that steers a terminal', async () => {
    const secret = 'the harbour master';
    const odd = JSON.stringify(parallel).replaceAll('rain', secret).replaceAll('weather', 'we\\u001bather\\u009b');
    const cwd = folderOf({ 'a.json': odd });
    for (const argv of [['stats'], ['stats', '--json']]) {
      const { stdout } = await cli(argv, { cwd });
      expect(stdout).toContain('chat');
      expect(stdout).not.toContain(secret);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
      expect(stdout).not.toMatch(/[\u001b\u009b]/);
    }
  });

  test('says what it cannot read, and counts the rest', async () => {
    const cwd = folderOf({
      'rows.jsonl': `${files['rows.jsonl']}{"messages":[\n`,
      'bad.json': Buffer.from([0xff, 0xfe, 0x22]),
    });
    const outcome = await cli(['stats', 'rows.jsonl', 'bad.json', '--json'], { cwd });
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain('rows.jsonl:3:');
    expect(outcome.stderr).toContain('bad.json');
    expect(JSON.parse(outcome.stdout).sides.request).toBe(2);
  });

  test.each([
    ['a list that breaks off at once', '[{"role":', 'syntax-error'],
    ['NUL characters', '\0\0\0', 'syntax-error'],
    ['lists in lists without end', '['.repeat(5000), 'too-deep'],
  ])('says what is wrong with %s, in which no conversation can be seen', async (_, text, rule) => {
    const outcome = await cli(['stats', 'a.json'], { cwd: folderOf({ 'a.json': text }) });
    expect(outcome).toMatchObject({ code: 1, stdout: 'No transcripts.\n' });
    expect(outcome.stderr).toMatch(new RegExp(`^a\\.json:1:\\d+: error: .*\\[${rule}\\]`));
    expect(outcome.stderr).toContain('no conversation was recognised in a.json');
  });

  test('has nothing to say of nothing', async () => {
    expect(await cli(['stats'], { cwd: folderOf({}) })).toMatchObject({ code: 0, stdout: 'No transcripts.\n' });
  });

  test('counts a large file of rows as one file', async () => {
    const row = `${JSON.stringify({ messages: questions(12) })}\n`;
    const cwd = folderOf({ 'large.jsonl': row.repeat(Math.ceil((2.2 * 1024 * 1024) / row.length)) });
    const report: StatsReport = JSON.parse((await cli(['stats', '--json'], { cwd })).stdout);
    expect(report.files).toBe(1);
    expect(report.sides.request * 48).toBe(report.messages.total);
    expect(report.sides.request).toBeGreaterThan(100);
  });
});
