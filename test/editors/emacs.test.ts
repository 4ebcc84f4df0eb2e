import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callLine, describeEditor, fixed, makeWorkspace, preferredFix, rule, runEditor, source } from './support';

describeEditor('emacs', (program) => {
  const workspace = makeWorkspace();

  test('diagnostic, quick fix, saved file', async () => {
    const script = join(import.meta.dirname, 'emacs.el');
    const seen = await runEditor(program, ['-Q', '--batch', '-l', script], workspace);
    const told = new RegExp(`${source}.*${rule}.*"call_1"`, 's'); // eglot puts source and code before the message
    expect(seen).toEqual([
      { what: 'diagnostics', list: [{ line: callLine, message: expect.stringMatching(told) }] },
      { what: 'actions', titles: expect.arrayContaining([preferredFix]), preferred: preferredFix },
      { what: 'not ours', list: [] },
      { what: 'stopped' },
    ]);
    expect(readFileSync(workspace.transcript, 'utf8')).toBe(fixed);
  });
});
