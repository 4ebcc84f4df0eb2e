import { describe, expect, test } from 'vitest';
import { lint } from '../../server/src/main/lib';
import { cli } from './cli';
import { folderOf } from './folder';
import { clean, strange, unanswered } from './samples';

const gemini = clean.replace('{ ', '{ "model": "gemini-2.5-pro", ');
const list = JSON.stringify([...JSON.parse(unanswered), ...JSON.parse(unanswered)]);

const check = async (files: Readonly<Record<string, string | Uint8Array>>, ...args: string[]) => {
  const { code, stdout } = await cli(['check', ...args], { cwd: folderOf(files), columns: 100 });
  return { code, lines: stdout.trimEnd().split('\n') };
};

describe('what was not checked is said', () => {
  test('of a target that has no rules for the dialect, once for all files', async () => {
    const { code, lines } = await check({ 'a.json': gemini, 'b.json': gemini, 'c.json': clean });
    expect([code, lines.slice(0, 3)]).toEqual([
      0,
      [
        'No problems found, but 2 of 3 files were not checked in full.',
        'not checked: a.json and 1 more: no rules of Gemini for OpenAI chat are known, only those of any',
        'provider were asked',
      ],
    ]);
    const alone = await check({ 'a.json': gemini });
    expect(alone.lines[0]).toBe('No problems found, but the file was not checked in full.');
  });

  test('of a broken file whose syntax error is turned off', async () => {
    const { lines } = await check({ 'a.json': list.slice(0, -1) }, '--rule', 'syntax-error=off', '--severity', 'error');
    expect(lines.at(-1)).toBe('not checked: a.json: syntax error at line 1');
  });

  test('of rules that wait for something, and of none where all ran', async () => {
    const cwd = { 'a.json': clean };
    expect((await check(cwd)).lines).toEqual([
      'No problems in 1 file.',
      'Not run: 10 rules on what is sent (--target says who gets it), 1 that needs a model.',
    ]);
    expect((await check(cwd, '--target', 'openai')).lines[1]).toBe('Not run: 1 rule that needs a model.');
    expect((await check({ 'a.json': clean.replace('{ ', '{ "model": "gpt-4o", ') })).lines).toEqual([
      'No problems in 1 file.',
    ]);
    expect((await check(cwd, '--target', 'openai', '--rule', 'orphan-result=off')).lines[1]).toBe(
      'Not run: 1 rule that needs a model, 1 that is off.',
    );
  });

  test('of a named file without a conversation, which counts for no clean one', async () => {
    expect((await check({ 'a.json': strange }, 'a.json')).lines).toEqual(['No transcripts to check.']);
    const two = await check({ 'a.json': strange, 'b.json': clean }, 'a.json', 'b.json', '--target', 'own');
    expect(two.lines).toEqual(['No problems in 1 file.']);
  });

  test('in JSON: rules that ran, rules that did not and why, parts', async () => {
    const cwd = folderOf({ 'a.json': gemini, 'b.jsonl': `${JSON.stringify(JSON.parse(clean))}\n{"messages":[\n` });
    const { stdout } = await cli(['check', '--format', 'json', '.'], { cwd });
    const [a, b] = JSON.parse(stdout).files;
    expect(a.coverage.ran).toContain('orphan-result');
    expect(a.coverage.notChecked).toEqual([
      { reason: 'no-rules-for-dialect', message: expect.any(String), pointer: '/messages', line: 1 },
    ]);
    expect(b.coverage.skipped).toContainEqual({ rule: 'tool-name-pattern', reason: 'needs-sending', conversations: 1 });
    expect(b.coverage.notChecked).toEqual([
      { reason: 'syntax-error', message: 'syntax error at line 2', pointer: '/1', line: 2 },
    ]);
  });

  test('the same of a file that is worked on in chunks', async () => {
    const row = JSON.stringify(JSON.parse(gemini));
    const rows = Array.from({ length: 30_000 }, (_, index) => (index === 20_000 ? '{"messages":[' : row));
    const cwd = folderOf({ 'a.jsonl': rows.join('\n') });
    const { stdout } = await cli(['check', '--format', 'json', '.'], { cwd });
    const [{ coverage, conversations }] = JSON.parse(stdout).files;
    expect(conversations.length).toBe(29_999);
    expect(coverage.notChecked.length).toBe(30_000);
    expect(coverage.notChecked[20_000]).toMatchObject({ reason: 'syntax-error', pointer: '/20000', line: 20_001 });
    const sorted = [...coverage.ran].sort();
    expect([coverage.ran, new Set(sorted).size]).toEqual([sorted, sorted.length]);
  });
});

describe('a file that looks like a transcript and cannot be read is one finding of a folder', () => {
  const deep = list.replace('"Weather', `"","x":${'['.repeat(1100)}${']'.repeat(1100)},"y":"Weather`);
  const utf16 = (mark: string) => Buffer.from(mark + list, 'utf16le');
  test.each([
    ['a list that is cut off', list.slice(0, 150), 'syntax-error'],
    ['UTF-16', utf16('\uFEFF'), 'syntax-error'],
    ['UTF-16 of the other order', Buffer.from(utf16('\uFEFF')).swap16(), 'syntax-error'],
    ['UTF-16 without a mark', utf16(''), 'syntax-error'],
    ['what is nested too deep', deep, 'too-deep'],
    ['a row that is cut off', `{"messages":${list.slice(0, 200)}`, 'syntax-error', 'a.jsonl'],
    [
      'a large row that is cut off',
      `{"messages":${list.replace('Oslo', 'x'.repeat(3e6)).slice(0, -9)}`,
      'syntax-error',
      'a.jsonl',
    ],
  ])('%s', async (_, content, rule, name = 'a.json') => {
    const cwd = folderOf({ [name]: content, 'z.json': strange });
    for (const path of ['.', name]) {
      const { code, stdout } = await cli(['check', '--format', 'json', path], { cwd });
      const { files } = JSON.parse(stdout);
      expect(code).toBe(1);
      expect(files).toMatchObject([{ path: name, findings: [{ rule, severity: 'error' }] }]);
    }
  });

  test('and nothing of what is plainly something else', async () => {
    const cwd = folderOf({
      'api.json': '{"openapi":"3.1.0","x":{"role":"user","content":"x"},',
      'a.json': '{"rights":[{"role":"admin"',
      'tsconfig.json': '{"role":"user","content":"x",',
      'log.jsonl': `${'{"type":"user","uuid":"1","message":{"role":"user","content":"x"}}\n'.repeat(9)}{"type":"user","mess`,
    });
    expect(await cli(['check', '.'], { cwd })).toMatchObject({ code: 0, stdout: 'No transcripts to check.\n' });
  });

  test('the library says so too', () => {
    expect(lint(list.slice(0, 150)).map(({ rule }) => rule)).toEqual(['syntax-error']);
    expect(lint(list.slice(0, 150), { config: { syntaxErrors: false } })).toEqual([]);
  });
});

test('fix calls nothing clean that was not checked', async () => {
  const cwd = folderOf({ 'a.json': gemini });
  expect((await cli(['fix', 'a.json'], { cwd })).stdout).toBe(
    'Nothing to fix in 1 file; no problems left in what was checked.\n',
  );
  expect((await cli(['fix', 'a.json'], { cwd: folderOf({ 'a.json': strange }) })).stdout).toBe(
    'No transcripts to fix.\n',
  );
});
