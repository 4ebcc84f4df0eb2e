import { linkSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli } from './cli';
import { folderOf } from './folder';
import { answered, unanswered } from './samples';

describe.skipIf(process.platform === 'win32')('links', () => {
  const linked = () => {
    const cwd = folderOf({ 'in/own.json': unanswered, 'out/t.json': unanswered });
    symlinkSync('../out/t.json', join(cwd, 'in/l.json'));
    return cwd;
  };
  const line =
    'transcript-lint: in/l.json is a link to a file outside the folder, which is left alone (name it to fix it)\n';

  test('fix FOLDER leaves a file alone that a link leads to outside of it, and says so', async () => {
    const cwd = linked();
    expect(await cli(['fix', 'in'], { cwd })).toMatchObject({ code: 0, stderr: line });
    expect(readFileSync(join(cwd, 'out/t.json'), 'utf8')).toBe(unanswered);
    expect(readFileSync(join(cwd, 'in/own.json'), 'utf8')).toBe(answered);
  });

  test('a dry run says the same, and check looks at it', async () => {
    const cwd = linked();
    expect(await cli(['fix', '--diff', 'in'], { cwd })).toMatchObject({
      stdout: expect.not.stringContaining('l.json'),
      stderr: expect.stringContaining(line),
    });
    expect((await cli(['check', 'in'], { cwd })).stdout).toContain('in/l.json:');
  });

  test('a link that is named, or that stays in the folder, is followed and kept', async () => {
    const cwd = linked();
    await cli(['fix', 'in/l.json'], { cwd });
    expect(readFileSync(join(cwd, 'out/t.json'), 'utf8')).toBe(answered);
    const other = linked();
    expect((await cli(['fix', '.'], { cwd: other })).stderr).toBe('');
    expect(readFileSync(join(other, 'out/t.json'), 'utf8')).toBe(answered);
    expect(lstatSync(join(other, 'in/l.json')).isSymbolicLink()).toBe(true);
  });

  test('a folder that is itself a link is no way out of it', async () => {
    const cwd = folderOf({ 'real/a.json': unanswered, 'real/b/c.txt': unanswered });
    symlinkSync('real', join(cwd, 'alias'));
    symlinkSync('b/c.txt', join(cwd, 'real/c.json'));
    expect((await cli(['fix', 'alias'], { cwd })).stderr).toBe('');
    expect(readFileSync(join(cwd, 'real/b/c.txt'), 'utf8')).toBe(answered);
  });

  test('a file with further names is told of when it is written, for they keep the old text', async () => {
    const cwd = folderOf({ 'a.json': unanswered });
    for (const name of ['b.txt', 'c.txt']) linkSync(join(cwd, 'a.json'), join(cwd, name));
    expect((await cli(['fix', '--dry-run', 'a.json'], { cwd })).stderr).toBe('');
    expect((await cli(['fix', 'a.json'], { cwd })).stderr).toBe(
      'transcript-lint: a.json has 2 other names (hard links), which keep the old text\n',
    );
    expect(readFileSync(join(cwd, 'b.txt'), 'utf8')).toBe(unanswered);
  });
});
