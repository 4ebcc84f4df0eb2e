import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { walk } from '../../server/src/cli/files/walk';
import { nodeHost } from '../../server/src/host/node';
import type { Host } from '../../server/src/host/types';
import { folderOf } from './folder';

/** What a walk finds: paths as they are shown, `!` before the ones named outright, `? message` for what leads nowhere. */
async function found(cwd: string, paths: readonly string[], host: Host = nodeHost): Promise<string[]> {
  const out: string[] = [];
  const mayBeOurs = (path: string) => /\.jsonl?$/.test(path);
  for await (const walked of walk(paths, { host, cwd, mayBeOurs })) {
    if ('problem' in walked) out.push(`? ${walked.problem.shown} ${walked.problem.message}`);
    else out.push(`${walked.file.isNamed ? '!' : ''}${walked.file.shown}`);
  }
  return out;
}

const tree = (...names: string[]) => folderOf(Object.fromEntries(names.map((name) => [name, ''])));

describe('folders', () => {
  test('gives the files that may be ours by name, through all folders but node_modules and .git', async () => {
    const folder = tree(
      'b.json',
      'a.jsonl',
      'c.txt',
      'd/e.json',
      'd/node_modules/f.json',
      'd/.git/g.json',
      '.hidden/h.json',
      'B.json',
    );
    expect(await found(folder, ['.'])).toEqual(['.hidden/h.json', 'B.json', 'a.jsonl', 'b.json', 'd/e.json']);
    expect(await found(folder, ['d'])).toEqual(['d/e.json']);
    expect(await found(folder, ['d/node_modules'])).toEqual(['d/node_modules/f.json']);
    expect(await found(join(folder, 'd'), ['..'])).toContain(`${folder}/a.jsonl`);
  });

  test('obeys the ignore files of the folder, of those below and of those around it in the repository', async () => {
    const folder = folderOf({
      '.git/HEAD': '',
      '.gitignore': '\uFEFF*.log.json\r\n/build/\n!keep.log.json\n',
      '.transcriptlintignore': 'broken-*\n',
      'a.json': '',
      'a.log.json': '',
      'keep.log.json': '',
      'broken-1.json': '',
      'build/b.json': '',
      'sub/build/c.json': '',
      'sub/d.log.json': '',
      'sub/broken-2.json': '',
      'sub/.gitignore': 'e.json\n!broken-*\n',
      'sub/e.json': '',
      'e.json': '',
    });
    const all = ['a.json', 'e.json', 'keep.log.json', 'sub/broken-2.json', 'sub/build/c.json'];
    expect(await found(folder, ['.'])).toEqual(all);
    expect(await found(folder, ['sub'])).toEqual(all.filter((path) => path.startsWith('sub/')));
    expect(await found(join(folder, 'sub'), ['.'])).toEqual(['broken-2.json', 'build/c.json']);
  });

  test('looks into an ignored folder that is named', async () => {
    const folder = folderOf({ '.git/HEAD': '', '.gitignore': 'out/\n', 'out/a.json': '', 'out/deep/b.json': '' });
    expect(await found(folder, ['.'])).toEqual([]);
    expect(await found(folder, ['out'])).toEqual(['out/a.json', 'out/deep/b.json']);
  });

  test('ignore files outside the repository say nothing', async () => {
    const folder = folderOf({
      '.gitignore': '*.json',
      'repository/.git/HEAD': '',
      'repository/a.json': '',
      'loose/b.json': '',
    });
    expect(await found(folder, ['repository', 'loose'])).toEqual(['repository/a.json', 'loose/b.json']);
  });

  test('follows links to files, not to folders, and passes over links to nothing', async () => {
    const folder = tree('real/a.json', 'links/b.json');
    symlinkSync('../real/a.json', join(folder, 'links/a.json'));
    symlinkSync('../real', join(folder, 'links/folder.json'));
    symlinkSync('..', join(folder, 'links/loop'));
    symlinkSync('nowhere', join(folder, 'links/gone.json'));
    expect(await found(folder, ['links'])).toEqual(['links/a.json', 'links/b.json']);
    symlinkSync('real', join(folder, 'named'));
    expect(await found(folder, ['named'])).toEqual(['named/a.json']);
  });

  test('tells of a folder that may not be read, and goes on', async () => {
    const folder = tree('a/x.json', 'b/y.json');
    const host: Host = {
      ...nodeHost,
      list: (path) => (path.endsWith('/a') ? nodeHost.list(join(path, 'x.json')) : nodeHost.list(path)),
    };
    // Listing a file fails as listing a forbidden folder does, for root too.
    expect(await found(folder, ['.'], host)).toEqual(['b/y.json']);
    const denied: Host = {
      ...nodeHost,
      list: (path) => (path.endsWith('/a') ? Promise.reject(new Error('may not be read')) : nodeHost.list(path)),
    };
    expect(await found(folder, ['.'], denied)).toEqual(['? a may not be read', 'b/y.json']);
  });
});

describe('files and globs', () => {
  test('a file that is named is taken whatever it is, ignored or not there', async () => {
    const folder = folderOf({ '.git/HEAD': '', '.gitignore': '*.json', 'a.json': '', 'b.txt': '' });
    expect(await found(folder, ['b.txt', 'a.json', 'gone.json', join(folder, 'a.json')])).toEqual([
      '!b.txt',
      '!a.json',
      '!gone.json',
    ]);
  });

  test('a glob gives what it matches of what a walk would find', async () => {
    const folder = tree('a.json', 'b.jsonl', 'c/d.json', 'c/e/f.json', 'node_modules/g.json', 'c/readme.txt');
    expect(await found(folder, ['*.json'])).toEqual(['a.json']);
    expect(await found(folder, ['**/*.json'])).toEqual(['a.json', 'c/d.json', 'c/e/f.json']);
    expect(await found(folder, ['c/**'])).toEqual(['c/d.json', 'c/e/f.json']);
    expect(await found(folder, ['./c/*.{json,txt}'])).toEqual(['c/d.json']);
    expect(await found(join(folder, 'c'), ['../*.jsonl'])).toEqual([`${folder}/b.jsonl`]);
    expect(await found(folder, [`${folder}/c/*.json`])).toEqual(['c/d.json']);
    expect(await found(folder, ['c/[de].json', 'c/?.json'])).toEqual(['c/d.json']);
  });

  test('a folder whose name looks like a glob is a folder', async () => {
    const folder = tree('[a]/x.json', 'a/y.json', 'b*/z.json');
    expect(await found(folder, ['[a]'])).toEqual(['[a]/x.json']);
    expect(await found(join(folder, '[a]'), ['*.json'])).toEqual(['x.json']);
  });

  test('a glob without a match is told', async () => {
    const folder = tree('a.json', 'node_modules/b.json');
    expect(await found(folder, ['*.jsonl', 'x/*.json', 'node_mod*/*.json', 'a.json'])).toEqual([
      '? *.jsonl matches no file',
      '? x/*.json matches no file',
      '? node_mod*/*.json matches no file',
      '!a.json',
    ]);
  });

  test('gives each file once, where it was named first', async () => {
    const folder = tree('a.json', 'b/c.json');
    expect(await found(folder, ['b', '.', './a.json', 'b/../b/c.json'])).toEqual(['b/c.json', 'a.json']);
  });
});
