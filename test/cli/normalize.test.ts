import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli, type World } from './cli';
import { folderOf } from './folder';
import { answered, clean, strange, unanswered } from './samples';

const normalize = (args: readonly string[], world: World) => cli(['normalize', ...args], world);

/** docs/design/normalization.md, "Worked examples": one unusable id costs three drops out of two entries. */
const zero = `[{"role":"assistant","content":"","tool_calls":[{"tool_call_id":"0","name":"search"}]},
 {"role":"tool","content":"result","tool_call_id":"0"}]`;

describe('the document', () => {
  test('goes to standard output, what was done to standard error', async () => {
    const cwd = folderOf({ 'a.json': unanswered });
    const { code, stdout, stderr } = await normalize(['a.json'], { cwd });
    expect([code, stdout]).toEqual([0, answered]);
    expect(stderr).toBe('0 dropped, 1 result inserted\n  insert   result "c1"              /1/tool_calls/0\n');
  });

  test('tells each drop with its rule', async () => {
    const { code, stdout, stderr } = await normalize(['--dialect', 'flat', '-'], { cwd: folderOf({}), stdin: zero });
    expect([code, JSON.parse(stdout)]).toEqual([0, []]);
    expect(stderr.split('\n').map((line) => line.trim().split(/ +/))).toEqual([
      ['3', 'dropped'],
      ['drop', 'call', '"0"', '/0/tool_calls/0', '[unusable-call-id]'],
      ['drop', 'turn', '/0', '[unusable-call-id]'],
      ['drop', 'result', '"0"', '/1', '[unusable-call-id]'],
      [''],
    ]);
  });

  test.each([
    ['clean', clean],
    ['not a transcript', strange],
    ['CRLF, BOM, comments', `\uFEFF// c\r\n${clean.replaceAll('\n', '\r\n')}`],
  ])('comes out as it went in: %s', async (_, text) => {
    expect(await normalize(['a.json'], { cwd: folderOf({ 'a.json': text }) })).toMatchObject({ code: 0, stdout: text });
  });

  test('says so when it knows no conversation', async () => {
    const { stderr } = await normalize(['-'], { cwd: folderOf({}), stdin: strange });
    expect(stderr).toContain('no conversation was recognised in <stdin>');
  });

  test('that does not parse comes out as it went in, with code 1', async () => {
    const text = unanswered.slice(0, -4);
    const { code, stdout, stderr } = await normalize(['-'], { cwd: folderOf({}), stdin: text });
    expect([code, stdout]).toEqual([1, text]);
    expect(stderr).toContain('[syntax-error]');
  });

  test('bytes that cannot be read are handed on as they are, with code 2', async () => {
    const stdin = Buffer.from([0x22, 0xff, 0x22]);
    const { code, stdout, stderr } = await normalize(['-'], { cwd: folderOf({}), stdin });
    expect([code, stdout]).toEqual([2, '"\u00ff"']); // the byte itself
    expect(stderr).toContain('not UTF-8');
  });

  test('rows that parse are normalized beside one that does not', async () => {
    const row = JSON.stringify({ messages: JSON.parse(unanswered) });
    const rows = `${row}\n{"messages":[\n${row}\n`;
    const { code, stdout } = await normalize(['-', '--stdin-filename', 'a.jsonl'], { cwd: folderOf({}), stdin: rows });
    expect(code).toBe(1);
    const out = stdout.split('\n');
    expect([out.length, out[1]]).toEqual([4, '{"messages":[']);
    expect([out[0], out[2]].map((line) => JSON.parse(line ?? '').messages.length)).toEqual([4, 4]);
  });

  test.each([
    [['gone.json'], 'The file does not exist.'],
    [['.'], 'The file is a folder.'],
    [[], "missing required argument 'file'"],
    [['a.json', 'b.json'], 'too many arguments'],
    [['--reused-ids', 'maybe', 'a.json'], 'Allowed choices are drop, rename'],
  ])('2 for %j', async (args, message) => {
    const { code, stdout, stderr } = await normalize(args, { cwd: folderOf({}) });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});

describe('--json', () => {
  test('a list gives messages and the report', async () => {
    const { code, stdout, stderr } = await normalize(['--json', '--dialect', 'flat', '-'], {
      cwd: folderOf({}),
      stdin: zero,
    });
    expect(code).toBe(0);
    expect(stderr).toContain('3 dropped');
    expect(JSON.parse(stdout)).toEqual({
      messages: [],
      dropped: 3,
      drops: [
        { kind: 'call', id: '0', rule: 'unusable-call-id', pointer: '/0/tool_calls/0', range: expect.anything() },
        { kind: 'turn', rule: 'unusable-call-id', pointer: '/0', range: expect.anything() },
        {
          kind: 'result',
          id: '0',
          rule: 'unusable-call-id',
          pointer: '/1',
          range: { start: { line: 1, character: 1 }, end: { line: 1, character: 54 } },
        },
      ],
      moved: [],
      inserted: [],
      renamed: [],
      left: [],
    });
  });

  test.each([
    ['cut off', unanswered.slice(0, -4)],
    ['a fault behind the conversation', `{"messages":${unanswered.trim()},"seed":1 2}`],
    ['no JSON at all', 'hello'],
    ['nothing', ''],
  ])('gives no document where the text is none: %s', async (_, text) => {
    const { code, stdout, stderr } = await normalize(['--json', '-'], { cwd: folderOf({}), stdin: text });
    expect(code).toBe(1);
    expect(Object.keys(JSON.parse(stdout))).toEqual(['dropped', 'drops', 'moved', 'inserted', 'renamed', 'left']);
    expect(stderr).toContain('[syntax-error]');
  });

  test('gives a row that does not parse as its text, beside the others', async () => {
    const row = JSON.stringify({ messages: JSON.parse(unanswered) });
    const stdin = `${row}\n{"messages":[\n${row}\n`;
    const { code, stdout } = await normalize(['--json', '--stdin-filename', 'a.jsonl', '-'], {
      cwd: folderOf({}),
      stdin,
    });
    const { document } = JSON.parse(stdout);
    expect([code, document[1]]).toEqual([1, '{"messages":[']);
    expect([document[0], document[2]].map(({ messages }) => messages.length)).toEqual([4, 4]);
  });

  test('anything else gives the document, numbers as they were spelled', async () => {
    const text = `{ "temperature": 1.0, /* c */ "seed": 12345678901234567890, "messages": ${unanswered.trim()}, }`;
    const { stdout } = await normalize(['--json', '-'], { cwd: folderOf({}), stdin: text });
    expect(stdout).toMatch(/^\{"document":\{"temperature":1\.0,"seed":12345678901234567890,"messages":\[/);
    expect(JSON.parse(stdout)).toMatchObject({
      document: { messages: { length: 4 } },
      dropped: 0,
      inserted: [{ id: 'c1', pointer: '/messages/1/tool_calls/0', text: 'Tool call was interrupted; no result.' }],
    });
  });
});

describe('options', () => {
  const open = JSON.stringify(JSON.parse(unanswered).slice(0, 2));

  test('--keep-open-tail', async () => {
    const cwd = folderOf({});
    expect(JSON.parse((await normalize(['-'], { cwd, stdin: open })).stdout)).toHaveLength(3);
    expect((await normalize(['--keep-open-tail', '-'], { cwd, stdin: open })).stdout).toBe(open);
    const row = `${JSON.stringify({ messages: JSON.parse(open) })}\n`;
    const name = ['--stdin-filename', 'a.jsonl'];
    expect((await normalize([...name, '-'], { cwd, stdin: row })).stdout).toBe(row);
    expect(
      JSON.parse((await normalize([...name, '--no-keep-open-tail', '-'], { cwd, stdin: row })).stdout).messages,
    ).toHaveLength(3);
  });

  test('--reused-ids', async () => {
    const call = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    };
    const result = { role: 'tool', tool_call_id: 'c', content: '1' };
    const stdin = JSON.stringify([{ role: 'user', content: 'hi' }, call, result, call, result]);
    const cwd = folderOf({});
    const ids = async (args: readonly string[]) =>
      JSON.parse((await normalize([...args, '-'], { cwd, stdin })).stdout).flatMap(
        (row: { tool_call_id?: string }) => row.tool_call_id ?? [],
      );
    expect(await ids([])).toEqual(['c', 'c_2']);
    expect(await ids(['--reused-ids', 'rename'])).toEqual(['c', 'c_2']);
    expect(await ids(['--reused-ids', 'drop'])).toEqual(['c']);
  });

  test('configuration says the same', async () => {
    const cwd = folderOf({
      'transcript-lint.config.json': '{ "normalize": { "keepOpenTail": true } }',
      'a.json': open,
    });
    expect((await normalize(['a.json'], { cwd })).stdout).toBe(open);
    expect(JSON.parse((await normalize([join(cwd, 'a.json'), '--no-keep-open-tail'], { cwd })).stdout)).toHaveLength(3);
  });
});
