import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recipe } from './recipes';
import { edited, halfTyped, mended, samples, typing } from './samples';
import { describeEditor, makeHome, notOurs, preferredFix, rule, runEditor, source } from './support';

describeEditor('neovim', (program) => {
  const home = makeHome([...samples, typing, { file: 'package.json', text: notOurs }]);
  home.write('.config/nvim/init.lua', recipe('neovim-0.7', 'neovim-on-save'));
  const args = ['--headless', '-S', join(import.meta.dirname, 'neovim.lua')];

  test('the recipe for 0.7: problems in every kind of file, quick fix, fixes on save', async () => {
    const seen = await runEditor(program, args, home, { CONVERT: recipe('neovim-convert') });
    const problem = (under: string) => ({ source, code: rule, message: expect.stringContaining('"call_1"'), under });
    expect(seen).toEqual([
      ...samples.map(({ file, under }) => ({ what: 'problems', file, list: [problem(under)] })),
      { what: 'servers', count: 1, root: home.project },
      { what: 'lenses', titles: [expect.stringMatching(/4 turns · 1 tool · ~\d+ tokens · 1 problem$/)] },
      { what: 'actions', titles: expect.arrayContaining([preferredFix]) },
      ...samples.map(({ file }) => ({ what: 'written', file, modified: false })),
      { what: 'written half-way', modified: false },
      { what: 'not ours', list: [] },
      { what: 'converted and undone', same: true },
      { what: 'stopped' },
    ]);
  });

  test('a save while an id is typed changes nothing else', () => {
    expect(home.read(typing.file)).toBe(halfTyped);
  });

  test.each(samples)('$file is fixed on disk', ({ file, text }) => {
    expect(home.read(file)).toBe(mended(file, file === 'cut.json' ? text : edited(text)));
  });
});
