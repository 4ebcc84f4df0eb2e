import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recipe } from './recipes';
import { edited, halfTyped, mended, samples, typing } from './samples';
import { describeEditor, makeHome, notOurs, preferredFix, rule, runEditor, source } from './support';

describeEditor('vim', (program) => {
  const home = makeHome([...samples, typing, { file: 'package.json', text: notOurs }]);
  home.write('.vimrc', recipe('vim-ale', 'vim-ale-on-save'));
  // Without a screen Vim reads no .vimrc by itself.
  const vimrc = join(home.folder, '.vimrc');
  const args = ['-N', '-u', vimrc, '-i', 'NONE', '-es', '-S', join(import.meta.dirname, 'vim.vim')];

  test('the recipe: problems in every kind of file, quick fix, fixes on save', async () => {
    const seen = await runEditor(program, args, home);
    const problem = (under: string) => ({
      linter: source,
      code: rule,
      text: expect.stringContaining('"call_1"'),
      under,
    });
    expect(seen).toEqual([
      ...samples.map(({ file, under }) => ({ what: 'problems', file, list: [problem(under)] })),
      { what: 'actions', titles: expect.arrayContaining([preferredFix]) },
      ...samples.map(({ file }) => ({ what: 'written', file, modified: 0 })),
      { what: 'written half-way', modified: 0 },
      { what: 'not ours', list: [] },
      { what: 'still not ours', modified: 0 },
      { what: 'done' },
    ]);
    expect(home.read('package.json')).toBe(notOurs);
  });

  test('a save while an id is typed changes nothing else', () => {
    expect(home.read(typing.file)).toBe(halfTyped);
  });

  test.each(samples)('$file is fixed on disk', ({ file, text }) => {
    expect(home.read(file)).toBe(mended(file, file === 'cut.json' ? text : edited(text)));
  });
});
