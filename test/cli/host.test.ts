import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeHost } from '../../server/src/host/node';
import { removeUnfinishedFiles } from '../../server/src/host/replace';
import { folderOf } from './folder';

const bytes = (text: string) => Buffer.from(text);
const isRoot = process.getuid?.() === 0;

describe('replaceFile', () => {
  test('puts one text in the place of another and leaves nothing beside it', async () => {
    const folder = folderOf({ 'a.json': 'old' });
    await nodeHost.replaceFile(join(folder, 'a.json'), bytes('old'), bytes('new'));
    expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['a.json']);
  });

  test.each([0o600, 0o640, 0o664, 0o755, 0o200])('keeps mode %o', async (mode) => {
    const path = join(folderOf({ 'a.json': 'old' }), 'a.json');
    chmodSync(path, mode);
    if (!isRoot && (mode & 0o400) === 0) return expect(nodeHost.readFile(path)).rejects.toThrow('may not be read');
    await nodeHost.replaceFile(path, bytes('old'), bytes('new'));
    expect(statSync(path).mode & 0o7777).toBe(mode);
  });

  test('keeps a symbolic link and writes to where it leads', async () => {
    const folder = folderOf({ 'real/a.json': 'old' });
    symlinkSync(join('real', 'a.json'), join(folder, 'link.json'));
    await nodeHost.replaceFile(join(folder, 'link.json'), bytes('old'), bytes('new'));
    expect(lstatSync(join(folder, 'link.json')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'real/a.json'), 'utf8')).toBe('new');
    expect(readdirSync(join(folder, 'real'))).toEqual(['a.json']);
  });

  test('leaves a file alone that has changed since it was read', async () => {
    const folder = folderOf({ 'a.json': 'old' });
    writeFileSync(join(folder, 'a.json'), 'theirs');
    await expect(nodeHost.replaceFile(join(folder, 'a.json'), bytes('old'), bytes('new'))).rejects.toMatchObject({
      fault: 'changed',
      message: 'has changed since it was read and was left alone',
    });
    expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('theirs');
    expect(readdirSync(folder)).toEqual(['a.json']);
  });

  test('leaves a read-only file alone, whoever asks', async () => {
    const folder = folderOf({ 'a.json': 'old' });
    chmodSync(join(folder, 'a.json'), 0o444);
    await expect(nodeHost.replaceFile(join(folder, 'a.json'), bytes('old'), bytes('new'))).rejects.toMatchObject({
      fault: 'read-only',
    });
    expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['a.json']);
  });

  test('says that a file is gone', async () => {
    const folder = folderOf({});
    const gone = nodeHost.replaceFile(join(folder, 'a.json'), bytes('old'), bytes('new'));
    await expect(gone).rejects.toMatchObject({ fault: 'missing', message: 'does not exist' });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('what an interrupted run left is removed, and nothing else', async () => {
    const folder = folderOf({ 'a.json': 'old', '.transcript-lint-mine.tmp': 'not ours' });
    const writing = nodeHost.replaceFile(join(folder, 'a.json'), bytes('old'), Buffer.alloc(50_000_000, 'x'));
    writing.catch(() => {}); // looked at below
    const hasTemporary = () => readdirSync(folder).length > 2;
    while (!hasTemporary()) await new Promise((resolve) => setImmediate(resolve));
    removeUnfinishedFiles();
    expect(readdirSync(folder)).toEqual(['.transcript-lint-mine.tmp', 'a.json']);
    await expect(writing).rejects.toMatchObject({ fault: 'missing' });
    expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('old');
  });
});

describe('temporary files', () => {
  const stale = new Date(Date.now() - 2 * 3_600_000);

  test("one that a killed run of the same process number left is in nobody's way", async () => {
    const folder = folderOf({
      'a.json': 'old',
      ...Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`.transcript-lint-${process.pid}-${n}.tmp`, ''])),
    });
    await nodeHost.replaceFile(join(folder, 'a.json'), bytes('old'), bytes('new'));
    expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('new');
  });

  test('our own are swept once nobody can be writing them any more, and no others', async () => {
    const left = ['.transcript-lint-7-3.tmp', '.transcript-lint-1-0123456789ab.tmp'];
    const kept = [
      '.transcript-lint-7-00ff00ff00ff.tmp',
      '.transcript-lint-mine.tmp',
      '.transcript-lint-1-2.tmp.json',
      'a.json',
    ];
    const folder = folderOf(Object.fromEntries([...left, ...kept].map((name) => [name, 'old'])));
    mkdirSync(join(folder, '.transcript-lint-9-9.tmp'));
    for (const name of [...left, ...kept.slice(1)]) utimesSync(join(folder, name), stale, stale);
    symlinkSync('a.json', join(folder, '.transcript-lint-8-8.tmp'));
    lutimesSync(join(folder, '.transcript-lint-8-8.tmp'), stale, stale);
    await nodeHost.replaceFile(join(folder, 'a.json'), bytes('old'), bytes('new'));
    expect(readdirSync(folder).sort()).toEqual(
      [...kept, '.transcript-lint-9-9.tmp', '.transcript-lint-8-8.tmp'].sort(),
    );
  });
});

describe('putFile', () => {
  test('makes a file, replaces one, follows a link and leaves nothing beside it', async () => {
    const folder = folderOf({ 'b.html': 'old' });
    symlinkSync('b.html', join(folder, 'c.html'));
    chmodSync(join(folder, 'b.html'), 0o640);
    for (const name of ['a.html', 'c.html']) await nodeHost.putFile(join(folder, name), bytes('new'));
    expect(['a.html', 'b.html', 'c.html'].map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([
      'new',
      'new',
      'new',
    ]);
    expect(readdirSync(folder)).toEqual(['a.html', 'b.html', 'c.html']);
    expect(statSync(join(folder, 'b.html')).mode & 0o777).toBe(0o640);
    expect(statSync(join(folder, 'a.html')).mode & 0o777).toBe(0o666 & ~process.umask());
    await expect(nodeHost.putFile(join(folder, 'no', 'a'), bytes('x'))).rejects.toMatchObject({ fault: 'missing' });
  });
});

describe('rewriteFile', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

  test('puts what was written a piece at a time in the place of the file', async () => {
    const folder = folderOf({ 'a.jsonl': 'old' });
    chmodSync(join(folder, 'a.jsonl'), 0o640);
    const rewriting = await nodeHost.rewriteFile(join(folder, 'a.jsonl'));
    await rewriting.write(bytes('ne'));
    expect(readFileSync(join(folder, 'a.jsonl'), 'utf8')).toBe('old');
    await rewriting.write(bytes('w'));
    await rewriting.finish(sha256('old'));
    expect(readFileSync(join(folder, 'a.jsonl'), 'utf8')).toBe('new');
    expect([statSync(join(folder, 'a.jsonl')).mode & 0o777, readdirSync(folder)]).toEqual([0o640, ['a.jsonl']]);
  });

  test('leaves a file alone that has changed meanwhile, or that was given up', async () => {
    const folder = folderOf({ 'a.jsonl': 'old' });
    const late = await nodeHost.rewriteFile(join(folder, 'a.jsonl'));
    await late.write(bytes('new'));
    writeFileSync(join(folder, 'a.jsonl'), 'theirs');
    await expect(late.finish(sha256('old'))).rejects.toMatchObject({ fault: 'changed' });
    const given = await nodeHost.rewriteFile(join(folder, 'a.jsonl'));
    await given.write(bytes('new'));
    await given.abandon();
    expect([readFileSync(join(folder, 'a.jsonl'), 'utf8'), readdirSync(folder)]).toEqual(['theirs', ['a.jsonl']]);
  });

  test('is not begun for a read-only file', async () => {
    const folder = folderOf({ 'a.jsonl': 'old' });
    chmodSync(join(folder, 'a.jsonl'), 0o444);
    await expect(nodeHost.rewriteFile(join(folder, 'a.jsonl'))).rejects.toMatchObject({ fault: 'read-only' });
    expect(readdirSync(folder)).toEqual(['a.jsonl']);
  });
});

describe('reading', () => {
  test('says what is wrong with a path', async () => {
    const folder = folderOf({ 'a.json': '{}' });
    symlinkSync('loop', join(folder, 'loop'));
    await expect(nodeHost.readFile(folder)).rejects.toMatchObject({ fault: 'folder', message: 'is a folder' });
    await expect(nodeHost.readFile(join(folder, 'b.json'))).rejects.toMatchObject({ fault: 'missing' });
    await expect(nodeHost.readFile(join(folder, 'a.json', 'b.json'))).rejects.toMatchObject({ fault: 'missing' });
    await expect(nodeHost.readFile(join(folder, 'loop'))).rejects.toMatchObject({ fault: 'missing' });
    await expect(nodeHost.readFile(join(folder, 'x'.repeat(300)))).rejects.toMatchObject({ fault: 'missing' });
  });

  test('tells files, folders and links apart', async () => {
    const folder = folderOf({ 'a.json': '12345', 'b/c.json': '' });
    symlinkSync('a.json', join(folder, 'l'));
    expect(await nodeHost.stat(join(folder, 'l'))).toEqual({ kind: 'file', bytes: 5, links: 1 });
    expect(await nodeHost.stat(join(folder, 'b'))).toMatchObject({ kind: 'folder' });
    expect(await nodeHost.stat(join(folder, 'x'))).toBeUndefined();
    expect((await nodeHost.list(folder)).map(({ name, kind }) => `${name} ${kind}`).sort()).toEqual([
      'a.json file',
      'b folder',
      'l link',
    ]);
  });
});
