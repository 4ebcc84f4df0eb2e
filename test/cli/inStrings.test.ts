import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cli } from './cli';
import { folderOf } from './folder';

const read = (name: string) =>
  readFileSync(new URL(`../../fixtures/detect/in-strings/${name}`, import.meta.url), 'utf8');
const POINTER = '/interactions/0/request/body/messages';
const cassette = read('cassette.json');
const run = (args: readonly string[], files: Readonly<Record<string, string>> = { 'a.json': cassette }) => {
  const cwd = folderOf(files);
  return cli(args, { cwd }).then((result) => ({ ...result, cwd }));
};

describe('a request in a string', () => {
  test.each([[['check', 'a.json']], [['check']]])('is checked: %j', async (args) => {
    const { code, stdout } = await run([...args, '--format', 'json']);
    expect(code).toBe(1);
    expect(stdout).toContain(
      `"pointer":"${POINTER}/1/tool_calls/0"`.replace(':', stdout.includes('": "') ? ': ' : ':'),
    );
    expect(stdout).not.toContain('no conversation');
  });

  test('is shown where it stands in the file', async () => {
    const { stdout } = await run(['check', 'a.json']);
    const column = (cassette.split('\n')[7] ?? '').indexOf('{\\"id\\": \\"call_1') + 1;
    expect(stdout).toContain(`a.json:8:${column}: error: `);
  });

  test('is fixed in place, and then there is nothing to say', async () => {
    const { code, cwd, stderr, stdout } = await run(['fix', 'a.json']);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('rror')]);
    expect(stdout + stderr).toContain('1 problem');
    expect(await cli(['check', 'a.json'], { cwd })).toMatchObject({ code: 0 });
    const after = readFileSync(`${cwd}/a.json`, 'utf8');
    expect(JSON.parse(JSON.parse(after).interactions[0].request.body).messages).toHaveLength(4);
  });

  test('is normalized, and the report names its places', async () => {
    const { code, stdout, stderr } = await run(['normalize', 'a.json']);
    expect(code).toBe(0);
    expect(JSON.parse(JSON.parse(stdout).interactions[0].request.body).messages).toHaveLength(4);
    expect(stderr).toContain(`${POINTER}/1/tool_calls/0`);
    expect((await run(['fix', '--normalize', 'a.json'])).code).toBe(0);
  });

  test('is not called clean where it was not read', async () => {
    const { code, stdout } = await run(['check', 'a.json'], { 'a.json': read('cut-off.json') });
    expect(code).toBe(0);
    expect(stdout).toContain('not checked');
    expect(stdout).toContain('syntax error at line 3');
  });

  test.each([
    [['trim', '--budget', '20']],
    [['convert', '--to', 'messages']],
    [['replay', '--budget', '20']],
    [['stats']],
  ])('is left as it is by %j', async (args) => {
    const { stdout, cwd } = await run([...args, 'a.json']);
    expect(readFileSync(`${cwd}/a.json`, 'utf8')).toBe(cassette);
    if (args[0] === 'trim') expect(stdout).toBe(cassette);
    if (args[0] === 'convert') expect(stdout).toBe('');
  });
});
