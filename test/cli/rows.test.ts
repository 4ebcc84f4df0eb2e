// `--rows` and large files of rows: each row is a document of its own, whatever the file is called and however long it is.
import { describe, expect, test } from 'vitest';
import { cli } from './cli';
import { folderOf } from './folder';

const user = (content = 'q') => ({ role: 'user', content });
const call = (given = '{}') => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: given } }],
});
const answer = { role: 'tool', tool_call_id: 'c', content: 'r' };
const row = (...messages: object[]) => JSON.stringify({ max_tokens: 1, messages });

/** Long, so that a large file has few rows. */
const good = row(user('q'.repeat(10_000)), call(), answer);
const short = row(user(), call(), answer);
const open = row(user(), call(), user('next'));
const bad = row(user(), call('{"x'));
const broken = '{"messages":[{"role":"user",';

/** More than is read at once. */
const many = (line: string) => `${line}\n`.repeat(Math.ceil(2_200_000 / (line.length + 1)));

describe('--rows', () => {
  const cwd = () => folderOf({ 'a.json': `${open}\n` });

  test.each([
    ['normalize', []],
    ['trim', ['--budget', '9000']],
    ['convert', ['--to', 'messages']],
  ] as const)('%s reads standard input as rows, and one row by itself too', async (command, more) => {
    const stdin = `${short}\n\n${short}\n${short}\n`;
    const args = [command, '-', '--rows', ...more];
    const all = await cli(args, { cwd: cwd(), stdin });
    const one = await cli(args, { cwd: cwd(), stdin: `${short}\n` });
    expect([all.stderr.includes('error'), one.stderr.includes('error')]).toEqual([false, false]);
    expect(all.stdout).toBe(`${one.stdout}\n${one.stdout}${one.stdout}`);
    const file = await cli([command, 'a.json', '--rows', ...more], { cwd: cwd() });
    expect(JSON.parse(file.stdout)).toHaveProperty('messages');
  });

  test('check tells the row', async () => {
    const stdin = `${good}\n${open}\n${broken}\n`;
    const { code, stdout } = await cli(['check', '-', '--rows', '--format', 'json'], { cwd: cwd(), stdin });
    const findings: { rule: string; pointer: string; range: { start: { line: number } } }[] =
      JSON.parse(stdout).files[0].findings;
    expect(code).toBe(1);
    expect(findings.map(({ rule, pointer, range }) => [rule, pointer.split('/')[1], range.start.line])).toEqual([
      ['unanswered-call', '1', 1],
      ['syntax-error', '2', 2],
    ]);
  });

  test('rows that are the messages of one conversation are none, for parts of it would tear it', async () => {
    const stdin = `${JSON.stringify(user())}\n${JSON.stringify({ role: 'assistant', content: 'a' })}\n`;
    for (const args of [
      ['check', '-'],
      ['normalize', '-'],
      ['trim', '-', '--last', '2'],
      ['convert', '-', '--to', 'messages'],
    ]) {
      const { code, stderr } = await cli([...args, '--rows'], { cwd: cwd(), stdin });
      expect([code, stderr.includes('messages of one conversation')]).toEqual([2, true]);
    }
    const log = await cli(['convert', '-', '--to', 'messages', '--rows', '--from', 'pi'], { cwd: cwd(), stdin });
    expect(log.code).toBe(2);
  });
});

describe('convert and rows that cannot be converted', () => {
  const lines = `${good}\n${broken}\n${bad}\n${good}\n`;

  test('tells them with their place, hands them on and fails', async () => {
    const { code, stdout, stderr } = await cli(['convert', 'a.jsonl', '--to', 'messages'], {
      cwd: folderOf({ 'a.jsonl': lines }),
    });
    const out = stdout.split('\n');
    expect([code, out[1], out[2], out[0]]).toEqual([1, broken, bad, out[3]]);
    expect(stderr).toMatch(/^\S*a\.jsonl:2:\d+/m);
    expect(stderr).toContain('left     /1');
    expect(stderr).toContain('left     /2');
    expect(stderr).toContain('[malformed-arguments]');
  });

  test('does the same in a large file, a chunk at a time', async () => {
    const large = many(good);
    const text = `${large}${broken}\n${bad}\n${large}`;
    const rows = large.split('\n').length - 1;
    const cwd = folderOf({ 'a.jsonl': text });
    const { code, stdout, stderr } = await cli(['convert', 'a.jsonl', '--to', 'messages'], { cwd });
    const out = stdout.split('\n');
    expect([code, out[rows], out[rows + 1], out.length]).toEqual([1, broken, bad, rows * 2 + 3]);
    expect(new Set(out).size).toBe(4);
    expect(stderr).toContain(`left     /${rows}`);
    expect(stderr).toContain(`a.jsonl:${rows + 1}:`);
    const json = await cli(['convert', 'a.jsonl', '--to', 'messages', '--json'], { cwd });
    const { document, left, problems } = JSON.parse(json.stdout);
    expect([document.length, document[rows], document[rows * 2 + 1]]).toEqual([
      rows * 2 + 2,
      broken,
      JSON.parse(out[0] ?? ''),
    ]);
    expect([left.length, problems.length]).toEqual([2, 2]);
  }, 60_000);

  test('tells what the target would say of rows far into the file', async () => {
    const cwd = folderOf({ 'a.jsonl': `${many(good)}${open}\n${good}\n` });
    const { code, stderr } = await cli(['convert', 'a.jsonl', '--to', 'messages'], { cwd });
    expect([code, stderr.includes('[unanswered-call]')]).toEqual([1, true]);
    const mended = await cli(['convert', 'a.jsonl', '--to', 'messages', '--normalize'], { cwd });
    expect([mended.code, mended.stderr.includes('inserted')]).toEqual([0, true]);
  }, 60_000);

  test('a long session log is still one conversation', async () => {
    const log = ['{"type":"session","version":3,"id":"s"}'];
    for (let i = 0; i < 300; i++) {
      const message = { role: i % 2 === 0 ? 'user' : 'assistant', content: [{ type: 'text', text: 'x'.repeat(8000) }] };
      log.push(JSON.stringify({ type: 'message', id: `r${i}`, parentId: i === 0 ? null : `r${i - 1}`, message }));
    }
    const cwd = folderOf({ 's.jsonl': `${log.join('\n')}\n` });
    const { code, stdout } = await cli(['convert', 's.jsonl', '--to', 'messages'], { cwd });
    expect([code, JSON.parse(stdout).messages.length]).toEqual([0, 300]);
  }, 60_000);
});

test('trim merges neighbours in every row of a large file', async () => {
  const line = row(user('a'.repeat(10_000)), user('b'), call(), user('next'));
  const { stdout } = await cli(['trim', 'a.jsonl', '--budget', '9000'], { cwd: folderOf({ 'a.jsonl': many(line) }) });
  expect(new Set(stdout.trimEnd().split('\n')).size).toBe(1);
  expect(stdout).toContain('a\\nb');
}, 60_000);

describe('rows that need nothing', () => {
  const cwd = () => folderOf({});
  const named = (line: string) => line.replace('{', '{"model":"gpt-4o",');
  const stdin = [named(short), named(open), named(short)].join('\n');
  const clean = [named(short), named(short), named(short)].join('\n');

  test.each([
    ['normalize', []],
    ['trim', ['--budget', '20000']],
  ] as const)('%s says nothing of them but how many there are', async (command, more) => {
    const all = await cli([command, '-', '--rows', ...more], { cwd: cwd(), stdin: clean });
    expect(all.stderr).toBe('0 of 3 conversations needed something\n');
    const some = await cli([command, '-', '--rows', ...more], { cwd: cwd(), stdin });
    expect(some.stderr).toMatch(/^\/1\/messages: /);
    expect(some.stderr).not.toMatch(/^\/[02]\//m);
    expect(some.stderr).toMatch(/\n1 of 3 conversations needed something\n$/);
    const large = await cli([command, '-', '--rows', ...more], { cwd: cwd(), stdin: many(good) });
    expect(large.stderr).toMatch(/^0 of \d+ conversations needed something\n$/);
  });

  test('a document of one conversation is still told of', async () => {
    expect((await cli(['normalize', '-'], { cwd: cwd(), stdin: short })).stderr).toBe('/messages: 0 dropped\n');
  });

  test.each([stdin, `${many(named(good))}${named(open)}`])('check lists none of them in JSON', async (input) => {
    const args = ['check', '-', '--format', 'json'];
    const { files } = JSON.parse((await cli([...args, '--rows'], { cwd: cwd(), stdin: input })).stdout);
    expect(files[0].conversations).toEqual([
      {
        pointer: expect.stringMatching(/\/[1-9]\d*\/messages/),
        turns: 3,
        side: 'request',
        target: { id: 'openai', chosen: false },
      },
    ]);
    expect(files[0].findings.length).toBe(1);
  });
});
