// The editors that the tests drive, where they are on this machine.
import { spawnSync } from 'node:child_process';
import { findProgram } from './run.mjs';

const CHROMIUM = [
  ...(process.env.CHROMIUM === undefined ? [] : [process.env.CHROMIUM]),
  'chromium',
  'chromium-browser',
  'google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Debian's Emacs finds the packages of Debian by itself (not with `-Q`); Emacs 29 has eglot built in. */
const HAS_EGLOT = '(unless (locate-library "eglot") (kill-emacs 1))';
const HAS_LSP_MODE = '(unless (locate-library "lsp-mode") (kill-emacs 1))';

/** ALE is looked for as the recipe of docs/editors.md loads it. */
const HAS_ALE = ['-c', 'silent! packadd ale', '-c', 'if exists(":ALEInfo") | qall! | else | cquit 1 | endif'];

/**
 * Every editor of the real-editor tests, with its program when it is here. VS Code itself comes from npm and needs a browser.
 * @typedef {'vscode' | 'neovim' | 'emacs' | 'emacs-lsp-mode' | 'vim'} EditorId
 * @typedef {{ id: EditorId, name: string, needs: string, program: string | undefined }} Editor
 * @returns {Editor[]}
 */
export function findEditors() {
  const emacs = findProgram(['emacs']);
  return [
    { id: 'vscode', name: 'VS Code in Chromium', needs: 'chromium', program: findProgram(CHROMIUM) },
    { id: 'neovim', name: 'Neovim', needs: 'neovim', program: findProgram(['nvim']) },
    {
      id: 'emacs',
      name: 'Emacs with eglot',
      needs: 'emacs-nox elpa-eglot',
      program: provided(emacs, ['--batch', '--eval', HAS_EGLOT]),
    },
    {
      id: 'emacs-lsp-mode',
      name: 'Emacs with lsp-mode',
      needs: 'emacs-nox elpa-lsp-mode',
      program: provided(emacs, ['--batch', '--eval', HAS_LSP_MODE]),
    },
    {
      id: 'vim',
      name: 'Vim with ALE',
      needs: 'vim-nox vim-ale',
      program: provided(findProgram(['vim']), ['-N', '-u', 'NONE', '-i', 'NONE', '-es', ...HAS_ALE]),
    },
  ];
}

/**
 * The program, where it answers the question for its package with exit code 0.
 * @param {string | undefined} program
 * @param {readonly string[]} args
 */
function provided(program, args) {
  if (program === undefined) return undefined;
  const { status } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'ignore'], timeout: 20_000 });
  return status === 0 ? program : undefined;
}
