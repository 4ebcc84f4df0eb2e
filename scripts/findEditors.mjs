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

/** Debian's eglot lies in a folder that `emacs -Q` does not search; Emacs 29 has its own. */
const HAS_EGLOT = `(unless (or (locate-library "eglot")
  (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa/eglot*/eglot.el")) (kill-emacs 1))`;

/**
 * Every editor of the real-editor tests, with its program when it is here. VS Code itself comes from npm and needs a browser.
 * @typedef {{ id: 'vscode' | 'neovim' | 'emacs', name: string, needs: string, program: string | undefined }} Editor
 * @returns {Editor[]}
 */
export function findEditors() {
  return [
    { id: 'vscode', name: 'VS Code in Chromium', needs: 'chromium', program: findProgram(CHROMIUM) },
    { id: 'neovim', name: 'Neovim', needs: 'neovim', program: findProgram(['nvim']) },
    { id: 'emacs', name: 'Emacs with eglot', needs: 'emacs-nox elpa-eglot', program: emacsWithEglot() },
  ];
}

function emacsWithEglot() {
  const emacs = findProgram(['emacs']);
  if (emacs === undefined) return undefined;
  return spawnSync(emacs, ['-Q', '--batch', '--eval', HAS_EGLOT]).status === 0 ? emacs : undefined;
}
