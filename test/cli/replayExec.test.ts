// `replay --exec`: trimming code of people's own, as real processes that do all that such code does.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReplayReport } from '../../server/src/core/index';
import { LineProcess } from '../../server/src/host/lineProcess';
import { cli, type Outcome } from './cli';
import { folderOf } from './folder';
import { questions } from './trimSamples';

const python = ['python3', 'python'].find((name) => spawnSync(name, ['-c', 'import json']).status === 0);
if (python === undefined) console.warn('!! NOT TESTED: python3 was not found, so the trimmers in Python were not run.');

/** The same trimmer in both languages: `MORE` runs before each answer, with `n` messages in the prefix. */
const languages = [
  {
    name: 'JavaScript',
    runs: true,
    file: 'trim.mjs',
    command: `"${process.execPath}" trim.mjs`,
    program: (more: string, window = 'messages') => `
      import { createInterface } from 'node:readline';
      for await (const line of createInterface({ input: process.stdin })) {
        const { id, messages } = JSON.parse(line);
        const n = messages.length;
        ${more}
        console.log(JSON.stringify({ id, messages: ${window} }));
      }`,
    nothing: '',
    hang: 'if (n === 7) while (true);',
    crash: 'if (n === 7) process.exit(3);',
    naive: 'messages.slice(-4)',
    careful: 'messages.slice(messages.findLastIndex(({ role }) => role === "user"))',
  },
  {
    name: 'Python',
    runs: python !== undefined,
    file: 'trim.py',
    command: `${python} trim.py`,
    program: (more: string, window = 'messages') => `
import json, sys, time
for line in sys.stdin:
    request = json.loads(line)
    messages = request["messages"]
    n = len(messages)
    ${more}
    print(json.dumps({"id": request["id"], "messages": ${window}}), flush=True)
`,
    nothing: 'pass',
    hang: 'if n == 7: time.sleep(1000)',
    crash: 'if n == 7: sys.exit(3)',
    naive: 'messages[-4:]',
    careful: 'messages[max(i for i, m in enumerate(messages) if m["role"] == "user"):]',
  },
] as const;

const history = JSON.stringify(questions(3));

function replayed(program: string, language: (typeof languages)[number], ...more: string[]): Promise<Outcome> {
  const cwd = folderOf({ [language.file]: program, 'a.json': history });
  return cli(['replay', 'a.json', '--exec', language.command, '--target', 'openai', '--json', ...more], { cwd });
}

const reportOf = ({ stdout }: Outcome): ReplayReport => JSON.parse(stdout);
const failures = (outcome: Outcome) => reportOf(outcome).failures.map(({ rule, length }) => `${rule} ${length}`);

describe.each(languages)('a trimmer in $name', (language) => {
  test.skipIf(!language.runs)('that cuts between a call and its result is found', async () => {
    const outcome = await replayed(language.program(language.nothing, language.naive), language);
    expect(outcome.code).toBe(1);
    expect(failures(outcome)).toEqual(['first-message-not-user 5', 'orphan-result 6']);
    const [, orphan] = reportOf(outcome).failures;
    expect(orphan).toMatchObject({
      path: 'a.json',
      pointer: '',
      start: 2,
      dropped: 2,
      targetName: 'OpenAI',
    });
    expect(orphan?.providerError).toMatch(/must be a response to a prece/);
  });

  test.skipIf(!language.runs)('that starts at a user turn is cleared', async () => {
    const outcome = await replayed(language.program(language.nothing, language.careful), language);
    expect(outcome.code).toBe(0);
    expect(reportOf(outcome).all).toEqual({ prefixes: 12, failing: 0, rate: 0 });
    expect(reportOf(outcome).dropped.max).toBe(8);
  });

  test.skipIf(!language.runs)('that crashes on one prefix is started again', async () => {
    const outcome = await replayed(language.program(language.crash), language);
    expect(outcome.code).toBe(1);
    expect(failures(outcome)).toEqual(['policy-crash 7']);
    expect(reportOf(outcome).all).toEqual({ prefixes: 12, failing: 1, rate: 1 / 12 });
    expect(reportOf(outcome).failures[0]?.message).toBe('The command ended with exit code 3 before it answered.');
    expect(reportOf(outcome).dropped.count).toBe(11);
  });

  test.skipIf(!language.runs)('that hangs on one prefix is ended and started again', async () => {
    const outcome = await replayed(language.program(language.hang), language, '--timeout', '1500');
    expect(failures(outcome)).toEqual(['policy-timeout 7']);
    expect(reportOf(outcome).failures[0]?.message).toBe('The command did not answer within 1500 ms.');
    expect(reportOf(outcome).all.prefixes).toBe(12);
  });
});

test.skipIf(python === undefined)('says the same of both languages', async () => {
  const reports = await Promise.all(
    languages.map(async (language) => {
      const more = language.crash;
      return { ...reportOf(await replayed(language.program(more, language.naive), language)), policy: '' };
    }),
  );
  expect(reports[0]).toEqual(reports[1]);
  expect(reports[0]?.all.failing).toBeGreaterThan(4);
});

const [javascript] = languages;

test('one that does not answer is told what may hold its answers back', async () => {
  const cwd = folderOf({ 'trim.mjs': javascript.program(javascript.hang), 'a.json': history });
  const outcome = await cli(['replay', '--exec', javascript.command, '--timeout', '1500'], { cwd });
  expect(outcome.stdout).toContain('flush standard output');
});

test('any text comes through as it is', async () => {
  const odd = ['æøå 日本語 😀', '\ud800 alone', 'a\u2028b\u0000', '"\\'].map((content) => ({ role: 'user', content }));
  const cwd = folderOf({
    'trim.mjs': javascript.program(''),
    'a.json': JSON.stringify({ model: 'gpt-5.1', messages: odd }),
  });
  const outcome = await cli(['replay', '--exec', javascript.command, '--json'], { cwd });
  // What comes back is found again in the conversation, entry by entry.
  expect(reportOf(outcome)).toMatchObject({
    all: { prefixes: 4, failing: 0 },
    starts: { max: 0 },
    dropped: { max: 0 },
  });
});

describe('a wrong answer', () => {
  test.each([
    ['that is not JSON', 'if (n === 5) { console.log("here you are"); continue; }', 'policy-malformed 5', /not JSON/],
    ['that is a list', 'if (n === 5) { console.log("[1]"); continue; }', 'policy-malformed 5', /no object/],
    [
      'without a list',
      'if (n === 5) { console.log(JSON.stringify({ id, messages: {} })); continue; }',
      'policy-malformed 5',
      /no list/,
    ],
    [
      'to another prefix',
      'if (n === 5) { console.log(JSON.stringify({ id: "x", messages })); continue; }',
      'policy-wrong-id 5',
      /has the id "x", and the request had 5/,
    ],
    [
      'without an id',
      'if (n === 5) { console.log(JSON.stringify({ messages })); continue; }',
      'policy-wrong-id 5',
      /has the id missing/,
    ],
  ])('%s is told of at its prefix, and the rest goes on', async (_, more, failure, message) => {
    const outcome = await replayed(javascript.program(more), javascript);
    expect(failures(outcome)).toEqual([failure]);
    expect(reportOf(outcome).failures[0]?.message).toMatch(message);
    expect(reportOf(outcome).all).toEqual({ prefixes: 12, failing: 1, rate: 1 / 12 });
  });

  test('and the right one behind it is not taken for the next', async () => {
    const outcome = await replayed(javascript.program('if (n === 5) console.log("thinking…");'), javascript);
    expect(failures(outcome)).toEqual(['policy-malformed 5']);
    expect(reportOf(outcome).all.failing).toBe(1);
  });

  test('may begin with a byte order mark', async () => {
    const outcome = await replayed(javascript.program('process.stdout.write("\\ufeff");'), javascript);
    expect(reportOf(outcome).all).toEqual({ prefixes: 12, failing: 0, rate: 0 });
  });

  test('that comes twice is told of where it is noticed', async () => {
    const twice = 'if (n === 5) console.log(JSON.stringify({ id, messages }));';
    const outcome = await replayed(javascript.program(twice), javascript);
    expect(failures(outcome)).toEqual(['policy-wrong-id 6']);
    expect(reportOf(outcome).all.failing).toBe(1);
  });

  test('behind the last one is told of', async () => {
    const outcome = await replayed(
      javascript.program('if (n === 12) setTimeout(() => console.log("bye"));'),
      javascript,
    );
    expect(outcome.code).toBe(0);
    expect(outcome.stderr).toContain('printed 1 line more than it was asked for');
  });

  test('that is nested deeper than any stack does no harm', async () => {
    const more = `const deep = '['.repeat(2e5) + ']'.repeat(2e5);
      console.log('{"id":' + id + ',"messages":[' + deep + ']}'); continue;`;
    const outcome = await replayed(javascript.program(more), javascript);
    expect(outcome.code).toBe(1);
    expect(reportOf(outcome).all).toEqual({ prefixes: 12, failing: 12, rate: 1 });
  });

  test('of entries that are no messages is judged like any other', async () => {
    const outcome = await replayed(javascript.program('', '[null, 5, "x"]'), javascript);
    expect(outcome.code).toBe(1);
    expect(reportOf(outcome).rules.map(({ rule }) => rule)).toContain('entry-not-a-message');
  });
});

test('one that fails again and again is given up on for a conversation, and tried on the next', async () => {
  const program = javascript.program(
    'if (messages[0].content.startsWith("Question 0") && n > 2 && messages.length > 2 && process.argv) process.exit(1);',
  );
  const short = JSON.stringify(questions(3).slice(4));
  const cwd = folderOf({ 'trim.mjs': program, 'a.json': history, 'b.json': short });
  const outcome = await cli(['replay', '--exec', javascript.command, '--target', 'openai', '--json'], { cwd });
  const report = reportOf(outcome);
  expect(report.givenUp).toEqual([
    {
      path: 'a.json',
      pointer: '',
      length: 7,
      of: 12,
      message:
        'the command had to be started again 5 times, so the rest was left. The command ended with exit code 1 before it answered.',
    },
  ]);
  expect(report.all).toEqual({ prefixes: 7 + 8, failing: 5, rate: 1 / 3 });
  const text = await cli(['replay', '--exec', javascript.command, '--target', 'openai'], { cwd });
  expect(text.stdout).toContain('Given up\n  a.json at 7 of 12 messages: the command had to be started again 5 times');
});

test.each([
  ['no-such-command-anywhere', /"no-such-command-anywhere" never answered\. The command ended with exit code 127/],
  [`"${process.execPath}" -e "process.exit(4)"`, /never answered\. The command ended with exit code 4/],
])('%s is an error of use', async (command, message) => {
  const cwd = folderOf({ 'a.json': history, 'b.json': history, 'c.json': history, 'd.json': history });
  const outcome = await cli(['replay', '--exec', command], { cwd });
  expect(outcome.code).toBe(2);
  expect(outcome.stderr).toMatch(message);
});

test('that there is no such command is said once', async () => {
  const cwd = folderOf({ 'a.json': history, 'b.json': history });
  const { stderr } = await cli(['replay', '--exec', 'no-such-command-anywhere', '--jobs', '2'], { cwd });
  expect(stderr.split('\n').filter((line) => line.includes('no-such-command-anywhere'))).toEqual([
    expect.stringMatching(/no-such-command-anywhere: .*not found$/),
    expect.stringMatching(/"no-such-command-anywhere" never answered/),
  ]);
});

test('one that never reads what it is given is ended when its time is over', async () => {
  const big = JSON.stringify([{ role: 'user', content: 'x'.repeat(3_000_000) }, ...questions(1).slice(1)]);
  const cwd = folderOf({ 'a.json': big });
  const command = `"${process.execPath}" -e "setInterval(() => {}, 1000)"`;
  const outcome = await cli(['replay', '--exec', command, '--timeout', '400'], { cwd });
  expect(outcome.code).toBe(2);
  expect(outcome.stderr).toMatch(/did not answer within 400 ms/);
});

test('one that prints empty lines without end is ended when its time is over, too', async () => {
  const cwd = folderOf({ 'a.json': JSON.stringify(questions(1)) });
  const endless =
    "const t='\\n'.repeat(20000);const go=()=>{while(process.stdout.write(t));process.stdout.once('drain',go)};go()";
  const begun = performance.now();
  const command = `"${process.execPath}" -e ${JSON.stringify(endless)}`;
  const outcome = await cli(['replay', '--exec', command, '--timeout', '500'], { cwd });
  expect(outcome.stderr).toMatch(/did not answer within 500 ms/);
  expect(performance.now() - begun).toBeLessThan(40_000);
});

test('what it says on standard error is handed on, without control characters and not without end', async () => {
  const more =
    'console.error("looking at \\u001b[31m" + n); if (n === 12) for (let i = 0; i < 20000; i++) console.error("again and again");';
  const { stderr } = await replayed(javascript.program(more), javascript);
  expect(stderr).toContain('looking at ␛[31m3\n');
  expect(stderr).not.toContain('\u001b');
  expect(stderr.length).toBeLessThan(80_000);
  expect(stderr).toMatch(/which is not shown\)\n$/);
});

test('figures do not depend on the number of processes', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 7 }, (_, i) => [`${i}.json`, JSON.stringify(questions(i + 1))]),
  );
  const cwd = folderOf({ ...files, 'trim.mjs': javascript.program(javascript.crash, javascript.naive) });
  const outcomes = await Promise.all(
    ['1', '3', '8'].map((jobs) => cli(['replay', '--exec', javascript.command, '--json', '--jobs', jobs], { cwd })),
  );
  expect(outcomes[1]?.stdout).toBe(outcomes[0]?.stdout);
  expect(outcomes[2]?.stdout).toBe(outcomes[0]?.stdout);
  expect(reportOf(outcomes[0] as Outcome).conversations.total).toBe(7);
});

describe('a process of lines', () => {
  const node = (script: string) => `"${process.execPath}" -e ${JSON.stringify(script)}`;

  test('gives what it printed although it has ended', async () => {
    const child = new LineProcess(node('console.log(1);console.log(2)'), '.', () => {});
    expect(await child.next(40_000)).toEqual({ kind: 'line', text: '1' });
    expect(await child.next(40_000)).toEqual({ kind: 'line', text: '2' });
    expect(await child.next(40_000)).toEqual({ kind: 'ended', how: 'ended with exit code 0' });
  });

  test('that prints a line without end is ended', async () => {
    const child = new LineProcess(
      node("setInterval(()=>process.stdout.write('x'.repeat(10000)))"),
      '.',
      () => {},
      100_000,
    );
    expect(await child.next(40_000)).toEqual({ kind: 'too-long' });
    await child.end();
  });

  test('that prints without end waits for who reads it', async () => {
    const endless =
      "const go=()=>{while(process.stdout.write('y'.repeat(1000)+'\\n'));process.stdout.once('drain',go)};go()";
    const child = new LineProcess(node(endless), '.', () => {});
    for (let i = 0; i < 3000; i++) expect((await child.next(40_000)).kind).toBe('line');
    expect((await child.end()).length).toBeLessThan(5000);
  });

  test('that prints empty lines without end takes no more room than others', async () => {
    const endless =
      "const t='\\n'.repeat(20000);const go=()=>{while(process.stdout.write(t));process.stdout.once('drain',go)};go()";
    const child = new LineProcess(node(endless), '.', () => {});
    await new Promise((resolve) => setTimeout(resolve, 1500));
    child.kill();
    expect((await child.end()).length).toBeLessThan(1_200_000);
  });

  /** Starts something in a session of its own that keeps the pipes, and goes on with `then`. */
  const leaves = (then: string) =>
    `const c=require('child_process').spawn(process.execPath,['-e','setTimeout(()=>{},60000)'],{stdio:'inherit',detached:true});console.log(c.pid);${then}`;
  const pidOf = (answer: Awaited<ReturnType<LineProcess['next']>>) =>
    Number(answer.kind === 'line' ? answer.text : 'no line');

  test.skipIf(process.platform === 'win32')('has ended although something that it left keeps its pipes', async () => {
    for (const [then, how] of [
      ['process.exit(3)', 'ended with exit code 3'],
      ["process.kill(process.pid, 'SIGSEGV')", /SIGSEGV/],
    ] as const) {
      const child = new LineProcess(node(leaves(then)), '.', () => {});
      const pid = pidOf(await child.next(40_000));
      const begun = performance.now();
      expect(await child.next(40_000)).toEqual({ kind: 'ended', how: expect.stringMatching(how) });
      expect(await child.end()).toEqual([]);
      expect(performance.now() - begun).toBeLessThan(30_000);
      process.kill(pid);
    }
  });

  test.skipIf(process.platform === 'win32')('can be ended although something keeps its pipes', async () => {
    const child = new LineProcess(node(leaves('setInterval(()=>{},1000)')), '.', () => {});
    const pid = pidOf(await child.next(40_000));
    const begun = performance.now();
    const waiting = child.next(40_000);
    child.kill();
    expect((await waiting).kind).toBe('ended');
    await child.end();
    expect(performance.now() - begun).toBeLessThan(30_000);
    process.kill(pid);
  });

  test.skipIf(process.platform === 'win32')('that closes its output has not just been slow', async () => {
    const child = new LineProcess('exec 1>&-; sleep 55', '.', () => {});
    expect(await child.next(40_000)).toEqual({ kind: 'ended', how: 'closed its output' });
    child.kill();
    await child.end();
  });

  test.skipIf(process.platform === 'win32')('names the signal that a shell tells as a number', async () => {
    const child = new LineProcess(`sh -c 'kill -11 $$'; exit $?`, '.', () => {});
    expect(await child.next(40_000)).toEqual({ kind: 'ended', how: 'ended with exit code 139 (SIGSEGV)' });
  });

  test('takes what it has started with it', async () => {
    const script =
      "const c=require('child_process').spawn(process.execPath,['-e','setInterval(()=>{},1000)'],{stdio:'ignore'});console.log(c.pid);setInterval(()=>{},1000)";
    const child = new LineProcess(`${node(script)}; true`, '.', () => {});
    const answer = await child.next(40_000);
    const pid = Number(answer.kind === 'line' ? answer.text : 0);
    expect(pid).toBeGreaterThan(1);
    child.kill();
    await child.end();
    await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false);
  });
});

/** A process that has ended and was not collected yet is none. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(join('/proc', String(pid), 'status'), 'utf8'));
  } catch {
    return false;
  }
}

describe('the examples of the documentation', () => {
  const examples = join(import.meta.dirname, '..', '..', 'docs', 'examples');
  const cwd = join(import.meta.dirname, '..', '..', 'fixtures', 'windows');

  test('in JavaScript and Python keep every prefix sendable, and do the same', async () => {
    const commands = [
      `"${process.execPath}" "${join(examples, 'trim.mjs')}"`,
      ...(python === undefined ? [] : [`${python} "${join(examples, 'trim.py')}"`]),
    ];
    const reports = await Promise.all(
      commands.map(async (command) => {
        const outcome = await cli(['replay', '.', '--exec', command, '--json'], { cwd });
        expect(outcome).toMatchObject({ code: 0, stderr: '' });
        return { ...reportOf(outcome), policy: '' };
      }),
    );
    expect(reports[0]?.all.prefixes).toBeGreaterThan(200);
    expect(reports[0]?.dropped.max).toBeGreaterThan(5);
    for (const report of reports) expect(report).toEqual(reports[0]);
  });
});
