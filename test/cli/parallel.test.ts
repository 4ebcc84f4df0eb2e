// README.md, "Corpora past one machine": rows are independent, so the commands work as filters under GNU parallel.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderOf } from './folder';

const root = join(import.meta.dirname, '..', '..');
const home = mkdtempSync(join(tmpdir(), 'transcript-lint-parallel-'));
const program = join(home, 'cli.cjs');
afterAll(() => rmSync(home, { recursive: true, force: true }));

const version = spawnSync('parallel', ['--version'], { encoding: 'utf8' });
const isInstalled = version.error === undefined && version.stdout.startsWith('GNU parallel');
const { CI } = process.env;
const isCi = CI !== undefined && CI !== '' && CI !== 'false';

// Skipped in sight where it is missing, and failed in CI, which installs it.
if (!isInstalled) {
  test.skipIf(!isCi)('GNU parallel is installed', () => {
    expect.fail('GNU parallel was not found; on Debian: apt-get install parallel');
  });
}

describe.runIf(isInstalled)('under GNU parallel', () => {
  beforeAll(async () => {
    await build({
      ...{ absWorkingDir: root, entryPoints: ['server/src/main/cli.ts'], outfile: program, bundle: true },
      ...{ platform: 'node', target: 'node20', format: 'cjs', mainFields: ['module', 'main'] },
      define: { TRANSCRIPT_LINT_VERSION: '"1.2.3"' },
    });
  });

  const rows = Array.from({ length: 200 }, (_, i) =>
    JSON.stringify({
      id: i,
      max_tokens: 1,
      messages: [
        { role: 'system', content: `s${i}` },
        { role: 'user', content: `q${i}` },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: `c${i}`, type: 'function', function: { name: 'f', arguments: i % 7 === 0 ? '{"a' : '{"n":1.0}' } },
          ],
        },
        ...(i % 3 === 0 ? [] : [{ role: 'tool', tool_call_id: `c${i}`, content: 'r' }]),
        { role: 'user', content: 'next' },
        { role: 'assistant', content: 'x' },
      ],
    }),
  );
  const lines = `${rows.join('\n')}\n`;

  /** The command of README, with this program in the place of the one that is installed. */
  function inParallel(command: string, input: string) {
    const shown = readme(command).replace('transcript-lint', `${process.execPath} ${program}`);
    // Blocks of a size that makes many of them out of few rows.
    const small = shown.replace(/ > \S+$/, '').replace('--block 10M', '--block 20k');
    const cwd = folderOf({ 'corpus.jsonl': input });
    return spawnSync('sh', ['-c', small], { cwd, encoding: 'utf8', env: { ...process.env, HOME: home } });
  }

  test.each(['normalize', 'convert', 'trim'])('%s gives what it gives of the whole, in its order', (command) => {
    const { stdout } = inParallel(command, lines);
    const args = /transcript-lint (\w+ - --rows.*?)(?: <| >|'|$)/m.exec(readme(command))?.[1]?.split(' ') ?? [];
    const whole = spawnSync(process.execPath, [program, ...args], { input: lines, encoding: 'utf8', cwd: home });
    expect(stdout.split('\n').length).toBe(rows.length + 1);
    expect(stdout).toBe(whole.stdout);
    expect(stdout).not.toBe(lines);
  });

  test('check fails where one of the parts fails', () => {
    const { status, stdout } = inParallel('check', lines);
    expect([status !== 0, stdout.includes('unanswered-call')]).toEqual([true, true]);
    const clean = `${rows.filter((_, i) => i % 3 !== 0 && i % 7 !== 0).join('\n')}\n`;
    expect(inParallel('check', clean).status).toBe(0);
  });
});

/** The line of README that shows a command under GNU parallel. */
function readme(command: string): string {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const line = text
    .split('\n')
    .find((one) => one.startsWith('parallel ') && one.includes(`transcript-lint ${command} - --rows`));
  if (line === undefined) throw new Error(`README shows no ${command} under GNU parallel`);
  return line;
}
