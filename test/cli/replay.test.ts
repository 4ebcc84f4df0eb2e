import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReplayReport } from '../../server/src/core/index';
import { cli, type Outcome } from './cli';
import { folderOf } from './folder';
import { blockBody, questions } from './trimSamples';

const samples = join(import.meta.dirname, '..', '..', 'fixtures', 'windows');
const reportOf = ({ stdout }: Outcome): ReplayReport => JSON.parse(stdout);
const conversation = JSON.stringify(questions(4));
const plain = JSON.stringify({
  messages: Array.from({ length: 12 }, (_, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content: `${i}` })),
});

describe('replay', () => {
  test('finds what a window of so many entries breaks, and nothing in one that is cut by tokens', async () => {
    const cwd = folderOf({ 'tools.json': conversation, 'plain.json': plain, 'other.json': '{"a":1}' });
    const naive = await cli(['replay', '--last', '4', '--json'], { cwd });
    expect(naive.code).toBe(1);
    expect(reportOf(naive)).toMatchObject({
      policy: 'last 4',
      target: 'auto',
      estimator: 'estimate',
      conversations: { total: 2, failing: 2, tools: 1, failingTools: 1 },
      byShape: { tools: { prefixes: 16, failing: 9 }, plain: { prefixes: 12, failing: 4 } },
      isPartial: false,
      givenUp: [],
    });
    expect(reportOf(naive).failures.map(({ path, rule, length }) => [path, rule, length])).toEqual([
      ['plain.json', 'first-message-not-user', 5],
      ['tools.json', 'first-message-not-user', 5],
      ['tools.json', 'orphan-result', 6],
    ]);
    const cut = await cli(['replay', '--budget', '60', '--json'], { cwd });
    expect(cut.code).toBe(0);
    expect(reportOf(cut).all).toEqual({ prefixes: 28, failing: 0, rate: 0 });
    expect(reportOf(cut).dropped.max).toBeGreaterThan(4);
  });

  test('reads bodies, rows and standard input, and names each conversation by its place', async () => {
    const rows = [{ messages: questions(3) }, { messages: questions(2) }].map((row) => `${JSON.stringify(row)}\n`);
    const cwd = folderOf({ 'rows.jsonl': rows.join(''), 'body.json': JSON.stringify(blockBody(2)) });
    const options = ['--last', '2', '--json', '--stdin-filename', 'piped.json'];
    const outcome = await cli(['replay', 'rows.jsonl', 'body.json', '-', ...options], { cwd, stdin: conversation });
    const places = reportOf(outcome).failures.map(({ path, pointer }) => `${path} ${pointer}`);
    expect([...new Set(places)].sort()).toEqual([
      'body.json /messages',
      'piped.json ',
      'rows.jsonl /0/messages',
      'rows.jsonl /1/messages',
    ]);
    const said = reportOf(outcome).failures.find(({ path, rule }) => path === 'body.json' && rule === 'orphan-result');
    expect(said).toMatchObject({ targetName: 'Anthropic', providerError: expect.stringContaining('toolu_0') });
  });

  test('leaves out what nobody sends: answers, expectations, and what does not parse', async () => {
    const cwd = folderOf({
      'answer.json': JSON.stringify({ choices: [{ message: questions(1)[1] }], object: 'chat.completion' }),
      'rows.jsonl': `{"messages":${conversation}}\n{"messages":[\n{"messages":${JSON.stringify(questions(2))}}\n`,
    });
    const outcome = await cli(['replay', '--budget', '5000', '--json'], { cwd });
    expect(outcome.code).toBe(1); // a row that nobody could read passes for nothing
    expect(outcome.stderr).toContain('rows.jsonl:2:');
    expect(reportOf(outcome).conversations.total).toBe(2);
    expect(reportOf(outcome).all.failing).toBe(0);
  });

  test('counts with the encoding that is named, and says so', async () => {
    const cwd = folderOf({ 'a.json': conversation });
    const exact = reportOf(await cli(['replay', '--budget', '500', '--encoding', 'o200k_base', '--json'], { cwd }));
    const estimated = reportOf(await cli(['replay', '--budget', '500', '--json'], { cwd }));
    expect(exact.estimator).toBe('o200k_base');
    expect(exact.tokens.max).not.toBe(estimated.tokens.max);
  });

  test('takes the window of the configuration where none is named, and the configuration that is named', async () => {
    const cwd = folderOf({
      'a.json': conversation,
      'transcript-lint.config.json': '{"window":{"budget":60,"pinHead":true}}',
      'other/window.json': '{"window":{"last":3}}',
    });
    expect(reportOf(await cli(['replay', '--json'], { cwd })).policy).toBe('budget 60, pin head');
    expect(reportOf(await cli(['replay', '--json', '--budget', '70'], { cwd })).policy).toBe('budget 70, pin head');
    const named = await cli(['replay', '--json', '--config', 'other/window.json'], { cwd });
    expect(reportOf(named)).toMatchObject({ policy: 'last 3', all: { failing: expect.toSatisfy((n) => n > 0) } });
    const missing = await cli(['replay', '--json', '--config', 'nowhere.json'], { cwd });
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('--config: there is no configuration') });
  });

  test('reports a budget in which no window fits as a failure, or takes the smallest window', async () => {
    const cwd = folderOf({ 'a.json': conversation });
    const failed = reportOf(await cli(['replay', '--budget', '12', '--json'], { cwd }));
    expect(failed.rules.map(({ rule }) => rule)).toEqual(['no-legal-window']);
    const extended = await cli(['replay', '--budget', '12', '--on-empty', 'extend', '--json'], { cwd });
    expect(extended.code).toBe(0);
    expect(reportOf(extended).overBudget).toBeGreaterThan(3);
    const told = folderOf({
      'a.json': JSON.stringify([{ role: 'system', content: 'Be brief. '.repeat(99) }, ...questions(1)]),
    });
    const broke = reportOf(await cli(['replay', '--limit', '100', '--reserve', '10', '--json'], { cwd: told }));
    expect(broke.rules.map(({ rule }) => rule)).toEqual(['no-budget']);
  });

  test('sees what the input has for no fault of the window, unless it is asked to', async () => {
    const cwd = folderOf({ 'a.json': JSON.stringify([...questions(2), ...questions(1).slice(2), ...questions(3)]) });
    const run = (failOn: string) => cli(['replay', '--budget', '5000', '--fail-on', failOn], { cwd });
    expect((await run('trim')).code).toBe(0);
    expect((await run('none')).code).toBe(0);
    const strict = await run('input');
    expect(strict.code).toBe(1);
    expect(strict.stdout).toMatch(/Broken before it was trimmed.*\n {2}\S+ {2}\d+ windows in 1 conversation/);
  });

  test.each([
    [['replay'], /say what to replay: --budget, --limit, --last or --exec/],
    [['replay', '--budget', '0'], /1 or more/],
    [['replay', '--last', '3', '--budget', '5'], /cannot be used with/],
    [['replay', '--exec', 'cat', '--budget', '5'], /cannot be used with/],
    [['replay', '--last', '3', '--pin-head'], /--last is the naive window/],
    [['replay', '--reserve', '3', '--budget', '5'], /--reserve goes off --limit/],
    [['replay', '--limit', '40', '--reserve', '50'], /a limit of 40 tokens less a reserve of 50 leaves nothing/],
    [['replay', '--limit', '40', '--reserve', '40'], /leaves nothing for any window/],
    [['replay', '--last', '3', '--html', ''], /--html needs the name of a file/],
    [['replay', '--last', '3', '--html', '-', '--json'], /would both print/],
    [['replay', '--last', '3', '--jobs', '0'], /1 or more/],
    [['replay', '--exec', 'cat', '--timeout', '99999999999'], /It must be less than 1000000000\./],
    [['replay', '--last', '3', '--baseline', 'nowhere.json'], /--baseline: nowhere.json does not exist/],
    [['replay', '--last', '3', '--baseline', 'a.json'], /no report of `replay --json`/],
    [['replay', '--last', '3', '--fail-on', 'all'], /trim, input, none/],
  ])('%j is wrong use', async (argv, message) => {
    const cwd = folderOf({ 'a.json': conversation });
    const outcome = await cli(argv, { cwd });
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toMatch(message);
    expect(outcome.stdout).toBe('');
  });

  test('says that a named file holds no conversation', async () => {
    const cwd = folderOf({ 'a.json': '{"x":1}' });
    const outcome = await cli(['replay', 'a.json', '--last', '3'], { cwd });
    expect(outcome).toMatchObject({ code: 0, stdout: 'No conversations to replay.\n' });
    expect(outcome.stderr).toContain('no conversation was recognised in a.json');
  });
});

describe('the baseline', () => {
  test('says what has shifted, and fails nothing unless more breaks', async () => {
    const cwd = folderOf({ 'a.json': conversation });
    const before = await cli(['replay', '--budget', '60', '--json'], { cwd });
    const worse = await cli(['replay', '--last', '4', '--json'], { cwd });
    const inFolder = folderOf({ 'a.json': conversation, 'before.json': before.stdout, 'worse.json': worse.stdout });
    const run = (...argv: string[]) => cli(['replay', 'a.json', ...argv], { cwd: inFolder });

    const shifted = await run('--budget', '90', '--baseline', 'before.json');
    expect(shifted.code).toBe(0);
    expect(shifted.stdout).toMatch(/Since the baseline\n.*shifted/);
    expect(shifted.stdout).toMatch(/ {2}entries dropped +shifted +mean [\d.]+ → [\d.]+, [\d.]+ % of the windows moved/);

    const same = await run('--budget', '60', '--baseline', 'before.json');
    expect(same.stdout).toContain('Since the baseline\n  nothing has changed.');

    const rising = await run('--last', '4', '--fail-on', 'none', '--baseline', 'before.json');
    expect(rising.code).toBe(1);
    expect(rising.stdout).toMatch(/ {2}failure rate +worse +0 % → 56.3 %/);
    for (const failOn of ['trim', 'input', 'none']) {
      // As much breaks as before, which is no news.
      expect((await run('--last', '4', '--fail-on', failOn, '--baseline', 'worse.json')).code).toBe(0);
      expect((await run('--last', '4', '--fail-on', failOn, '--baseline', 'before.json')).code).toBe(1);
    }
    expect((await run('--last', '4')).code).toBe(1);
    expect((await run('--last', '4', '--quiet', '--baseline', 'before.json')).stdout).toBe(
      '9 of 16 windows break (56.3 %) under "last 4". More than in the baseline: 0 % → 56.3 %.\n',
    );
    expect((await run('--last', '4', '--fail-on', 'none')).code).toBe(0);

    const json = JSON.parse((await run('--last', '4', '--baseline', 'worse.json', '--json')).stdout);
    expect(json.comparison.isSameInput).toBe(true);
    expect(json.comparison.shifts.every(({ verdict }: { verdict: string }) => verdict === 'same')).toBe(true);
  });

  test('over other conversations is told apart', async () => {
    const cwd = folderOf({ 'a.json': conversation });
    const before = await cli(['replay', '--last', '4', '--json'], { cwd });
    const other = folderOf({ 'a.json': conversation, 'b.json': plain, 'before.txt': before.stdout });
    const outcome = await cli(['replay', '--last', '4', '--baseline', 'before.txt'], { cwd: other });
    expect(outcome.stdout.replaceAll(/\s+/g, ' ')).toContain('The runs are over different conversations');
  });
});

describe('the text', () => {
  test('puts the figures in front, then what breaks, where, and what to do', async () => {
    const { stdout } = await cli(['replay', '--last', '8'], { cwd: samples });
    const titles = stdout.split('\n').filter((line) => /^[A-Z0-9]/.test(line));
    expect(titles.map((title) => title.replaceAll(/ {2}.*/g, ''))).toEqual([
      '130 of 291 windows break (44.7 %) under "last 8".',
      'It happens in 9 of 11 conversations with tools and in 4 of 5 without.',
      "Every prefix of 16 conversations (11 with tools), 291 windows, each by its provider's rules; tokens:",
      'What breaks',
      'Where it breaks',
      'Entries left out of a window, which starts behind them',
      'Tokens sent',
      'Prefix reuse',
      'What to do',
    ]);
    expect(stdout).toMatch(/ {2}with tools +112 of 217 +51.6 % +█{12}▍\n/);
    expect(stdout).toContain('Anthropic says: messages.0.content.0: unexpected `tool_use_id` found');
    expect(stdout).toContain('--budget N');
  });

  test('keeps within the width of the terminal, and within twelve bars', async () => {
    for (const columns of [30, 60, 80, 100]) {
      const { stdout } = await cli(['replay', '--last', '8', '--quiet', '--json'], { cwd: samples, columns });
      expect(reportOf({ stdout } as Outcome).tokens.buckets.length).toBeGreaterThan(12);
      const text = (await cli(['replay', '--last', '8'], { cwd: samples, columns })).stdout;
      const prose = text.split('\n').filter((line) => !/[█▏▎▍▌▋▊▉]/.test(line));
      expect(Math.max(...prose.map((line) => line.length))).toBeLessThanOrEqual(columns);
      const plot = text.slice(text.indexOf('Tokens sent')).split('\n\n')[0]?.split('\n') ?? [];
      const bars = plot.filter((line) => /[█▏▎▍▌▋▊▉]/.test(line));
      expect(bars.length).toBeGreaterThan(3);
      expect(bars.length).toBeLessThanOrEqual(12);
      const counts = bars.map((bar) => Number(/ {2}(\d[\d,]*) {2}/.exec(bar)?.[1]?.replaceAll(',', '')));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(291);
    }
  });

  test('says in one line why the run fails', async () => {
    const open = JSON.stringify([...questions(1), ...questions(1).slice(0, 2), ...questions(1)]);
    const cwd = folderOf({ 'a.json': open, 'broken.json': '[{"role":"user"' });
    const run = (...argv: string[]) => cli(['replay', '--budget', '1000', '--quiet', ...argv], { cwd });
    const none =
      'None of 10 windows breaks under "budget 1000". 4 prefixes would be refused as they stand: one problem of the conversation itself.';
    expect(await run('a.json')).toMatchObject({ code: 0, stdout: `${none}\n` });
    const strict = await run('a.json', '--fail-on', 'input');
    expect(strict.code).toBe(1);
    expect(strict.stdout).toMatch(
      /^None of 10 windows breaks under "budget 1000"\. 4 prefixes would be refused[^.]*\. Broken before it was trimmed: [a-z-]+ \(\d windows in 1 conversation\).*\.\n$/,
    );
    const unread = await run('a.json', 'broken.json');
    expect(unread).toMatchObject({
      code: 1,
      stdout: `${none} Not checked: syntax error at line 1 (broken.json). Some of the input could not be read.\n`,
    });
  });

  test('shows how a budget came about that leaves nothing', async () => {
    const cwd = folderOf({ 'a.json': JSON.stringify({ ...blockBody(2), system: 'Be brief. '.repeat(100) }) });
    const { stdout, code } = await cli(['replay', '--limit', '50', '--reserve', '20'], { cwd });
    expect(code).toBe(1);
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /Nothing is left for the messages: limit 50 − instructions \d+ − tool declarations \d+ − reserve 20 = -\d+ tokens\./,
    );
  });

  test('is one line when it is to be quiet, and has colours where there may be some', async () => {
    const quiet = await cli(['replay', '--last', '8', '--quiet'], { cwd: samples });
    expect(quiet.stdout).toBe('130 of 291 windows break (44.7 %) under "last 8".\n');
    const coloured = await cli(['replay', '--last', '8'], { cwd: samples, env: { FORCE_COLOR: '1' } });
    expect(coloured.stdout).toContain('\u001b[31m');
    const bare = await cli(['replay', '--last', '8'], { cwd: samples, env: { NO_COLOR: '1', FORCE_COLOR: '1' } });
    expect(bare.stdout).not.toContain('\u001b');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours are what goes
    expect(coloured.stdout.replaceAll(/\u001b\[\d+m/g, '')).toBe(bare.stdout);
  });

  test('lets no character of a file steer the terminal', async () => {
    const evil = conversation.replaceAll('"c0"', '"c\\u001b[2J\\u202e0"');
    const cwd = folderOf({ 'a\u001b[31m.json': evil });
    const outcome = await cli(['replay', '--last', '2', '--html', 'page.html'], { cwd });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
    expect(outcome.stdout).not.toMatch(/[\u001b\u202e]/);
    expect(outcome.stdout).toContain('a␛[31m.json');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
    expect(readFileSync(join(cwd, 'page.html'), 'utf8')).not.toMatch(/[\u001b\u202e]/);
  });

  test('holds ids and places, and no text of a conversation', async () => {
    const secret = 'the harbour master has a wooden leg';
    const told = JSON.stringify(questions(4))
      .replaceAll('does it rain in Oslo?', secret)
      .replaceAll('Rain, five degrees.', secret);
    const cwd = folderOf({ 'a.json': told });
    const json = await cli(['replay', '--last', '2', '--json', '--html', 'page.html'], { cwd });
    const text = await cli(['replay', '--last', '2'], { cwd });
    for (const output of [json.stdout, text.stdout, readFileSync(join(cwd, 'page.html'), 'utf8')]) {
      expect(output).toContain('orphan-result');
      expect(output).not.toContain('harbour master');
    }
  });
});

describe('a page', () => {
  const run = (cwd: string, html: string, ...paths: string[]) =>
    cli(['replay', ...paths, '--last', '2', '--html', html], { cwd });

  test.each([
    ['a file that is named', 'a.json', ['a.json']],
    ['a file that a folder holds', 'sub/../a.json', ['.']],
    ['a link to it', 'link.html', ['a.json']],
    ['what a link leads to', 'a.json', ['link.html']],
  ])('never takes the place of %s', async (_, html, paths) => {
    const cwd = folderOf({ 'a.json': conversation, 'sub/b.json': plain });
    symlinkSync('a.json', join(cwd, 'link.html'));
    const outcome = await run(cwd, html, ...paths);
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
    expect(outcome.stderr).toContain(`--html: ${html} is one of the files to be replayed, and would be overwritten`);
    expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe(conversation);
  });

  test('never takes the place of the baseline, but of an earlier page', async () => {
    const cwd = folderOf({ 'a.json': conversation, 'page.html': 'earlier' });
    const before = (await cli(['replay', 'a.json', '--last', '4', '--json'], { cwd })).stdout;
    writeFileSync(join(cwd, 'before.json'), before);
    const outcome = await run(cwd, './before.json', 'a.json', '--baseline', 'before.json');
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
    expect(outcome.stderr).toContain('--html: ./before.json is the baseline');
    expect(readFileSync(join(cwd, 'before.json'), 'utf8')).toBe(before);
    expect((await run(cwd, 'page.html', '.')).code).toBe(1);
    expect(readFileSync(join(cwd, 'page.html'), 'utf8')).toMatch(/^<!doctype html>/i);
  });

  test('goes to standard output in place of the text', async () => {
    const cwd = folderOf({ 'a.json': conversation });
    const outcome = await run(cwd, '-', 'a.json');
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).toMatch(/^<!doctype html>/i);
    expect(outcome.stdout).not.toContain('\nWhat breaks\n');
    expect(existsSync(join(cwd, '-'))).toBe(false);
  });
});

test('a page that cannot be written is an error, and the report is there all the same', async () => {
  const cwd = folderOf({ 'a.json': conversation });
  const outcome = await cli(['replay', '--last', '2', '--html', 'no/such/folder/page.html'], { cwd });
  expect(outcome.code).toBe(2);
  expect(outcome.stderr).toContain('--html: no/such/folder/page.html could not be written: its folder does not exist');
  expect(outcome.stdout).toContain('windows break');
});
