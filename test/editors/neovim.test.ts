import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callLine, describeEditor, fixed, makeWorkspace, preferredFix, rule, runEditor, source } from './support';

describeEditor('neovim', (program) => {
  const workspace = makeWorkspace();

  test('diagnostic, quick fix, written file', async () => {
    const script = join(import.meta.dirname, 'neovim.lua');
    const args = ['--headless', '-u', 'NONE', '-i', 'NONE', '-n', '-S', script];
    const seen = await runEditor(program, args, workspace);
    expect(seen).toEqual([
      {
        what: 'diagnostics',
        list: [{ source, code: rule, line: callLine, message: expect.stringContaining('"call_1"') }],
      },
      { what: 'lenses', titles: [expect.stringMatching(/^chat · 4 turns · 1 tool · ~\d+ tokens · 1 problem$/)] },
      { what: 'actions', titles: expect.arrayContaining([preferredFix]) },
      { what: 'not ours', list: [] },
      { what: 'converted and undone', same: true },
      { what: 'stopped' },
    ]);
    expect(readFileSync(workspace.transcript, 'utf8')).toBe(fixed);
  });
});
