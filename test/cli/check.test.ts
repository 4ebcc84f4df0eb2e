import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeHost } from '../../server/src/host/node';
import { HostError } from '../../server/src/host/types';
import { cli, type World } from './cli';
import { folderOf } from './folder';
import { answered, clean, padded, strange, unanswered } from './samples';

const check = (args: readonly string[], world: World) => cli(['check', ...args], world);

/** The findings of `check --format json` as `file rule severity`, and the exit code last. */
async function findings(args: readonly string[], world: World): Promise<(string | number)[]> {
  const { code, stdout } = await check(['--format', 'json', ...args], world);
  const { files } = JSON.parse(stdout) as {
    files: { path: string; findings: { rule: string; severity: string }[] }[];
  };
  return [
    ...files.flatMap((file) => file.findings.map(({ rule, severity }) => `${file.path} ${rule} ${severity}`)),
    code,
  ];
}

describe('exit codes', () => {
  test('0 when there is nothing to report', async () => {
    const cwd = folderOf({ 'a.json': clean });
    const args = ['--target', 'own', '.'];
    expect(await check(args, { cwd })).toMatchObject({ code: 0, stdout: 'No problems in 1 file.\n', stderr: '' });
    expect(await check([], { cwd: folderOf({}) })).toMatchObject({ code: 0, stdout: 'No transcripts to check.\n' });
  });

  test('1 when an error is found', async () => {
    const cwd = folderOf({ 'a.json': unanswered });
    expect(await findings(['a.json'], { cwd })).toEqual(['a.json unanswered-call error', 1]);
  });

  test('1 for what JSON refuses in a string', async () => {
    const text = clean.replace('"content": "', '"content": "C:\\x');
    expect(text).not.toBe(clean);
    const cwd = folderOf({
      'a.json': text,
      'b.jsonl': JSON.stringify(JSON.parse(clean)).replace('"content":"', '"content":"a\tb'),
    });
    expect(await findings(['.'], { cwd })).toEqual(['a.json syntax-error error', 'b.jsonl syntax-error error', 1]);
  });

  test('0 for warnings, 1 when there are more than allowed', async () => {
    const cwd = folderOf({ 'a.json': padded });
    expect(await findings(['a.json'], { cwd })).toEqual(['a.json untrimmed-call-id warning', 0]);
    expect((await check(['--max-warnings', '1', 'a.json'], { cwd })).code).toBe(0);
    expect((await check(['--max-warnings', '0', 'a.json'], { cwd })).code).toBe(1);
    expect((await check(['--max-warnings', '0', '--severity', 'error', 'a.json'], { cwd })).code).toBe(0);
  });

  test.each([
    [['check', '--frobnicate'], "error: unknown option '--frobnicate'"],
    [['check', '--format', 'xml'], "'xml' is invalid. Allowed choices are stylish, json"],
    [['check', '--rule', 'orphan-reslt=off'], 'There is no rule "orphan-reslt". Did you mean "orphan-result"?'],
    [['check', '--rule', 'orphan-result=loud'], 'LEVEL is one of error, warning, info, hint, off'],
    [['check', '--rule', 'orphan-result'], 'Write it as orphan-result=LEVEL'],
    [['check', '--target', 'skynet'], "'skynet' is invalid"],
    [['check', '--dialect', 'morse'], "'morse' is invalid"],
    [['check', '--severity', 'loud'], "'loud' is invalid"],
    [['check', '--max-warnings', '-1'], 'whole number'],
    [['check', '--max-warnings', '1.5'], 'whole number'],
    [['check', '--rule', 'orphan-result=off=error'], 'Write it as orphan-result=LEVEL'],
    [['check', '--rule', 'orphan-result'], 'Write it as orphan-result=LEVEL'],
    [['check', '--stdin-filename', 'x.json'], 'only where "-" stands'],
    [['fix', '--stdin-filename', 'x.json', '.'], 'only where "-" stands'],
    [['normalize', '--stdin-filename', 'x.json', 'a.json'], 'only where "-" stands'],
    [['chek'], "unknown command 'chek'"],
    [[], 'Usage: transcript-lint'],
  ])('2 for wrong use: %j', async (argv, message) => {
    const { code, stdout, stderr } = await cli(argv, { cwd: folderOf({}) });
    expect(stderr).toContain(message);
    expect([code, stdout]).toEqual([2, '']);
  });

  test.each([
    [['check', '--\u001b[31m\u009b2J']],
    [['\u001b[31m']],
    [['rules', '\u001b[31m']],
    [['check', '--rule', '\u001b[31m=off']],
    [['check', '--format', '\u001b[31m']],
    [['lsp', '--socket', '\u001b[31m']],
    [['message', '\u001b[31m']],
    [['normalize', '\u001b[31m']],
    [['check', '\u001b[31m/*.json']],
  ])('what a person wrote steers no terminal: %j', async (argv) => {
    const { code, stdout, stderr } = await cli(argv, { cwd: folderOf({}) });
    expect(code).toBe(2);
    expect(stdout + stderr).toContain('[31m'); // it is quoted, so that this is no test of silence
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
    expect(stdout + stderr).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/);
  });

  test('nor does what a file says, whatever the format', async () => {
    const cwd = folderOf({ 'a.json': unanswered.replaceAll('c1', 'c\u009b2J\u007f') });
    const { stdout } = await check(['--format', 'json', 'a.json'], { cwd });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
    expect(stdout).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f]/);
    expect(JSON.parse(stdout).files[0].findings[0].fixes[0].edits[0].newText).toContain('c\u009b2J\u007f');
  });

  test('of what was found so far is known while the rest is looked at', async () => {
    const noted: number[] = [];
    const cwd = folderOf({ 'a.json': clean, 'b.json': unanswered, 'c.json': clean });
    await check(['.'], { cwd, noteCode: (code) => noted.push(code) });
    expect(noted).toEqual([0, 1, 1]);
  });

  test('2 for a file that cannot be read, and the rest still runs', async () => {
    const cwd = folderOf({ 'a.json': clean, 'b.json': unanswered });
    const denied = {
      readFile: async (path: string) => {
        if (path.endsWith('a.json')) throw new HostError('denied', 'may not be read or written');
        return nodeHost.readFile(path);
      },
    };
    expect(await findings(['.'], { cwd, host: denied })).toEqual([
      'a.json unreadable-file error',
      'b.json unanswered-call error',
      2,
    ]);
    expect(await findings(['gone.json', 'b.json'], { cwd })).toEqual([
      'gone.json unreadable-file error',
      'b.json unanswered-call error',
      2,
    ]);
    const { stdout } = await check(['gone.json'], { cwd });
    expect(stdout).toContain('gone.json:1:1: error: The file does not exist. [unreadable-file]');
  });

  test('2 for a glob that matches nothing, and the rest still runs', async () => {
    const cwd = folderOf({ 'b.json': unanswered });
    const { code, stdout, stderr } = await check(['*.jsonl', 'b.json'], { cwd });
    expect([code, stderr]).toEqual([2, 'transcript-lint: error: *.jsonl matches no file\n']);
    expect(stdout).toContain('[unanswered-call]');
  });

  test('a file that vanishes between listing and reading is no problem', async () => {
    const cwd = folderOf({ 'a.json': clean, 'b.json': clean });
    const vanished = {
      readFile: async (path: string) => nodeHost.readFile(path.endsWith('b.json') ? `${path}.gone` : path),
    };
    const { code, stdout } = await check(['.'], { cwd, host: vanished });
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'No problems in 1 file.']);
  });
});

describe('what is checked', () => {
  test('of a folder, only transcripts', async () => {
    const cwd = folderOf({
      'a.json': unanswered,
      'strange.json': strange,
      'broken.json': '{ "a": ',
      'notes.txt': unanswered,
      'node_modules/m/b.json': unanswered,
      'c.jsonl': `${JSON.stringify(JSON.parse(clean))}\n`,
    });
    const { stdout } = await check(['--format', 'json'], { cwd });
    expect(JSON.parse(stdout).files.map(({ path }: { path: string }) => path)).toEqual(['a.json', 'c.jsonl']);
  });

  test('a named file whatever it is', async () => {
    const cwd = folderOf({ 'strange.json': strange, 'broken.json': '{ "a": ', 'notes.txt': unanswered });
    expect(await findings(['broken.json', 'notes.txt'], { cwd })).toEqual([
      'broken.json syntax-error error',
      'notes.txt unanswered-call error',
      1,
    ]);
    const { code, stdout, stderr } = await check(['strange.json'], { cwd });
    expect([code, stdout]).toEqual([0, 'No transcripts to check.\n']);
    expect(stderr).toContain('no conversation was recognised in strange.json');
  });

  test('standard input, named for globs and suffixes', async () => {
    const cwd = folderOf({
      'transcript-lint.config.json':
        '{ "overrides": [{ "files": ["x/*.json"], "rules": { "unanswered-call": "off" } }] }',
    });
    const named = await check(['-'], { cwd, stdin: unanswered });
    expect(named.stdout).toContain('<stdin>:3:');
    expect(named.code).toBe(1);
    expect(await findings(['-', '--stdin-filename', 'x/y.json'], { cwd, stdin: unanswered })).toEqual([0]);
    expect(await findings(['-', '--stdin-filename', 'y.json'], { cwd, stdin: unanswered })).toEqual([
      'y.json unanswered-call error',
      1,
    ]);
    const rows = `${JSON.stringify({ messages: JSON.parse(unanswered) })}\n{\n`;
    expect(await findings(['-', '--stdin-filename', 'y.jsonl'], { cwd, stdin: rows })).toEqual([
      'y.jsonl unanswered-call error',
      'y.jsonl syntax-error error',
      1,
    ]);
  });

  test('a link as what it leads to', async () => {
    const cwd = folderOf({ 'real.json': unanswered });
    symlinkSync('real.json', join(cwd, 'link.json'));
    expect(await findings(['link.json'], { cwd })).toEqual(['link.json unanswered-call error', 1]);
  });

  test('in the same order at each run', async () => {
    const cwd = folderOf({ 'b/x.json': unanswered, 'a/x.json': unanswered, 'c.json': unanswered });
    const once = await check(['.'], { cwd });
    expect(await check(['.'], { cwd })).toEqual(once);
    expect(once.stdout.match(/^\S+\.json/gm)).toEqual(['a/x.json', 'b/x.json', 'c.json']);
  });
});

describe('bytes of every kind', () => {
  test.each([
    ['CRLF', unanswered.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${unanswered}`],
    ['comments and trailing commas', `// c\n${unanswered.replace('}\n]', '},\n]')}`],
    ['one line', JSON.stringify(JSON.parse(unanswered))],
  ])('%s', async (_, text) => {
    expect(await findings(['a.json'], { cwd: folderOf({ 'a.json': text }) })).toEqual([
      'a.json unanswered-call error',
      1,
    ]);
  });

  test.each([
    [
      'Latin-1',
      Buffer.from(clean.replace('hello', 'caf\u00e9'), 'latin1'),
      'The file is not UTF-8: byte 0xe9 is no part of a character here. Save it as UTF-8.',
      `1:${clean.indexOf('hello') + 4}`,
    ],
    ['UTF-16', Buffer.from(`\uFEFF${clean}`, 'utf16le'), 'The file is UTF-16, not UTF-8. Save it as UTF-8.', '1:1'],
    [
      'half a character',
      Buffer.concat([Buffer.from('["\uFFFD '), Buffer.from([0xe6, 0xbc]), Buffer.from('"]')]),
      'byte 0xe6',
      '1:5',
    ],
  ])('%s is one clear finding', async (_, bytes, message, place) => {
    const { code, stdout } = await check(['a.json'], { cwd: folderOf({ 'a.json': bytes }) });
    expect(stdout).toContain(`a.json:${place}: error: `);
    expect(stdout).toContain(message);
    expect(stdout.match(/\[syntax-error\]/g)).toHaveLength(1);
    expect(code).toBe(1);
  });

  test('a transcript that is not UTF-8 is found in a folder too, other files are not', async () => {
    const cwd = folderOf({
      'a.json': Buffer.from(clean.replace('hello', 'caf\u00e9'), 'latin1'),
      'b.json': Buffer.from([0xff, 0x00, 0xc3]),
    });
    expect(await findings(['.'], { cwd })).toEqual(['a.json syntax-error error', 1]);
  });

  test.each([
    ['empty', ''],
    ['white space', ' \n\n'],
    ['a byte order mark alone', '\uFEFF'],
    ['NUL', `${clean.slice(0, 30)}\0${clean.slice(30)}`],
    ['runs of NUL', '\0'.repeat(1000)],
    ['cut short', unanswered.slice(0, 200)],
    ['100,000 deep', '['.repeat(100_000)],
    ['one lone surrogate', '["\\ud83d"'],
  ])('%s is a finding or none, and no crash', async (_, text) => {
    const { code, stderr } = await check(['a.json'], { cwd: folderOf({ 'a.json': text }) });
    expect([0, 1]).toContain(code);
    expect(stderr).not.toContain('bug');
  });

  test('10 MB', async () => {
    const row = { role: 'user', content: 'x'.repeat(1_000) };
    const many = Array.from({ length: 10_000 }, (_, i) => (i % 2 === 0 ? row : { ...row, role: 'assistant' }));
    const text = JSON.stringify([...many, ...JSON.parse(unanswered)]);
    expect(text.length).toBeGreaterThan(10_000_000);
    const { code, stdout } = await check(['a.json'], { cwd: folderOf({ 'a.json': text }) });
    expect([code, stdout.length < 2_000, stdout.includes('…')]).toEqual([1, true, true]);
  });

  test('many findings in one long line', async () => {
    const call = (i: number) => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: `c${i}`, type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'user', content: 'go on' },
    ];
    const text = JSON.stringify([
      { role: 'user', content: 'hi' },
      ...Array.from({ length: 5_000 }, (_, i) => call(i)).flat(),
    ]);
    const { code, stdout } = await check(['a.json'], { cwd: folderOf({ 'a.json': text }) });
    expect([code, stdout.match(/\[unanswered-call\]/g)?.length]).toEqual([1, 5_000]);
  });
});

describe('selection', () => {
  test('--rule sets a severity, also against the configuration', async () => {
    const cwd = folderOf({
      'a.json': unanswered,
      'transcript-lint.config.json': '{ "rules": { "unanswered-call": "info" } }',
    });
    expect(await findings(['a.json'], { cwd })).toEqual(['a.json unanswered-call info', 0]);
    expect(await findings(['--rule', 'unanswered-call=warning', 'a.json'], { cwd })).toEqual([
      'a.json unanswered-call warning',
      0,
    ]);
    expect(
      await findings(['--rule=unanswered-call=warning', '--rule', 'unanswered-call=off', 'a.json'], { cwd }),
    ).toEqual([0]);
  });

  test('--severity leaves out what is less severe', async () => {
    const cwd = folderOf({ 'a.json': padded, 'b.json': unanswered });
    expect(await findings(['.'], { cwd })).toEqual([
      'a.json untrimmed-call-id warning',
      'b.json unanswered-call error',
      1,
    ]);
    expect(await findings(['--severity', 'error', '.'], { cwd })).toEqual(['b.json unanswered-call error', 1]);
  });

  test('--target and --dialect are obeyed', async () => {
    const cwd = folderOf({ 'a.json': unanswered });
    const { stdout } = await check(['--format', 'json', '--target', 'mistral', 'a.json'], { cwd });
    expect(JSON.parse(stdout).files[0]).toMatchObject({ dialect: 'chat', target: 'mistral' });
    const forced = await check(['--format', 'json', '--dialect', 'messages', 'a.json'], { cwd });
    expect(JSON.parse(forced.stdout).files[0].dialect).toBe('messages');
  });

  test('--dialect makes no transcript of every file of a folder', async () => {
    const cwd = folderOf({
      'a.json': clean,
      'package.json': '{ "name": "x", "files": ["a", "b"] }',
      'list.json': '[{ "a": 1 }, { "a": 2 }]',
    });
    const { stdout } = await check(['--format', 'json', '--dialect', 'chat', '.'], { cwd });
    expect(JSON.parse(stdout).files.map(({ path }: { path: string }) => path)).toEqual(['a.json']);
  });
});

describe('output', () => {
  test('json goes to standard output alone', async () => {
    const cwd = folderOf({ 'a.json': unanswered, 'strange.json': strange });
    const { stdout, stderr } = await check(['--format', 'json', 'a.json', 'strange.json', 'x*.json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      files: [
        {
          path: 'a.json',
          dialect: 'chat',
          target: 'openai',
          conversations: [{ pointer: '', turns: 3, side: 'request' }],
        },
        { path: 'strange.json', dialect: null, target: null, conversations: [], findings: [] },
      ],
      summary: { files: 2, errors: 1, warnings: 0, infos: 0, hints: 0 },
    });
    expect(stderr.split('\n')).toEqual([
      'transcript-lint: error: x*.json matches no file',
      expect.stringContaining('no conversation was recognised in strange.json'),
      '',
    ]);
  });

  test('fixes in json mend the text', async () => {
    const cwd = folderOf({ 'a.json': unanswered });
    const { stdout } = await check(['--format', 'json', 'a.json'], { cwd });
    const [fix] = JSON.parse(stdout).files[0].findings[0].fixes;
    expect(fix.safety).toBe('safe');
    const lines = unanswered.split('\n');
    for (const { range, newText } of [...fix.edits].reverse()) {
      expect(range.start.line).toBe(range.end.line);
      const line = lines[range.start.line] ?? '';
      lines[range.start.line] = line.slice(0, range.start.character) + newText + line.slice(range.end.character);
    }
    expect(lines.join('\n')).toBe(answered);
  });

  test.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: '3', NO_COLOR: '1' }, true, false],
    [{ TERM: 'dumb' }, true, false],
  ])('with %j on a terminal (%s) it has colours: %s', async (env, isTerminal, isColoured) => {
    const { stdout } = await check(['a.json'], { cwd: folderOf({ 'a.json': unanswered }), env, isTerminal });
    expect(stdout.includes('\u001b[')).toBe(isColoured);
  });

  test('nothing of a transcript steers the terminal', async () => {
    const evil = unanswered.replaceAll('c1', '\\u001b[31m\\u0007').replace('weather', '\u009b2J\u202e');
    const { stdout, stderr } = await check(['a\u001b[2J.json'], { cwd: folderOf({ 'a\u001b[2J.json': evil }) });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
    expect(stdout + stderr).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
  });
});

describe('configuration', () => {
  test('is the nearest one upward, of either kind', async () => {
    const off = '{ "rules": { "unanswered-call": "off" } }';
    const cwd = folderOf({
      'transcript-lint.config.json': off,
      'a.json': unanswered,
      'sub/package.json': '{ "name": "sub" }',
      'sub/a.json': unanswered,
      'own/package.json': '{ "name": "own", "transcript-lint": { "rules": { "unanswered-call": "warning" } } }',
      'own/deep/a.json': unanswered,
      'both/package.json': '{ "transcript-lint": { "rules": { "unanswered-call": "hint" } } }',
      'both/transcript-lint.config.json': '{ "rules": { "unanswered-call": "info" } }',
      'both/a.json': unanswered,
    });
    expect(await findings(['.'], { cwd })).toEqual([
      'both/a.json unanswered-call info',
      'own/deep/a.json unanswered-call warning',
      0,
    ]);
    expect(await findings(['.'], { cwd: join(cwd, 'sub') })).toEqual([0]);
  });

  test('chooses and leaves out files', async () => {
    const cwd = folderOf({
      'transcript-lint.config.json':
        '{ "files": [{ "glob": "bad/**", "dialect": "none" }, { "glob": "*.log", "dialect": "chat" }] }',
      'bad/a.json': unanswered,
      'b.log': unanswered,
      'c.json': unanswered,
    });
    expect(await findings(['.'], { cwd })).toEqual(['b.log unanswered-call error', 'c.json unanswered-call error', 1]);
    expect(await findings(['bad/a.json'], { cwd })).toEqual([0]);
  });

  test('that is broken is told at its place, and what it governs is not checked', async () => {
    const cwd = folderOf({
      'ok/a.json': unanswered,
      'broken/transcript-lint.config.json': '{\n  "rulez": {},\n  "target": "openay"\n}',
      'broken/a.json': unanswered,
      'broken/b.json': unanswered,
      'unparsed/package.json': '{ "transcript-lint": { "rules": { "no-such-rule": "off" } } }',
      'unparsed/a.json': unanswered,
      'cut/package.json': '{ "transcript-lint": { "rules": { "unanswered-call": "off" }',
      'cut/a.json': unanswered,
      'other/package.json': '{ "devDependencies": { "transcript-lint": "1.0.0" }',
    });
    expect(await findings(['.'], { cwd })).toEqual(['ok/a.json unanswered-call error', 2]);
    const { stderr } = await check(['.'], { cwd });
    expect(stderr).toContain('broken/transcript-lint.config.json:2:3: error: ');
    expect(stderr).toContain('broken/transcript-lint.config.json:3:13: error: ');
    expect(stderr.match(/rulez/g)?.length).toBeGreaterThan(0);
    expect(stderr).toContain('"rules"');
    expect(stderr).toContain('unparsed/package.json:1:');
    expect(stderr).toContain('cut/package.json:1:');
    expect(stderr).not.toContain('other/package.json');
    expect(stderr.match(/governs was checked \(broken and below\)/g)).toHaveLength(1);
  });
});

test('a file without leave to read, as it is on disk', async () => {
  const cwd = folderOf({ 'a.json': clean });
  chmodSync(join(cwd, 'a.json'), 0);
  const isRoot = process.getuid?.() === 0;
  expect((await check(['a.json'], { cwd })).code).toBe(isRoot ? 0 : 2);
});
