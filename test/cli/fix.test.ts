import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPatch } from 'diff';
import { describe, expect, test } from 'vitest';
import { nodeHost } from '../../server/src/host/node';
import { cli, type World } from './cli';
import { folderOf } from './folder';
import { answered, clean, padded, strange, unanswered } from './samples';

const fix = (args: readonly string[], world: World) => cli(['fix', ...args], world);
const textOf = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');

describe('in place', () => {
  test('applies the safe fixes, tells of them, and touches nothing else', async () => {
    const cwd = folderOf({ 'a.json': unanswered, 'b.json': padded, 'c.json': clean, 'strange.json': strange });
    const before = statSync(join(cwd, 'c.json')).ino;
    const { code, stdout, stderr } = await fix(['.'], { cwd });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      'a.json: fixed 1 (unanswered-call)\nb.json: fixed 1 (untrimmed-call-id)\nFixed 2 problems in 2 of 3 files; no problems left.\n',
    );
    expect(textOf(cwd, 'a.json')).toBe(answered);
    expect(textOf(cwd, 'b.json')).toBe(padded.replace('" c1"', '"c1"'));
    expect(statSync(join(cwd, 'c.json')).ino).toBe(before);
    expect(readdirSync(cwd)).toEqual(['a.json', 'b.json', 'c.json', 'strange.json']);
    expect((await fix(['.'], { cwd })).stdout).toBe('Nothing to fix in 3 files; no problems left.\n');
  });

  test.each([
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['comments', (text: string) => `// before\n${text}// behind\n`],
    ['tabs', (text: string) => text.replaceAll('  ', '\t')],
    ['no line end', (text: string) => text.trimEnd()],
  ])('keeps %s', async (_, laid) => {
    const cwd = folderOf({ 'a.json': laid(unanswered) });
    expect((await fix(['a.json'], { cwd })).code).toBe(0);
    expect(textOf(cwd, 'a.json')).toBe(laid(answered));
  });

  test('keeps mode and symbolic link', async () => {
    const cwd = folderOf({ 'real/a.json': unanswered });
    chmodSync(join(cwd, 'real/a.json'), 0o640);
    symlinkSync('real/a.json', join(cwd, 'link.json'));
    expect((await fix(['link.json'], { cwd })).code).toBe(0);
    expect(lstatSync(join(cwd, 'link.json')).isSymbolicLink()).toBe(true);
    expect(statSync(join(cwd, 'real/a.json')).mode & 0o777).toBe(0o640);
    expect(textOf(cwd, 'real/a.json')).toBe(answered);
  });

  test('reports what is left, in the text as it is now', async () => {
    const broken = answered.replace('"role": "user", "content": "Still', '"role": "Operator", "content": "Still');
    const cwd = folderOf({ 'a.json': broken.replace('"tool_call_id": "c1"', '"tool_call_id": " c1"') });
    const { code, stdout } = await fix(['a.json'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('a.json: fixed ');
    const [, line, column] = /a\.json:(\d+):(\d+): error: .*\[role-invalid\]/.exec(stdout) ?? [];
    expect(
      textOf(cwd, 'a.json')
        .split('\n')
        [Number(line) - 1]?.slice(Number(column) - 1),
    ).toMatch(/^"Operator"/);
    expect(stdout).toMatch(/Fixed \d problems? in 1 file; 1 error left\.\n$/);
  });

  test('leaves a file alone that may not be written or that somebody else wrote meanwhile', async () => {
    const cwd = folderOf({ 'a.json': unanswered, 'b.json': unanswered, 'c.json': unanswered });
    chmodSync(join(cwd, 'a.json'), 0o444);
    const host = {
      replaceFile: async (path: string, before: Uint8Array, after: Uint8Array) => {
        if (path.endsWith('b.json')) writeFileSync(path, 'theirs');
        return nodeHost.replaceFile(path, before, after);
      },
    };
    const { code, stdout, stderr } = await fix(['.'], { cwd, host });
    expect(code).toBe(2);
    expect(stderr).toContain('error: a.json is read-only and was left alone');
    expect(stderr).toContain('error: b.json has changed since it was read and was left alone');
    expect(stdout).toContain('c.json: fixed 1');
    expect(['a.json', 'b.json', 'c.json'].map((name) => textOf(cwd, name))).toEqual([unanswered, 'theirs', answered]);
  });

  test('a file that cannot be read does not keep the others from being fixed', async () => {
    const cwd = folderOf({ 'a.json': unanswered });
    const { code, stdout } = await fix(['gone.json', 'a.json'], { cwd });
    expect(code).toBe(2);
    expect(stdout).toContain('[unreadable-file]');
    expect(textOf(cwd, 'a.json')).toBe(answered);
  });

  test('a text that does not parse is left as it is', async () => {
    const cwd = folderOf({ 'a.json': unanswered.slice(0, -4), 'b.json': Buffer.from([0xff, 0x22]) });
    const { code, stdout } = await fix(['a.json', 'b.json'], { cwd });
    expect(code).toBe(1);
    expect(stdout.match(/\[syntax-error\]/g)).toHaveLength(2);
    expect(textOf(cwd, 'a.json')).toBe(unanswered.slice(0, -4));
  });

  test('rules that are off are not fixed', async () => {
    const cwd = folderOf({ 'a.json': unanswered });
    await fix(['--rule', 'unanswered-call=off', 'a.json'], { cwd });
    expect(textOf(cwd, 'a.json')).toBe(unanswered);
  });

  test('10 MB', async () => {
    const long = Array.from({ length: 5_000 }, (_, i) => ({
      role: i % 2 === 0 ? 'user' : 'assistant',
      content: 'x'.repeat(2_000),
    }));
    const lines = [...long, ...JSON.parse(unanswered)].map((row) => `  ${JSON.stringify(row)}`);
    const cwd = folderOf({ 'a.json': `[\n${lines.join(',\n')}\n]\n` });
    expect((await fix(['a.json'], { cwd })).code).toBe(0);
    const result = '  {"role":"tool","tool_call_id":"c1","content":"Tool call was interrupted; no result."}';
    const fixed = [...lines.slice(0, -1), result, ...lines.slice(-1)];
    expect(textOf(cwd, 'a.json') === `[\n${fixed.join(',\n')}\n]\n`).toBe(true);
  });
});

describe('unsafe fixes', () => {
  const row = (content: string) =>
    `{"messages":[{"role":"user","content":"${content}"},{"role":"assistant","content":"b"}]}`;

  test('repair rows: values glued on one line, a comma behind one', async () => {
    const cwd = folderOf({ 'a.jsonl': `${row('a')}${row('b')}\n${row('c')},\n${row('d')}\n` });
    expect((await fix(['a.jsonl'], { cwd })).code).toBe(1);
    const { code, stdout } = await fix(['--unsafe-fixes', 'a.jsonl'], { cwd });
    expect([code, stdout]).toEqual([
      0,
      'a.jsonl: fixed 2 (2 × syntax-error)\nFixed 2 problems in 1 file; no problems left.\n',
    ]);
    expect(textOf(cwd, 'a.jsonl')).toBe(`${['a', 'b', 'c', 'd'].map(row).join('\n')}\n`);
  });

  test('of a large file make lines, and what is left behind them is told where it stands now', async () => {
    const long = 'x'.repeat(100_000);
    const odd = row('y').replace('"assistant"', '"Operator"');
    const rows = Array.from({ length: 30 }, () => row(long));
    const cwd = folderOf({
      'a.jsonl': `${row('a')}${row('b')}{"messages":[]}\n${rows.join('\n')}\n${odd}\n${rows.join('\n')}\n${odd}\n`,
    });
    const { stdout } = await fix(
      ['--unsafe-fixes', '--rule', 'role-invalid=off', '--rule', 'messages-empty=off', 'a.jsonl'],
      { cwd },
    );
    expect(stdout).toContain('fixed 1 (syntax-error)');
    const broken = `${row('a')}${row('b')}\n${rows.join('\n')}\n{"messages":[\n${rows.join('\n')}\n{"messages":[\n`;
    writeFileSync(join(cwd, 'b.jsonl'), broken);
    const left = (await fix(['--unsafe-fixes', 'b.jsonl'], { cwd })).stdout;
    const after = textOf(cwd, 'b.jsonl').split('\n');
    const said = [...left.matchAll(/b\.jsonl:(\d+):\d+: error/g)].map(([, line]) => Number(line));
    expect(said).toEqual(after.flatMap((line, at) => (line === '{"messages":[' ? [at + 1] : [])));
    expect(said).toEqual([33, 64]);
  });

  test('that undo each other come to an end, and it is told', async () => {
    const call = { role: 'assistant', content: [{ type: 'tool_use', name: 'f', input: {} }] };
    const cwd = folderOf({ 'a.json': JSON.stringify([{ role: 'user', content: 'q' }, call]) });
    const rules = ['--rule', 'open-call-at-tail=error', '--rule', 'tool-call-id-missing=error'];
    const choice = ['--target', 'ollama', '--dialect', 'messages', ...rules];
    const { code, stderr } = await fix(['--unsafe-fixes', ...choice, 'a.json'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('a.json: some fixes undo each other');
    expect((await fix([...choice, 'a.json'], { cwd })).stderr).toBe('');
  });

  const long = `[${'{"role":"user","content":"a"},{"role":"assistant","content":"b"},'.repeat(4)}{"role":"user","content":"c"}]`;
  const operator = `${long.slice(0, -'{"role":"user","content":"c"}]'.length)}{"role":"operator","content":"c"}]`;

  test('are applied only when asked for', async () => {
    const cwd = folderOf({ 'a.json': operator });
    expect((await fix(['a.json'], { cwd })).code).toBe(1);
    expect(textOf(cwd, 'a.json')).toBe(operator);
    const { code, stdout } = await fix(['--unsafe-fixes', 'a.json'], { cwd });
    expect([code, stdout]).toEqual([
      0,
      'a.json: fixed 1 (role-invalid)\nFixed 1 problem in 1 file; no problems left.\n',
    ]);
    expect(textOf(cwd, 'a.json')).toBe(long);
  });
});

describe('--normalize', () => {
  test('applies the four rules whatever the severities', async () => {
    const late = JSON.stringify([
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
    ]);
    const cwd = folderOf({ 'a.json': late });
    await fix(['a.json'], { cwd });
    expect(textOf(cwd, 'a.json')).toBe(late);
    const { code, stdout } = await fix(['--normalize', 'a.json'], { cwd });
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'a.json: fixed 1 (result inserted)']);
    expect(JSON.parse(textOf(cwd, 'a.json'))).toHaveLength(3);
  });
});

describe('without writing', () => {
  test('--dry-run tells what would be done, and exits with 1', async () => {
    const cwd = folderOf({ 'a.json': unanswered, 'c.json': clean });
    const { code, stdout } = await fix(['--dry-run', '.'], { cwd });
    expect([code, stdout]).toEqual([
      1,
      'a.json: would fix 1 (unanswered-call)\nWould fix 1 problem in 1 of 2 files; no problems would remain.\n',
    ]);
    expect(textOf(cwd, 'a.json')).toBe(unanswered);
    expect((await fix(['--dry-run', 'c.json'], { cwd })).code).toBe(0);
  });

  test.each([
    ['LF', unanswered, answered],
    ['CRLF', unanswered.replaceAll('\n', '\r\n'), answered.replaceAll('\n', '\r\n')],
    ['no line end', unanswered.trimEnd(), answered.trimEnd()],
  ])('--diff prints a patch that applies (%s)', async (_, before, after) => {
    const cwd = folderOf({ 'sub/a.json': before });
    const { code, stdout, stderr } = await fix(['--diff', '.'], { cwd });
    expect(code).toBe(1);
    expect(stdout.split('\n').slice(0, 2)).toEqual(['--- a/sub/a.json', '+++ b/sub/a.json']);
    expect(applyPatch(before, stdout, { autoConvertLineEndings: false })).toBe(after);
    expect(stderr).toBe('Would fix 1 problem in 1 file; no problems would remain.\n');
    expect(textOf(cwd, 'sub/a.json')).toBe(before);
  });

  test('--diff names a file that is not below by its path from the root', async () => {
    const cwd = folderOf({ 'sub/.keep': '', 'a.json': unanswered });
    const headers = async (path: string) =>
      (await fix(['--diff', path], { cwd: join(cwd, 'sub') })).stdout.split('\n').slice(0, 2);
    expect(await headers('../a.json')).toEqual([`--- a${cwd}/a.json`, `+++ b${cwd}/a.json`]);
    expect(await headers(join(cwd, 'a.json'))).toEqual([`--- a${cwd}/a.json`, `+++ b${cwd}/a.json`]);
    const below = await fix(['--diff', join(cwd, 'a.json')], { cwd });
    expect(below.stdout.split('\n')[0]).toBe('--- a/a.json');
  });

  test('--diff says beside the patch which texts would go, and what is left and why', async () => {
    const call = (id: string) => ({
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
    });
    const stray = [
      { role: 'user', content: 'go' },
      { role: 'tool', tool_call_id: 'call_9', content: 'of nobody' },
    ];
    const slip = [
      call('call_w1'),
      { role: 'tool', tool_call_id: 'call_', content: '41 kg' },
      { role: 'user', content: 'so?' },
    ];
    const cwd = folderOf({ 'a.json': JSON.stringify(stray), 'b.json': JSON.stringify(slip) });
    const { stdout, stderr } = await fix(['--diff', '.'], { cwd });
    expect(stdout).toMatch(/^--- a\/a\.json/);
    expect(stderr).toMatch(/^a\.json\n {2}would go: "of nobody" \(orphan-result\)\nb\.json\n {2}left: .*"call_w1"/);
  });

  test('--diff is coloured on a terminal and steers it in no other way', async () => {
    const cwd = folderOf({ 'a.json': unanswered.replace('Oslo', '\u009b2J').replaceAll('\n', '\r\n') });
    const { stdout } = await fix(['--diff', 'a.json'], { cwd, isTerminal: true });
    expect(stdout).toContain('\u001b[32m+  { "role": "tool"');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are all that may be left
    expect(stdout.replace(/\x1b\[\d+m/g, '')).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/);
  });

  test('--diff says nothing on standard output when there is nothing to fix', async () => {
    const cwd = folderOf({ 'c.json': clean });
    expect(await fix(['--diff', '.'], { cwd })).toMatchObject({ code: 0, stdout: '' });
  });
});

describe('as a filter', () => {
  test('prints the fixed standard input, fixed or not', async () => {
    const cwd = folderOf({});
    expect(await fix(['-'], { cwd, stdin: unanswered })).toMatchObject({ code: 0, stdout: answered });
    expect(await fix(['-'], { cwd, stdin: clean })).toMatchObject({ code: 0, stdout: clean });
    const { stderr } = await fix(['-'], { cwd, stdin: unanswered });
    expect(stderr).toBe('<stdin>: fixed 1 (unanswered-call)\nFixed 1 problem in 1 file; no problems left.\n');
  });

  test('hands on bytes that cannot be read as they are', async () => {
    const { code, stdout, stderr } = await fix(['-'], { cwd: folderOf({}), stdin: Buffer.from([0x22, 0xff, 0x22]) });
    expect([code, stdout]).toEqual([2, '"\u00ff"']); // the byte itself
    expect(stderr).toContain('not UTF-8');
    const dry = await fix(['--dry-run', '-'], { cwd: folderOf({}), stdin: Buffer.from([0x22, 0xff, 0x22]) });
    expect([dry.code, dry.stdout]).toEqual([1, '']);
  });
});

test('nothing to fix where nothing is', async () => {
  expect(await fix([], { cwd: folderOf({}) })).toMatchObject({ code: 0, stdout: 'No transcripts to fix.\n' });
});

test.each([['--dry', "unknown option '--dry'"]])('wrong use: %s', async (option, message) => {
  const { code, stderr } = await fix([option], { cwd: folderOf({}) });
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
