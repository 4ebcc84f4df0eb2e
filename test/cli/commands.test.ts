import { describe, expect, test } from 'vitest';
import { cli } from './cli';
import { folderOf } from './folder';

describe('message', () => {
  const message = (args: readonly string[], stdin: string | Uint8Array = '', cwd = folderOf({})) =>
    cli(['message', ...args], { cwd, stdin });

  test.each([
    [['--text', 'hello'], '{"role":"user","content":"hello"}\n'],
    [['--text', 'hello', '--role', 'operator'], '{"role":"user","content":"hello"}\n'],
    [['--text', 'hello', '--tool-call-id', 'c'], '{"role":"user","content":"hello"}\n'],
    [
      ['--text', '42°', '--role', 'tool', '--tool-call-id', ' c '],
      '{"role":"tool","content":"42°","tool_call_id":"c"}\n',
    ],
    [['--text', '-1', '--role', 'assistant'], '{"role":"assistant","content":"-1"}\n'],
    [
      ['--json', '--text', 'x'],
      '{"messages":[{"role":"user","content":"x"}],"message":{"role":"user","content":"x"}}\n',
    ],
    [['--json', '--text', '', '--role', 'tool'], '{"messages":[],"message":{}}\n'],
  ])('%j', async (args, stdout) => {
    expect(await message(args)).toMatchObject({ code: 0, stdout });
  });

  test('text comes from a file or standard input as it is, a byte order mark aside', async () => {
    const cwd = folderOf({ 'a.txt': '\uFEFF two\r\nlines\n' });
    const expected = '{"role":"user","content":" two\\r\\nlines\\n"}\n';
    expect(await message(['a.txt'], '', cwd)).toMatchObject({ code: 0, stdout: expected });
    expect(await message(['-'], ' two\r\nlines\n')).toMatchObject({ code: 0, stdout: expected });
    expect(await message([], ' two\r\nlines\n')).toMatchObject({ code: 0, stdout: expected });
  });

  test('empty text makes none, and says so', async () => {
    expect(await message([], '')).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('empty') });
  });

  test.each([
    [['--text', 'x', 'a.txt'], 'not from both'],
    [['gone.txt'], 'gone.txt does not exist'],
    [['bad.txt'], 'bad.txt: The file is not UTF-8'],
    [['--roll', 'user'], "unknown option '--roll'"],
  ])('2 for %j', async (args, said) => {
    const { code, stdout, stderr } = await message(
      args,
      '',
      folderOf({ 'a.txt': 'a', 'bad.txt': Buffer.from([0xff]) }),
    );
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(said);
  });
});

describe('rules', () => {
  test('the catalogue has a line for each rule', async () => {
    const { code, stdout } = await cli(['rules']);
    const all = JSON.parse((await cli(['rules', '--json'])).stdout) as { id: string; summary: string }[];
    expect(code).toBe(0);
    expect(all.length).toBeGreaterThan(20);
    const lines = stdout.split('\n');
    for (const { id, summary } of all) {
      expect(lines.filter((line) => line.startsWith(`${id} `) && line.endsWith(summary))).toHaveLength(1);
    }
    expect(stdout).toContain(`${all.length} rules.`);
  });

  test('a rule has a page', async () => {
    const page = '# orphan-result\n\nA result with no call before it.\n';
    expect(await cli(['rules', 'orphan-result'], { rulePages: { 'orphan-result': page } })).toMatchObject({
      code: 0,
      stdout: page,
    });
    const coloured = await cli(['rules', 'orphan-result'], { rulePages: { 'orphan-result': page }, isTerminal: true });
    expect(coloured.stdout).toContain('\u001b[1m# orphan-result\u001b[22m');
    expect((await cli(['rules', 'orphan-result'])).stdout).toMatch(/^# orphan-result\n\n.+\n/);
    expect(JSON.parse((await cli(['rules', '--json', 'orphan-result'])).stdout)).toEqual({
      id: 'orphan-result',
      summary: expect.any(String),
      severity: { flat: 'error', chat: 'error', messages: 'error' },
      sides: ['request'],
      fixable: 'safe',
    });
  });

  test('an unknown rule is told, with what was meant', async () => {
    const { code, stdout, stderr } = await cli(['rules', 'orphan-resutl']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe('transcript-lint: error: there is no rule "orphan-resutl". Did you mean "orphan-result"?\n');
  });
});

describe('lsp', () => {
  test.each([
    [[], { kind: 'stdio' }],
    [['--stdio'], { kind: 'stdio' }],
    [['--stdio', '--clientProcessId=1'], { kind: 'stdio' }],
    [['--node-ipc'], { kind: 'node-ipc' }],
    [['--socket=6009'], { kind: 'socket', port: 6009 }],
    [['--socket', '6009'], { kind: 'socket', port: 6009 }],
    [['--pipe=/tmp/x'], { kind: 'pipe', name: '/tmp/x' }],
  ])('%j', async (args, transport) => {
    expect(await cli(['lsp', ...args])).toMatchObject({ code: 0, stdout: '', served: [transport] });
  });

  test.each([
    [['--socket=x'], '"x" is no port'],
    [['--socket=70000'], '"70000" is no port'],
    [['--stdio', '--pipe=x'], 'name one of'],
  ])('2 for %j', async (args, said) => {
    const { code, stderr, served } = await cli(['lsp', ...args]);
    expect([code, served]).toEqual([2, []]);
    expect(stderr).toContain(said);
  });
});

describe('help', () => {
  test('the version is one line', async () => {
    expect(await cli(['--version'])).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '', served: [] });
    expect((await cli(['-V'])).stdout).toBe('1.2.3\n');
  });

  test('lists the commands that there are', async () => {
    const { code, stdout, stderr } = await cli(['--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.match(/^ {2}(check|fix|normalize|message|trim|replay|convert|stats|rules|lsp)\b/gm)).toHaveLength(10);
    expect(stdout).not.toMatch(/^ {2}explain\b/m);
  });

  test.each(['check', 'fix', 'normalize', 'message', 'rules', 'lsp'])('%s has examples, and they run', async (name) => {
    const { code, stdout } = await cli([name, '--help']);
    expect(code).toBe(0);
    const examples =
      stdout.slice(stdout.indexOf('Examples:')).match(/transcript-lint [^|<>\n]*?(?= {2,}| [|<>]|$)/gm) ?? [];
    expect(examples.length).toBeGreaterThan(0);
    const cwd = folderOf({
      'fixtures/a.json': '[]',
      'trace.json': '[]',
      'log.jsonl': '',
      'history.json': '[]',
      'tests/x/y.jsonl': '',
    });
    for (const example of examples) {
      const [, ...argv] = example
        .trim()
        .split(/\s+/)
        .map((word) => word.replace(/^'(.*)'$/, '$1'));
      const outcome = await cli(argv, { cwd, stdin: '[]' });
      expect([example, outcome.stderr.match(/^transcript-lint: error: (?!.*matches no file).*/m)]).toEqual([
        example,
        null,
      ]);
    }
  });

  test('fits the terminal', async () => {
    const { stdout } = await cli(['check', '--help'], { columns: 80 });
    const options = stdout.slice(0, stdout.indexOf('Examples:'));
    expect(Math.max(...options.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});
