import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lossyName, nameOfBytes, systemPath } from '../../server/src/host/names';
import { cli } from './cli';
import { folderOf } from './folder';
import { answered, unanswered } from './samples';

test('any bytes are a string that leads back to them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 30 }), (bytes) => {
      const name = nameOfBytes(Buffer.from(bytes));
      expect(Buffer.from(systemPath(name) as string)).toEqual(Buffer.from(bytes));
      expect(lossyName(name)).toBe(Buffer.from(bytes).toString('utf8'));
    }),
    { seed: 4, numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (name) => {
      expect([nameOfBytes(Buffer.from(name)), systemPath(name)]).toEqual([name, name]);
    }),
    { seed: 4, numRuns: 200 },
  );
});

describe.skipIf(process.platform !== 'linux')('a file whose name is no UTF-8', () => {
  const inFolder = (folder: string, ...name: (string | number)[]) =>
    Buffer.concat([
      Buffer.from(`${folder}/`),
      ...name.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part))),
    ]);

  test.each([
    ['a folder', '.'],
    ['itself, as far as a process is told it', 'bad\uFFFD.json'],
  ])('is checked and fixed when somebody names %s', async (_, path) => {
    const cwd = folderOf({});
    const file = inFolder(cwd, 'bad', 0xff, '.json');
    writeFileSync(file, unanswered);
    const { code, stdout } = await cli(['check', path], { cwd });
    expect([code, stdout.split(':')[0]]).toEqual([1, 'bad\uFFFD.json']);
    expect(await cli(['fix', path], { cwd })).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(file, 'utf8')).toBe(answered);
    expect(readdirSync(cwd, { encoding: 'buffer' })).toEqual([
      Buffer.from([...Buffer.from('bad'), 0xff, ...Buffer.from('.json')]),
    ]);
    rmSync(file);
  });

  test('so is one in a folder of such a name, and one document of it', async () => {
    const cwd = folderOf({});
    const folder = inFolder(cwd, 0xe9, 't');
    mkdirSync(folder);
    const file = Buffer.concat([folder, Buffer.from('/a.json')]);
    writeFileSync(file, unanswered);
    expect((await cli(['check', '.'], { cwd })).stdout).toContain('\uFFFDt/a.json:');
    const { code, stdout } = await cli(['normalize', join('\uFFFDt', 'a.json')], { cwd });
    expect([code, stdout]).toEqual([0, answered]);
    expect((await cli(['check', '\uFFFDt/b.json'], { cwd })).code).toBe(2);
  });
});
