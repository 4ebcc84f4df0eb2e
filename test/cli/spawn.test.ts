// The command line as a process: what only a real one has (streams, signals, pipes). The bundle is made for the test from the sources.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleProgram } from './bundle';
import { folderOf } from './folder';
import { answered, clean, unanswered } from './samples';

const home = mkdtempSync(join(tmpdir(), 'transcript-lint-cli-'));
const program = join(home, 'dist', 'cli', 'cli.cjs');

beforeAll(() => bundleProgram(program));
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program to its end; `stdin` is closed when there is none. */
function transcriptLint(
  args: readonly string[],
  options: { cwd: string; stdin?: string; env?: Record<string, string> },
) {
  return new Promise<Exit>((resolve, reject) => {
    const env = { PATH: process.env.PATH ?? '', ...options.env };
    const child = spawn(process.execPath, [program, ...args], { cwd: options.cwd, env });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
    child.stdin.on('error', () => {}); // it may end before it has read all
    child.stdin.end(options.stdin ?? '');
  });
}

function shell(script: string, cwd: string): Promise<Exit> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd,
      env: { PATH: process.env.PATH ?? '', NODE: process.execPath, LINT: program },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** A list with so many unanswered calls that no pipe holds their report at once. */
function crowded(count: number): string {
  const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
  const rows = Array.from({ length: count }, (_, i) => [
    { role: 'assistant', content: null, tool_calls: [call(`c${i}`)] },
    { role: 'user', content: 'go on' },
  ]);
  return JSON.stringify([{ role: 'user', content: 'hi' }, ...rows.flat()]);
}

describe('the process', () => {
  test('exits with what it found', async () => {
    const cwd = folderOf({ 'a.json': unanswered, 'c.json': clean });
    expect((await transcriptLint(['check', 'c.json'], { cwd })).code).toBe(0);
    expect((await transcriptLint(['check', 'a.json'], { cwd })).code).toBe(1);
    expect((await transcriptLint(['check', 'gone.json'], { cwd })).code).toBe(2);
    expect((await transcriptLint(['--version'], { cwd })).stdout).toBe('1.2.3\n');
  });

  test('reads standard input and writes files', async () => {
    const cwd = folderOf({ 'a.json': unanswered });
    expect(await transcriptLint(['fix', '-'], { cwd, stdin: unanswered })).toMatchObject({ code: 0, stdout: answered });
    expect(await transcriptLint(['fix', 'a.json'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe(answered);
    expect(readdirSync(cwd)).toEqual(['a.json']);
  });

  test('is coloured by the environment alone where there is no terminal', async () => {
    const cwd = folderOf({ 'a.json': unanswered });
    const colours = async (env: Record<string, string>) =>
      (await transcriptLint(['check', 'a.json'], { cwd, env })).stdout.includes('\u001b[');
    expect([await colours({}), await colours({ FORCE_COLOR: '1' }), await colours({ CI: 'true' })]).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('prints all of a long report before it ends', async () => {
    const cwd = folderOf({ 'a.json': crowded(5_000) });
    const { code, stdout } = await transcriptLint(['check', '--format', 'json', 'a.json'], { cwd });
    expect([code, JSON.parse(stdout).summary.errors]).toEqual([1, 5_000]);
    expect(stdout.length).toBeGreaterThan(1_000_000);
  });
});

describe('pipes', () => {
  test('a reader that has seen enough ends it quietly', async () => {
    const cwd = folderOf({ 'a.json': crowded(5_000) });
    const { code, stdout, stderr } = await shell('"$NODE" "$LINT" check a.json | head -n 1; exit $PIPESTATUS', cwd);
    expect([code, stderr]).toEqual([1, '']); // what was found does not go away with its reader
    expect(stdout).toMatch(/^a\.json:1:\d+: error: .*\n$/);
  });

  test.each(['a.json', 'b c.json', 'caf\u00e9.json', 'tab\tquote"\u00e9.json', 'sub/\\.json'])(
    'a diff goes into git: %j',
    async (name) => {
      const cwd = folderOf({ [name]: unanswered });
      const { code, stderr } = await shell('"$NODE" "$LINT" fix --diff . 2>/dev/null | git apply', cwd);
      expect([code, stderr]).toEqual([0, '']);
      expect(readFileSync(join(cwd, name), 'utf8')).toBe(answered);
    },
  );

  test('a named pipe is read like a file', async () => {
    const cwd = folderOf({ 'a.json': unanswered });
    const { code, stdout } = await shell('"$NODE" "$LINT" check <(cat a.json)', cwd);
    expect(code).toBe(1);
    expect(stdout).toContain('[unanswered-call]');
  });
});

describe.skipIf(process.platform !== 'linux')('what is no regular file', () => {
  test('a pipe that nobody writes to is waited for, and a signal ends it', async () => {
    const cwd = folderOf({});
    const { code, stderr } = await shell('mkfifo f && timeout -s INT 1 "$NODE" "$LINT" check f', cwd);
    expect([code, stderr]).toEqual([124, '']); // timeout's own: the signal was enough
  });

  test('a device without an end is too large', async () => {
    const { code, stdout } = await shell('"$NODE" "$LINT" check /dev/zero', folderOf({}));
    expect([code, stdout]).toEqual([2, expect.stringContaining('The file is too large to be read.')]);
  });

  test('is not written to, nor waited for', async () => {
    const cwd = folderOf({ 'a.json': unanswered });
    const { code, stdout, stderr } = await shell('mkfifo f && "$NODE" "$LINT" fix f a.json', cwd);
    expect([code, stdout.split('\n')[0]]).toEqual([2, 'a.json: fixed 1 (unanswered-call)']);
    expect(stderr).toMatch(/^transcript-lint: error: f is no regular file and cannot be written to.*\n$/);
    expect(readdirSync(cwd).sort()).toEqual(['a.json', 'f']);
  });

  test.each(['check', 'normalize', 'fix --diff'])('%s onto a full disk is told in one line', async (command) => {
    const cwd = folderOf({ 'a.json': unanswered });
    const { code, stderr } = await shell(`"$NODE" "$LINT" ${command} a.json > /dev/full`, cwd);
    expect(code).toBe(2);
    const [line, ...rest] = stderr.split('\n').filter((one) => one.includes('error'));
    expect([line, rest]).toEqual([
      'transcript-lint: error: standard output could not be written: the disk is full',
      [],
    ]);
  });
});

/** Each is sound by its shape; backtracking over one name takes longer than anybody waits. */
describe('a configuration that is made to hang', () => {
  const long = 'a'.repeat(120);
  const star = '**/*a*a*a';
  test.each([
    ['stars', { files: [{ glob: `${star}/${star}/${star}b`, dialect: 'none' }] }],
    ['braces', { files: [`${'{a,aa,aaa,aaaa,aaaaa}'.repeat(13)}b`] }],
    ['parentheses', { files: [`${'(a|aa|aaa)'.repeat(24)}b`] }],
    ['the files of an override', { overrides: [{ files: [`${'{a,aa}'.repeat(27)}b`] }] }],
    ['very many globs', { files: Array.from({ length: 200_000 }, (_, n) => `**/*${n}*`) }],
  ])('with %s ends, and either checks the files or says why not', async (_, config) => {
    const cwd = folderOf({
      'transcript-lint.config.json': JSON.stringify(config),
      [`${long}.json`]: clean,
      [`${long}/${long}/${long}.json`]: clean,
    });
    const { code, stdout, stderr } = await shell('timeout -s KILL 60 "$NODE" "$LINT" check .', cwd);
    expect(code).not.toBe(137);
    if (code === 0) expect(stdout).toContain('No problems in 2 files.');
    else expect([code, stderr]).toEqual([2, expect.stringContaining('was checked')]);
  });
});

/** Room for half of a document. Node's own stream of a file writes what fits and is content. */
describe.skipIf(process.platform === 'win32')('a file that cannot take all that is printed', () => {
  const list = crowded(2_000);
  const limited = (command: string) => `ulimit -f 100; "$NODE" "$LINT" ${command}`;

  test.each(['normalize a.json', 'fix - < a.json', 'check --format json a.json', 'trim a.json --last 3000'])(
    '%s: exit 2 and a word, never half a document with exit 0',
    async (command) => {
      const cwd = folderOf({ 'a.json': list });
      const { code, stderr } = await shell(`${limited(command)} > out.json`, cwd);
      expect(code).toBe(2);
      expect(stderr).toContain('error: standard output could not be written: the file would be larger than is allowed');
    },
  );

  test('a page is written whole, or the old one stays', async () => {
    const cwd = folderOf({ 'a.json': list, 'page.html': 'old' });
    const { code, stderr } = await shell(
      'ulimit -f 8; "$NODE" "$LINT" replay a.json --last 8 --html page.html > /dev/null',
      cwd,
    );
    expect([code, readFileSync(join(cwd, 'page.html'), 'utf8'), readdirSync(cwd).sort()]).toEqual([
      2,
      'old',
      ['a.json', 'page.html'],
    ]);
    expect(stderr).toMatch(/--html: page.html could not be written: it /);
  });

  const isRoot = process.getuid?.() === 0;
  if (!isRoot) console.warn('NOT RUN: a full disk under redirected output needs root, to mount one');
  test.skipIf(!isRoot)('a full disk', async () => {
    const cwd = folderOf({ 'a.json': list, 'disk/x': '' });
    const script =
      'mount -t tmpfs -o size=100k tmpfs disk || exit 77; "$NODE" "$LINT" normalize a.json > disk/out.json; code=$?; umount disk; exit $code';
    const { code, stderr } = await shell(script, cwd);
    if (code === 77) return console.warn(`NOT RUN: no disk could be mounted: ${stderr}`);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('standard output could not be written: the disk is full'),
    ]);
  });
});

describe('the language server', () => {
  test.each([['--socket=1'], ['--pipe=nowhere/at-all']])('says that nobody is there: %s', async (option) => {
    const { code, stdout, stderr } = await transcriptLint(['lsp', option], { cwd: folderOf({}) });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^transcript-lint: error: no client could be reached at .*\n$/);
  });
});

const RESULT = '{"role":"tool","tool_call_id":"c1","content":"Tool call was interrupted; no result."}';

/** Read as a whole, the file would take several times this. */
describe('with little memory', () => {
  const env = { NODE_OPTIONS: '--max-old-space-size=64' };
  const rows = Array.from(
    { length: 10_000 },
    (_, i) => `{"id":${i},"messages":${JSON.stringify(JSON.parse(unanswered))}}`,
  );
  const text = `${rows.join('\n')}\n`;
  const fixed = `${rows.map((row) => row.replace(',{"role":"user","content":"Still', `,${RESULT}$&`)).join('\n')}\n`;

  test('rows are checked', async () => {
    const cwd = folderOf({ 'a.jsonl': text });
    const { code, stdout, stderr } = await transcriptLint(['check', '--format', 'json', 'a.jsonl'], { cwd, env });
    expect([code, stderr]).toEqual([1, '']);
    const { files, summary } = JSON.parse(stdout);
    expect([summary.errors, summary.files, files.length]).toEqual([rows.length, 1, 1]);
    expect([files[0].dialect, files[0].conversations.length]).toEqual(['chat', rows.length]);
    const { pointer, range } = files[0].findings.at(-1);
    expect([pointer, range.start.line]).toEqual([`/${rows.length - 1}/messages/1/tool_calls/0`, rows.length - 1]);
  });

  test('rows are fixed in place', async () => {
    const cwd = folderOf({ 'a.jsonl': text });
    const { code, stdout, stderr } = await transcriptLint(['fix', 'a.jsonl'], { cwd, env });
    expect([code, stdout, stderr]).toEqual([
      0,
      'a.jsonl: fixed 10000 (10000 × unanswered-call)\nFixed 10000 problems in 1 file; no problems left.\n',
      '',
    ]);
    expect(readFileSync(join(cwd, 'a.jsonl'), 'utf8') === fixed).toBe(true);
    expect(readdirSync(cwd)).toEqual(['a.jsonl']);
  });

  test('rows are normalized from standard input', async () => {
    const args = ['normalize', '--stdin-filename', 'a.jsonl', '-'];
    const { code, stdout } = await transcriptLint(args, { cwd: folderOf({}), env, stdin: text });
    expect([code, stdout === fixed]).toEqual([0, true]);
  });
});

describe('signals', () => {
  test('end it in the middle of an analysis', async () => {
    const cwd = folderOf({ 'a.json': crowded(150_000) });
    const child = spawn(process.execPath, [program, 'check', 'a.json'], { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
    let printed = '';
    child.stdout.on('data', (data) => {
      printed += data;
    });
    const ended = new Promise((resolve) => child.on('close', (_, by) => resolve(by)));
    await new Promise((resolve) => setTimeout(resolve, 1_000)); // it reads and analyses for longer than this
    child.kill('SIGINT');
    expect(await ended).toBe('SIGINT');
    expect(printed).toBe(''); // as it would not be, had the analysis gone on to its end
  });

  test.each([['SIGINT'], ['SIGTERM'], ['SIGHUP']] as const)('%s leaves no half-written file', async (signal) => {
    const names = Array.from({ length: 200 }, (_, i) => `f${i}.json`);
    const text = JSON.stringify([
      ...Array.from({ length: 200 }, () => ({ role: 'user', content: 'x'.repeat(1_000) })),
      ...JSON.parse(unanswered),
    ]);
    const cwd = folderOf(Object.fromEntries(names.map((name) => [name, text])));
    const child = spawn(process.execPath, [program, 'fix', '.'], { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = new Promise((resolve) => child.on('close', (_, by) => resolve(by)));
    await new Promise((resolve) => child.stdout.once('data', resolve)); // the first file is done, the others are not
    child.kill(signal);
    expect(await ended).toBe(signal);
    expect(readdirSync(cwd).sort()).toEqual([...names].sort());
    const states = new Set(names.map((name) => JSON.parse(readFileSync(join(cwd, name), 'utf8')).length));
    expect([...states].sort()).toEqual([203, 204]);
  });
});
