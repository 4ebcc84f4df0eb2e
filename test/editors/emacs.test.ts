import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recipe } from './recipes';
import { edited, halfTyped, mended, samples, typing } from './samples';
import { describeEditor, type EditorId, makeHome, notOurs, preferredFix, rule, runEditor } from './support';

/** `shown`: how the mode words a problem. */
function testEmacs(editor: EditorId, blocks: readonly string[], shown: RegExp): void {
  describeEditor(editor, (program) => {
    const home = makeHome([...samples, typing, { file: 'package.json', text: notOurs }]);
    home.write('.emacs.d/init.el', recipe(...blocks));
    const init = join(home.folder, '.emacs.d', 'init.el');
    // In batch Emacs leaves out what it does at its start: installed packages, then init.el.
    const args = ['--batch', '-f', 'package-activate-all', '-l', init, '-l', join(import.meta.dirname, 'emacs.el')];

    test('the recipe: problems in every kind of file, quick fix, fixes on save', async () => {
      const seen = await runEditor(program, args, home);
      expect(seen).toEqual([
        ...samples.map(({ file, under }) => ({
          what: 'problems',
          file,
          list: [{ message: expect.stringMatching(shown), under }],
        })),
        { what: 'servers', count: 1 },
        { what: 'actions', titles: expect.arrayContaining([preferredFix]) },
        ...samples.map(({ file }) => ({ what: 'written', file, modified: false })),
        { what: 'written half-way', modified: false },
        { what: 'not ours', list: [] },
        { what: 'done' },
      ]);
    });

    test('a save while an id is typed changes nothing else', () => {
      expect(home.read(typing.file)).toBe(halfTyped);
    });

    test.each(samples)('$file is fixed on disk', ({ file, text }) => {
      expect(home.read(file)).toBe(mended(file, file === 'cut.json' ? text : edited(text)));
    });
  });
}

testEmacs('emacs', ['emacs-eglot', 'emacs-eglot-on-save'], new RegExp(`${rule}.*"call_1"`, 's'));
testEmacs('emacs-lsp-mode', ['emacs-lsp-mode', 'emacs-lsp-mode-on-save'], /"call_1"/);
