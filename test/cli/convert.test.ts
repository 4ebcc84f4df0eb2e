import { describe, expect, test } from 'vitest';
import { cli, type World } from './cli';
import { folderOf } from './folder';

const convert = (args: readonly string[], world: World) => cli(['convert', ...args], world);

const user = { role: 'user', content: 'q' };
const call = (given: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: given } }],
});
const answer = { role: 'tool', tool_call_id: 'c1', content: 'r' };
const use = (input: object) => ({ role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'f', input }] });
const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'r' }] };

const files = {
  'chat.json': JSON.stringify([user, call('{"a":1}'), answer]),
  'broken.json': JSON.stringify([user, call('{"a'), answer]),
  'new.json': JSON.stringify([user, call('{"a')]),
  'open.json': JSON.stringify([user, call('{}'), user]),
  'lossy.json': JSON.stringify([{ ...user, name: 'ann' }]),
  'other.json': '{"a": 1}',
  'half.json': '[{"role":"user","content":"q"},{"role":"assistant","content":"x',
};

describe('convert', () => {
  test('prints the document, and what it costs on standard error', async () => {
    const cwd = folderOf(files);
    const { code, stdout, stderr } = await convert(['broken.json', '--to', 'messages'], { cwd });
    expect([code, JSON.parse(stdout)]).toEqual([0, [user, use({}), result]]);
    expect(stderr.split('\n').map((line) => line.trimEnd())).toEqual([
      'messages: 1 fallback, 0 lost, 0 problems',
      '  fallback /1/tool_calls/0/function/arguments f "c1": no JSON, replaced by {}: {"a',
      '',
    ]);
  });

  test('prints one object with --json', async () => {
    const { code, stdout } = await convert(['broken.json', '--to', 'messages', '--json'], { cwd: folderOf(files) });
    const pointer = '/1/tool_calls/0/function/arguments';
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      {
        document: [user, use({}), result],
        dialect: 'messages',
        fallbacks: [{ pointer, id: 'c1', name: 'f', text: '{"a', reason: 'no JSON' }],
        lost: [],
        problems: [],
        added: [],
        left: [],
        normalized: [],
      },
    ]);
  });

  test.each([
    [['chat.json', '--to', 'messages'], 0],
    [['chat.json', '--to', 'anthropic'], 0],
    [['chat.json', '--to', 'chat', '--target', 'mistral'], 1],
    [['chat.json', '--to', 'mistral', '--rewrite-ids'], 0],
    [['open.json', '--to', 'messages'], 1],
    [['open.json', '--to', 'messages', '--normalize'], 0],
    [['lossy.json', '--to', 'messages'], 0],
    [['lossy.json', '--to', 'messages', '--strict'], 1],
  ])('%j prints a document and exits with %i', async (args, expected) => {
    const { code, stdout } = await convert(args, { cwd: folderOf(files) });
    expect(code).toBe(expected);
    expect(Array.isArray(JSON.parse(stdout))).toBe(true);
  });

  test.each([
    ['a new call that cannot be sent', ['new.json', '--to', 'messages'], '[malformed-arguments]'],
    ['a file without a conversation', ['other.json', '--to', 'chat'], '[nothing-to-convert]'],
    ['a file that does not parse', ['half.json', '--to', 'messages'], '[syntax-error]'],
  ])('prints no document for %s, and exits with 1', async (_, args, told) => {
    const { code, stdout, stderr } = await convert(args, { cwd: folderOf(files) });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(told);
    const json = await convert([...args, '--json'], { cwd: folderOf(files) });
    expect([json.code, JSON.parse(json.stdout).document]).toEqual([1, null]);
  });

  test.each([
    [['chat.json'], "required option '--to <dialect>'"],
    [['chat.json', '--to', 'latin'], '--to must be one of '],
    [['chat.json', '--to', 'gemini'], 'Name the dialect ("chat"), and "gemini" as --target'],
    [['chat.json', '--to', 'vertex'], 'Name the dialect ("messages"), and "vertex" as --target'],
    [['chat.json', '--to', 'moonshot'], 'Name the dialect ("chat" or "messages"), and "moonshot" as --target'],
    [['chat.json', '--to', 'chat', '--target', 'anthropic'], '--target "anthropic" does not take the dialect chat'],
    [['chat.json', '--to', 'chat', '--system', 'behind'], 'Allowed choices are front, in-place, as-user'],
    [['gone.json', '--to', 'chat'], 'does not exist'],
    [['--to', 'chat'], "missing required argument 'file'"],
  ])('exits with 2 for %j', async (args, told) => {
    const { code, stdout, stderr } = await convert(args, { cwd: folderOf(files) });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(told);
  });

  test('is a filter', async () => {
    const stdin = files['chat.json'];
    const there = await convert(['-', '--to', 'messages'], { cwd: folderOf({}), stdin });
    const back = await convert(['-', '--to', 'chat', '--from', 'messages'], { cwd: folderOf({}), stdin: there.stdout });
    expect([there.code, back.code, JSON.parse(back.stdout)]).toEqual([0, 0, JSON.parse(stdin)]);
  });

  test('reads the session log of Pi, on the branch that is named', async () => {
    const row = (id: string, parentId: string | null, message: object) =>
      JSON.stringify({ type: 'message', id, parentId, message });
    const log = [
      '{"type":"session","version":3,"id":"s"}',
      row('a', null, user),
      row('b', 'a', { role: 'assistant', content: [{ type: 'text', text: 'left' }] }),
      row('c', 'a', { role: 'assistant', content: [{ type: 'text', text: 'right' }] }),
    ].join('\n');
    const world = { cwd: folderOf({ 's.jsonl': `${log}\n` }) };
    const said = async (...args: string[]) =>
      JSON.parse((await convert(['s.jsonl', '--to', 'messages', ...args], world)).stdout);
    const body = (text: string) => ({
      max_tokens: 4096,
      messages: [user, { role: 'assistant', content: [{ type: 'text', text }] }],
    });
    expect(await said()).toEqual(body('right'));
    expect(await said('--branch', 'b')).toEqual(body('left'));
    expect(await said('--model', 'claude-opus-4-5')).toEqual({ model: 'claude-opus-4-5', ...body('right') });
    expect((await convert(['s.jsonl', '--to', 'messages', '--branch', 'z'], world)).code).toBe(1);
    const json = await convert(['s.jsonl', '--to', 'messages', '--json'], world);
    expect(JSON.parse(json.stdout).document).toEqual(body('right'));
  });

  test('keeps control characters of a transcript from the terminal', async () => {
    const stdin = JSON.stringify([user, call('\u001b[2J{'), answer]);
    const { stderr } = await convert(['-', '--to', 'messages'], { cwd: folderOf({}), stdin });
    expect(stderr).not.toContain('\u001b');
  });

  test('has help with examples', async () => {
    const { code, stdout } = await convert(['--help'], { cwd: folderOf({}) });
    expect([code, stdout.includes('--rewrite-ids'), stdout.includes('Examples:')]).toEqual([0, true, true]);
  });
});
