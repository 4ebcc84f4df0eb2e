import { describe, expect, test } from 'vitest';
import { estimateEntry } from '../../server/src/core/index';
import { cli, type World } from './cli';
import { folderOf } from './folder';
import { clean, strange, unanswered } from './samples';
import { questions } from './trimSamples';

const trim = (args: readonly string[], world: Partial<World> & { readonly stdin: string }) =>
  cli(['trim', '-', ...args], { cwd: '/', ...world });

const pretty = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;
const list = questions(4);
const text = pretty(list);
const sizes = list.map(estimateEntry);
const total = (from: number) => sizes.slice(from).reduce((sum, tokens) => sum + tokens, 0);

describe('the document', () => {
  test('is cut to what fits, every other byte as it was; why is told on standard error', async () => {
    const { code, stdout, stderr } = await trim(['--budget', String(total(8))], { stdin: text });
    expect([code, stdout]).toEqual([0, pretty(list.slice(8))]);
    expect(stderr).toBe(
      `kept 8 of 16 entries, ${total(8)} of ${total(8)} tokens (estimate)\n` +
        `  start    With entry 7 the window would be over ${total(8)} tokens.\n`,
    );
  });

  test('snaps to the next user turn, and says so', async () => {
    const budget = total(7);
    const { stdout, stderr } = await trim(['--budget', String(budget)], { stdin: text });
    expect(stdout).toBe(pretty(list.slice(8)));
    expect(stderr).toContain(
      `What fits ${budget} tokens begins at entry 7; the next user turn without results is entry 8.`,
    );
  });

  test.each([
    ['CRLF, BOM, comments', `\uFEFF// c\r\n${clean.replaceAll('\n', '\r\n')}`],
    ['what fits', text],
  ])('comes out as it went in: %s', async (_, stdin) => {
    expect(await trim(['--budget', '9000'], { stdin })).toMatchObject({ code: 0, stdout: stdin });
  });

  test('comes out as it went in where no window fits, with code 1 and the smallest budget that works', async () => {
    const { code, stdout, stderr } = await trim(['--budget', '20'], { stdin: text });
    expect([code, stdout]).toEqual([1, text]);
    const smallest = total(12);
    expect(stderr).toBe(
      `nothing cut: 16 entries of ${total(0)} tokens, for a budget of 20 (estimate)\n` +
        '  error    No legal window fits 20 tokens: none of the entries that do is a user turn without results. ' +
        `The smallest budget with a legal window is ${smallest}; it starts at entry 12.\n`,
    );
    expect(await trim(['--budget', String(smallest)], { stdin: text })).toMatchObject({ code: 0 });
    expect(await trim(['--budget', String(smallest - 1)], { stdin: text })).toMatchObject({ code: 1, stdout: text });
  });

  test('--on-empty extend takes the smallest legal window and says by how much it is over', async () => {
    const { code, stdout, stderr } = await trim(['--budget', '20', '--on-empty', 'extend'], { stdin: text });
    expect([code, stdout]).toEqual([0, pretty(list.slice(12))]);
    expect(stderr).toContain(
      `  over     The smallest legal window is taken although that is ${total(12) - 20} tokens over`,
    );
  });

  test('keeps a conversation with a fault, and cuts the others, with code 1', async () => {
    const faulty = '"b": [{"role":"user","content":"x"},{"role":]}';
    const document = (a: unknown) => `{"a":${JSON.stringify(a)},${faulty}`;
    const { code, stdout, stderr } = await trim(['--last', '5'], { stdin: document(list) });
    expect([code, stdout]).toEqual([1, document(list.slice(12))]);
    expect(stderr).toContain('[syntax-error]');
  });

  test('that is no transcript comes out as it went in', async () => {
    const { code, stdout, stderr } = await trim(['--last', '2'], { stdin: strange });
    expect([code, stdout]).toEqual([0, strange]);
    expect(stderr).toContain('no conversation was recognised in <stdin>');
  });

  test('is prepared: repaired and merged unless that is turned off', async () => {
    const stdin = pretty([...JSON.parse(unanswered), { role: 'user', content: 'Hello?' }]);
    const prepared = await trim(['--budget', '900'], { stdin });
    expect(JSON.parse(prepared.stdout).map(({ role }: { role: string }) => role)).toEqual([
      ...['user', 'assistant', 'tool', 'user'],
    ]);
    expect(prepared.stderr).toContain('  before   1 result inserted, 1 merged into a neighbour\n');
    const raw = await trim(['--budget', '900', '--no-repair', '--no-merge'], { stdin });
    expect([raw.code, raw.stdout]).toEqual([1, stdin]);
    expect(raw.stderr).toMatch(
      / {2}error {4}No result answers the call "c1".* \/1\/tool_calls\/0.*\[unanswered-call\]/,
    );
  });

  test('--keep-open-tail leaves the last call open', async () => {
    const stdin = pretty(list.slice(0, 2));
    expect(JSON.parse((await trim(['--last', '9'], { stdin })).stdout)).toHaveLength(3);
    expect((await trim(['--last', '9', '--keep-open-tail'], { stdin })).stdout).toBe(stdin);
  });
});

describe('how large', () => {
  const body = { model: 'gpt-4o', max_tokens: 30, messages: [{ role: 'system', content: 'Be brief.' }, ...list] };

  test('--limit takes instructions, tools and the reply off, and shows the terms', async () => {
    const instructions = estimateEntry(body.messages[0]);
    const limit = total(8) + instructions + 30;
    const { code, stdout, stderr } = await trim(['--limit', String(limit)], { stdin: pretty(body) });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ ...body, messages: [body.messages[0], ...list.slice(8)] });
    expect(stderr).toContain(
      `  budget   limit ${limit} − instructions ${instructions} − tool declarations 0 − reserve 30 = ${total(8)} tokens\n`,
    );
    const reserved = await trim(['--limit', String(limit), '--reserve', '31'], { stdin: pretty(body) });
    expect(JSON.parse(reserved.stdout).messages).toHaveLength(5);
  });

  test('a limit that leaves nothing shows the four numbers', async () => {
    const { code, stdout, stderr } = await trim(['--limit', '20'], { stdin: pretty(body) });
    expect([code, stdout]).toEqual([1, pretty(body)]);
    expect(stderr).toMatch(
      /Nothing is left for the messages: limit 20 − instructions \d+ − tool declarations 0 − reserve 30 = -\d+ tokens\./,
    );
  });

  test('--last counts entries', async () => {
    const { stdout, stderr } = await trim(['--last', '6'], { stdin: text });
    expect(stdout).toBe(pretty(list.slice(12)));
    expect(stderr).toContain('kept 4 of 16 entries, at most 6 asked for\n');
  });

  test('--pin-head keeps the task and marks the gap', async () => {
    const { stdout } = await trim(['--last', '5', '--pin-head'], { stdin: text });
    const kept = JSON.parse(stdout);
    expect(kept[0]).toEqual(list[0]);
    expect(kept[1].content).toBe('[11 earlier turns left out]\nQuestion 3: does it rain in Oslo?');
    expect((await trim(['--last', '5', '--pin-head'], { stdin: stdout })).stdout).toBe(stdout);
  });

  test('--step frees more than needed', async () => {
    const budget = String(total(4));
    const { stdout, stderr } = await trim(['--budget', budget, '--step', '40'], { stdin: text });
    expect(stdout).toBe(pretty(list.slice(8)));
    expect(stderr).toContain('It frees at least 40 tokens more than needed each time.');
  });

  test('--encoding counts exactly, and is named', async () => {
    const { stderr } = await trim(['--budget', '9000', '--encoding', 'o200k_base'], { stdin: text });
    expect(stderr).toMatch(/^kept all 16 entries, \d+ of 9,000 tokens \(o200k_base\)\n/);
  });

  test('configuration says the same, the command line goes before it', async () => {
    const files = { 'transcript-lint.config.json': '{ "window": { "last": 5, "pinHead": true } }', 'a.json': text };
    const cwd = folderOf(files);
    const configured = await cli(['trim', 'a.json'], { cwd });
    expect(JSON.parse(configured.stdout)[1].content).toContain('[11 earlier turns left out]');
    const { stdout } = await cli(['trim', 'a.json', '--budget', '9000'], { cwd });
    expect(stdout).toBe(text);
  });

  test('--conversation leaves the others', async () => {
    const stdin = pretty({ a: list, b: list });
    const { code, stdout } = await trim(['--last', '4', '--conversation', '/b'], { stdin });
    expect([code, JSON.parse(stdout)]).toEqual([0, { a: list, b: list.slice(12) }]);
    const none = await trim(['--last', '4', '--conversation', '/c'], { stdin });
    expect(none).toMatchObject({ code: 2, stdout: '' });
    expect(none.stderr).toContain('there is no conversation at "/c"');
  });

  test('--target decides what the window must satisfy', async () => {
    const stdin = pretty([...list, { role: 'user', content: 'And now?' }]);
    const { stdout } = await trim(['--last', '6', '--pin-head', '--target', 'perplexity'], { stdin });
    const roles = JSON.parse(stdout).map(({ role }: { role: string }) => role);
    expect(roles.some((role: string, i: number) => role === 'user' && roles[i + 1] === 'user')).toBe(false);
  });
});

describe('a summary', () => {
  test('--summary stands in for what is cut', async () => {
    const { stdout } = await trim(['--last', '5', '--summary', 'They spoke of rain.'], { stdin: text });
    expect(JSON.parse(stdout)[0].content).toBe(
      '[12 earlier turns left out, in summary:]\nThey spoke of rain.\n[end of summary]',
    );
  });

  test('--summary-exec is given what is cut, as JSON', async () => {
    const runs: (readonly [string, unknown])[] = [];
    const runCommand = (command: string, input: string) => {
      runs.push([command, JSON.parse(input)]);
      return { output: 'Rain.\n' };
    };
    const { stdout } = await trim(['--last', '5', '--summary-exec', 'sum up'], { stdin: text, runCommand });
    expect(runs).toEqual([['sum up', list.slice(0, 12)]]);
    expect(JSON.parse(stdout)[0].content).toContain('\nRain.\n');
  });

  test('--summary-exec is run for each of many rows, and not twice for one', async () => {
    const rows = Array.from({ length: 20 }, (_, row) => JSON.stringify({ messages: questions(4 + row) })).join('\n');
    let runs = 0;
    const runCommand = () => ({ output: `Summary ${++runs}.` });
    const args = ['--last', '5', '--summary-exec', 'sum up', '--stdin-filename', 'a.jsonl'];
    const { code, stdout } = await trim(args, { stdin: `${rows}\n`, runCommand });
    expect([code, stdout.match(/Summary/g)?.length, runs]).toEqual([0, 20, 20]);
  });

  test.each([
    [{ output: '', fault: 'failed with exit code 3' }, '"sum up" failed with exit code 3'],
    [{ output: ' \n' }, '"sum up" printed nothing'],
    [{ output: 'word '.repeat(9000) }, 'none of its summaries leaves room for a window'],
  ])('a command that fails ends it all with one line', async (answer, message) => {
    const stdin = pretty(questions(40));
    const args = ['--budget', '900', '--summary-exec', 'sum up'];
    const { code, stdout, stderr } = await trim(args, { stdin, runCommand: () => answer });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^transcript-lint: error: --summary-exec: [^\n]*\n$/);
    expect(stderr).toContain(message);
  });
});

describe('--json', () => {
  test('a list gives its messages, and what is said of them', async () => {
    const { code, stdout } = await trim(['--json', '--budget', String(total(7))], { stdin: text });
    expect(code).toBe(0);
    const { entries, reason, ...told } = JSON.parse(stdout);
    expect(told).toEqual({
      ...{ messages: list.slice(8), pointer: '', dropped: 8, start: 8, tokens: total(8), budget: total(7) },
      ...{ estimator: 'estimate', problems: [] },
      steps: [
        { step: 'drop', dropped: [] },
        { step: 'repair', dropped: 0, drops: [], moved: [], inserted: [], renamed: [], left: [] },
        { step: 'merge', merged: [] },
      ],
    });
    expect(entries.map(({ fate }: { fate: string }) => fate).join(' ')).toBe(
      [...Array(7).fill('cut'), 'snap', ...Array(8).fill('kept')].join(' '),
    );
    expect(reason).toContain('next user turn');
  });

  test('a body gives the document, numbers as they were spelled, and the terms', async () => {
    const stdin = `{"temperature":1.0,/* c */"model":"gpt-4o","messages":${text}}`;
    const { stdout } = await trim(['--json', '--limit', '9000'], { stdin });
    expect(stdout).toMatch(/^\{"document":\{"temperature":1\.0,"model"/);
    expect(JSON.parse(stdout)).toMatchObject({
      pointer: '/messages',
      terms: { limit: 9000, instructions: 0, tools: 0, reserve: 0, budget: 9000 },
    });
  });

  test('several give the document and each of them, one without a window with its problem', async () => {
    const small = [list[0], list[3]];
    const { code, stdout } = await trim(['--json', '--budget', '30'], {
      stdin: pretty({ a: list, b: small }),
    });
    expect(code).toBe(1);
    const { document, conversations } = JSON.parse(stdout);
    expect(document).toEqual({ a: list, b: small });
    expect(conversations).toMatchObject([
      { pointer: '/a', dropped: 0, problem: { kind: 'no-legal-window', smallestBudget: total(12), start: 12 } },
      { pointer: '/b', dropped: 0 },
    ]);
  });

  test('rows give an array, the row that does not parse as its text', async () => {
    const row = JSON.stringify({ messages: list });
    const stdin = `${row}\n{"messages":[\n${row}\n`;
    const { code, stdout } = await trim(['--json', '--last', '4', '--stdin-filename', 'a.jsonl'], { stdin });
    const { document, conversations } = JSON.parse(stdout);
    expect([code, document.length, document[1]]).toEqual([1, 3, '{"messages":[']);
    expect(document[2].messages).toEqual(list.slice(12));
    expect(conversations.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/0/messages', '/2/messages']);
  });

  test('a file of rows too large to be held at once gives the same', async () => {
    const row = `${JSON.stringify({ messages: list })}\n`;
    const rows = Math.ceil((2.5 * 1024 * 1024) / row.length);
    const cwd = folderOf({ 'a.jsonl': row.repeat(rows) });
    const { code, stdout } = await cli(['trim', 'a.jsonl', '--json', '--last', '4'], { cwd });
    expect(code).toBe(0);
    const { document, conversations } = JSON.parse(stdout);
    expect([document.length, conversations.length]).toEqual([rows, rows]);
    expect(conversations.at(-1).pointer).toBe(`/${rows - 1}/messages`);
    expect(document.at(-1).messages).toHaveLength(4);
  });
});

test.each<readonly [readonly string[], string]>([
  [['a.json'], 'say how large the window may be: --budget, --limit or --last'],
  [['a.json', '--budget', '0'], 'It must be a whole number, 1 or more.'],
  [['a.json', '--budget', '-5'], 'It must be a whole number, 1 or more.'],
  [['a.json', '--budget', '1e3'], 'It must be a whole number, 1 or more.'],
  [['a.json', '--last', '0'], 'It must be a whole number, 1 or more.'],
  [['a.json', '--step', '-1', '--last', '1'], 'It must be a whole number, 0 or more.'],
  [['a.json', '--budget', '5', '--limit', '9'], 'cannot be used with option'],
  [['a.json', '--last', '5', '--limit', '9'], 'cannot be used with option'],
  [['a.json', '--budget', '5', '--reserve', '9'], '--reserve goes off --limit'],
  [['a.json', '--last', '5', '--ask-provider'], '--last counts entries'],
  [['a.json', '--last', '5', '--summary', 'x', '--summary-exec', 'y'], 'cannot be used with option'],
  [['a.json', '--last', '5', '--on-empty', 'cry'], 'Allowed choices are fail, extend'],
  [['a.json', '--last', '5', '--encoding', 'bpe'], 'Allowed choices are o200k_base'],
  [['gone.json', '--last', '5'], 'The file does not exist.'],
  [['--last', '5'], "missing required argument 'file'"],
])('wrong use exits with 2: %j', async (args, message) => {
  const { code, stdout, stderr } = await cli(['trim', ...args], { cwd: folderOf({ 'a.json': text }) });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});

test('a report holds no character that steers the terminal', async () => {
  const stdin = pretty({ '\u001b[31m': list });
  const { stderr } = await trim(['--last', '4'], { stdin });
  expect(stderr).not.toContain('\u001b');
  expect(stderr).toContain('␛[31m');
});
