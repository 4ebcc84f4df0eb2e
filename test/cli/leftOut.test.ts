import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli } from './cli';
import { folderOf } from './folder';

const orphan =
  '[{"role":"user","content":"p"},{"role":"tool","tool_call_id":"c7","content":"q"},{"role":"assistant","content":"r"}]';
const files = {
  'transcript-lint.config.json': '{"files":[{"glob":"fixtures/bad/**","dialect":"none"}]}',
  '.transcriptlintignore': 'vendor/\n',
  'fixtures/bad/x.json': orphan,
  'fixtures/bad/y.json': orphan,
  'vendor/y.json': orphan,
};

const byConfig = 'is left out by the configuration ("dialect": "none")\n';
const byIgnore = 'is left out by an ignore file\n';

describe('a named file that is left out', () => {
  test.each([
    [['check', 'fixtures/bad/x.json'], `fixtures/bad/x.json ${byConfig}`],
    [['check', '--dialect', 'chat', 'fixtures/bad/x.json'], `fixtures/bad/x.json ${byConfig}`],
    [['fix', '--unsafe-fixes', 'fixtures/bad/x.json'], `fixtures/bad/x.json ${byConfig}`],
    [['stats', 'fixtures/bad/x.json'], `fixtures/bad/x.json ${byConfig}`],
    [['check', '--force-exclude', 'vendor/y.json'], `vendor/y.json ${byIgnore}`],
    [['check', '--force-exclude', 'vendor'], `vendor ${byIgnore}`],
    [['fix', '--force-exclude', 'vendor/y.json'], `vendor/y.json ${byIgnore}`],
    [
      ['check', '--force-exclude', 'vendor/*.json'],
      'vendor/*.json: the configuration or an ignore file leaves out every file\n',
    ],
    [
      ['check', 'fixtures/bad/*.json'],
      'fixtures/bad/*.json: the configuration or an ignore file leaves out every file\n',
    ],
    [
      ['check', 'fixtures/bad/x.json', 'fixtures/bad/y.json'],
      'fixtures/bad/x.json and 1 more file are left out by the configuration ("dialect": "none")\n',
    ],
  ])('%j: exit 0, one line on standard error, and nothing is written', async (argv, line) => {
    const cwd = folderOf(files);
    const { code, stderr } = await cli(argv, { cwd });
    expect([code, stderr]).toEqual([0, `transcript-lint: ${line}`]);
    for (const [name, text] of Object.entries(files)) expect(readFileSync(join(cwd, name), 'utf8')).toBe(text);
  });

  test('named-file-that-the-configuration-leaves-out', async () => {
    const url = new URL(
      '../../fixtures/faults/cases/named-file-that-the-configuration-leaves-out.json',
      import.meta.url,
    );
    const { input } = JSON.parse(readFileSync(url, 'utf8')) as {
      readonly input: { readonly files: Readonly<Record<string, string>>; readonly commands: readonly string[][] };
    };
    const codes: (readonly [string, number, boolean])[] = [];
    for (const argv of input.commands) {
      const cwd = folderOf(input.files);
      const { code } = await cli(argv, { cwd });
      const isAsItWas = Object.entries(input.files).every(
        ([name, text]) => readFileSync(join(cwd, name), 'utf8') === text,
      );
      codes.push([argv.join(' '), code, isAsItWas]);
    }
    expect(codes.slice(0, 2)).toEqual([
      ['check fixtures/bad/x.json', 0, true],
      ['check --force-exclude vendor/y.json', 0, true],
    ]);
    // Without the option a named file is asked for, whatever an ignore file says.
    expect(codes[2]?.[0]).toBe('fix vendor/y.json');
    for (const folder of ['fixtures/bad/x.json', 'vendor/y.json']) {
      const cwd = folderOf(input.files);
      const { code } = await cli(['fix', '--force-exclude', folder], { cwd });
      expect([code, readFileSync(join(cwd, folder), 'utf8')]).toEqual([0, input.files[folder]]);
    }
  });

  test('without --force-exclude an ignore file does not hold for what is named', async () => {
    const cwd = folderOf(files);
    expect((await cli(['check', 'vendor/y.json'], { cwd })).code).toBe(1);
    expect((await cli(['check', 'vendor'], { cwd })).code).toBe(1);
    await cli(['fix', 'vendor/y.json'], { cwd });
    expect(readFileSync(join(cwd, 'vendor/y.json'), 'utf8')).not.toBe(orphan);
  });

  test('the ignore files of the repository hold, from wherever the program is started', async () => {
    const cwd = folderOf({
      '.gitignore': 'out/*.json\n!out/keep.json\n',
      'out/a.json': orphan,
      'out/keep.json': orphan,
    });
    mkdirSync(join(cwd, '.git'));
    for (const [where, prefix] of [
      ['.', 'out/'],
      ['out', ''],
    ] as const) {
      const check = (name: string) => cli(['check', '--force-exclude', prefix + name], { cwd: join(cwd, where) });
      expect([(await check('a.json')).code, (await check('keep.json')).code]).toEqual([0, 1]);
    }
  });

  test('a filter hands on what it was given', async () => {
    const cwd = folderOf(files);
    for (const args of [
      ['fix', '-', '--stdin-filename', 'fixtures/bad/x.json'],
      ['fix', '-', '--force-exclude', '--stdin-filename', 'vendor/z.json'],
    ]) {
      expect(await cli(args, { cwd, stdin: orphan })).toMatchObject({ code: 0, stdout: orphan });
    }
    const { code, stdout, stderr } = await cli(['check', '-', '--stdin-filename', 'fixtures/bad/x.json'], {
      cwd,
      stdin: orphan,
    });
    expect([code, stdout, stderr]).toEqual([0, 'No transcripts to check.\n', expect.stringContaining(byConfig)]);
  });

  test('a command that prints what becomes of one document still does so', async () => {
    const { code, stdout } = await cli(['normalize', 'fixtures/bad/x.json'], { cwd: folderOf(files) });
    expect([code, JSON.parse(stdout).length]).toEqual([0, 2]);
  });
});
