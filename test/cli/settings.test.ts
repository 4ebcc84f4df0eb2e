import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli } from './cli';
import { folderOf } from './folder';
import { clean, unanswered } from './samples';

describe.skipIf(process.platform === 'win32')('what configures', () => {
  test.each(['transcript-lint.config.json', 'package.json', '.gitignore', '.transcriptlintignore'])(
    'is a regular file: nobody waits for a pipe called %s',
    async (name) => {
      const cwd = folderOf({ 'a.json': unanswered });
      execFileSync('mkfifo', [join(cwd, name)]);
      expect((await cli(['check', '.'], { cwd })).code).toBe(1);
    },
  );

  test.each(['root:x:0:0:secret\n', '{"secret":"word"}', '"secret"'])(
    'prints nothing of a file that a link leads to: %j',
    async (text) => {
      const cwd = folderOf({ 'work/a.json': clean, 'elsewhere/passwd': text });
      symlinkSync('../elsewhere/passwd', join(cwd, 'work/transcript-lint.config.json'));
      const { code, stdout, stderr } = await cli(['check', 'work'], { cwd });
      expect([code, stdout]).toEqual([2, 'No transcripts to check.\n']);
      expect(stderr).toContain('work/transcript-lint.config.json: error: The link leads to a file that is no');
      expect(stderr).not.toContain('secret');
    },
  );

  test('a link to a sound configuration configures', async () => {
    const cwd = folderOf({ 'work/a.json': unanswered, 'shared.json': '{"rules":{"unanswered-call":"off"}}' });
    symlinkSync('../shared.json', join(cwd, 'work/transcript-lint.config.json'));
    expect((await cli(['check', 'work'], { cwd })).code).toBe(0);
  });
});

describe('case in ignore files', () => {
  const cwd = () => folderOf({ '.gitignore': 'ignored.json\n', 'Ignored.json': unanswered });

  test('counts where git counts it', async () => {
    expect((await cli(['check', '.'], { cwd: cwd(), host: { ignoresCase: false } })).code).toBe(1);
    expect((await cli(['check', '.'], { cwd: cwd(), host: { ignoresCase: true } })).code).toBe(0);
  });

  test.runIf(process.platform === 'linux')('counts on Linux', async () => {
    expect((await cli(['check', '.'], { cwd: cwd() })).code).toBe(1);
  });
});

test('a summary that never comes ends the command', async () => {
  const list = JSON.stringify(
    Array.from({ length: 20 }, (_, i) => ({ role: i % 2 ? 'assistant' : 'user', content: 'x'.repeat(200) })),
  );
  const seen: number[] = [];
  const { code, stderr } = await cli(
    ['trim', '-', '--budget', '500', '--summary-exec', 'wait', '--summary-timeout', '7'],
    {
      stdin: list,
      runCommand: (_command, _input, milliseconds) => {
        seen.push(milliseconds);
        return { output: '', fault: 'was still running after 0.007 s, and was ended' };
      },
    },
  );
  expect([code, seen]).toEqual([2, [7]]);
  expect(stderr).toBe(
    'transcript-lint: error: --summary-exec: "wait" was still running after 0.007 s, and was ended (--summary-timeout gives it longer)\n',
  );
});
