// docs/design/windows.md, "Blame": that no window breaks is no clean bill of the conversations.
import { describe, expect, test } from 'vitest';
import { failureItems, outcomeText } from '../../client/src/common/replay/replayChoices';
import { replayHtml } from '../../server/src/core/index';
import { replay } from '../../server/src/main/lib';
import type { ReplayAnswer } from '../../server/src/protocol/index';
import { cli } from '../cli/cli';
import { folderOf } from '../cli/folder';

const user = (content: string) => ({ role: 'user', content });
const said = (content: string) => ({ role: 'assistant', content });
const call = (id: string) => ({
  ...{ role: 'assistant', content: null },
  tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: '{}' } }],
});
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'done' });

const sound = Array.from({ length: 27 }, (_, at) => [user(`question ${at}`), said(`answer ${at}`)]).flat();
/** Five errors in the last seven of 61 messages; its first prefix that would be refused has 55. */
const broken = [
  ...sound,
  result('c9'),
  call('c1'),
  user('go on'),
  result('c8'),
  call('c2'),
  result('c2'),
  result('c2'),
];
const five = [...broken.slice(0, -1), result('c7'), result('c2')];

const SECOND = '8 prefixes would be refused as they stand: five problems of the conversation itself.';
const files = { 'chat.json': JSON.stringify(five, undefined, 1) };

describe('a conversation with errors of its own, of which no window breaks', () => {
  test('has them told in the text, with places', async () => {
    const { code, stdout } = await cli(['replay', 'chat.json', '--budget', '8000'], { cwd: folderOf(files) });
    const [first, second] = stdout.split('\n');
    expect([code, first, second]).toEqual([0, 'None of 62 windows breaks under "budget 8000".', SECOND]);
    expect(stdout).toMatch(/ {2}chat\.json:\d+ \/54 orphan-result\n/);
    const quiet = await cli(['replay', 'chat.json', '--budget', '8000', '--quiet'], { cwd: folderOf(files) });
    expect(quiet.stdout).toContain(SECOND);
  });

  test('is amber on a terminal, and nothing is green', async () => {
    const world = { cwd: folderOf(files), isTerminal: true, env: { FORCE_COLOR: '1' } };
    const { stdout } = await cli(['replay', 'chat.json', '--budget', '8000'], world);
    expect(stdout).toContain(`\u001b[33m${SECOND}`);
    expect(stdout.split('\n')[0]).not.toContain('\u001b[32m');
  });

  test('has them in JSON, and the run fails where broken input is to', async () => {
    const args = ['replay', 'chat.json', '--budget', '8000', '--json'];
    const { stdout } = await cli(args, { cwd: folderOf(files) });
    const { input, notChecked } = JSON.parse(stdout);
    expect([input.prefixes, input.conversations, input.problems, notChecked]).toEqual([8, 1, 5, undefined]);
    expect(input.faults.map(({ rule, at }: { rule: string; at: string }) => `${rule} ${at}`)).toEqual([
      'orphan-result /54',
      'unanswered-call /55/tool_calls/0',
      'orphan-result /57',
      'orphan-result /60',
      'duplicate-result /61',
    ]);
    expect(input.faults[0]).toMatchObject({ path: 'chat.json', pointer: '', line: expect.any(Number) });
    expect((await cli([...args, '--fail-on', 'input'], { cwd: folderOf(files) })).code).toBe(1);
  });

  test('fails the run on broken input also where every window has left the fault behind', async () => {
    const args = ['replay', 'a.json', '--budget', '30', '--fail-on', 'input', '--quiet'];
    const list = [user('a'), result('c9'), user('b'.repeat(40)), said('c'), user('d'), said('e')];
    const { code, stdout } = await cli(args, { cwd: folderOf({ 'a.json': JSON.stringify(list) }) });
    expect(stdout).toContain('would be refused as they stand');
    expect(code).toBe(1);
  });

  test('has a second sentence on the page that leads to the table', async () => {
    const report = await replay([{ name: 'chat.json', messages: five }], { policy: { budget: 8000 } }).summary();
    const page = replayHtml(report);
    expect(page).toContain('<h1 class="plain">None of 62 windows breaks');
    expect(page).toContain(`<p class="warn">${SECOND} <a href="#input">`);
    expect(page).toContain('<h2 id="input">');
    expect(page).toContain('chat.json /55/tool_calls/0');
  });

  test('has one in the notification, and a way to each problem', async () => {
    const report = await replay([{ name: 'chat.json', messages: five }], { policy: { budget: 8000 } }).summary();
    const inputPlaces = (report.input?.faults ?? []).map((_, line) => ({
      ...{ uri: 'file:///chat.json', position: { line, character: 0 } },
    }));
    const answer: ReplayAnswer = { report, places: [], inputPlaces, files: 1, broken: 0, unread: 0 };
    expect(outcomeText(answer, { isCapped: false, tooLarge: 0 })).toBe(
      `None of 62 windows breaks, in 1 file. ${SECOND}`,
    );
    expect(failureItems(answer)).toHaveLength(5);
    expect(failureItems(answer)[1]).toMatchObject({
      label: 'unanswered-call',
      description: 'chat.json /55/tool_calls/0',
      place: inputPlaces[1],
    });
  });
});

test('own code and own rules count refused prefixes too', async () => {
  const list = [user('a'), result('x'), user('b')];
  const own = await replay([list], { policy: (messages) => messages, target: 'openai' }).summary();
  expect(own.input).toMatchObject({ prefixes: 2, conversations: 1, problems: 1 });
  const validate = (messages: readonly unknown[]) =>
    messages.length > 2 ? [{ rule: 'too-many', severity: 'error' as const, pointer: '', message: 'm' }] : [];
  const ruled = await replay([list], { policy: { last: 2 }, validate }).summary();
  expect(ruled.input).toEqual({ prefixes: 1, conversations: 1, problems: 0, faults: [] });
});

describe('what was not checked', () => {
  const halved =
    '[\n{"role":"user","content":"a"},\n{"role":"assistant","content":"b"},\n{"role":"user","content":"c\n]';

  test('is told in text, page and JSON', async () => {
    const cwd = folderOf({ 'sound.json': JSON.stringify(sound), 'half.json': halved });
    const { stdout } = await cli(['replay', '.', '--budget', '8000'], { cwd });
    expect(stdout).toContain('Not checked: syntax error at line 4 (half.json).');
    const json = JSON.parse((await cli(['replay', '.', '--budget', '8000', '--json'], { cwd })).stdout);
    expect(json.notChecked).toMatchObject([{ path: 'half.json', reason: 'syntax-error', line: 4 }]);
    const page = replayHtml(json);
    expect(page).toContain('<h1 class="plain">');
    expect(page).toContain('<h2 id="unchecked">Not checked</h2>');
  });

  test('is a target that has no rules for the dialect', async () => {
    const list = [user('q'), call('c1'), result('c1')];
    const cwd = folderOf({ 'chat.json': JSON.stringify(list) });
    const { stdout } = await cli(['replay', '.', '--budget', '8000', '--target', 'anthropic', '--quiet'], { cwd });
    expect(stdout).toContain('Not checked: no rules of Anthropic for OpenAI chat are known');
  });

  test('is nothing where all was', async () => {
    const cwd = folderOf({ 'sound.json': JSON.stringify(sound) });
    const { stdout } = await cli(['replay', '.', '--budget', '8000', '--quiet'], { cwd });
    expect(stdout).toBe('None of 54 windows breaks under "budget 8000".\n');
  });
});
