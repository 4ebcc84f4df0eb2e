// Typing a tool result into a real VS Code with fix on save on, saving half-way: nothing that was typed may go, nothing be made up.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installVscodeServer } from '../../scripts/vscodeServer.mjs';
import { describeEditor, makeWorkspace, root } from './support';
import { openFile, openWorkbench, shoot, type Workbench } from './workbench';

/** Each key as it is typed: no quote or brace comes by itself, which is the hardest case. */
const SETTINGS = {
  'editor.autoClosingBrackets': 'never',
  'editor.autoClosingQuotes': 'never',
  'editor.quickSuggestions': { strings: 'off', other: 'off' },
  'editor.suggestOnTriggerCharacters': false,
  'editor.codeActionsOnSave': { 'source.fixAll.transcript-lint': 'always' },
};

/** Where a save comes: the id half typed, a text half typed, the entry whole and its comma missing. */
const TYPED = [
  '{ "role": "tool", "tool_call_id": "call_',
  'w1", "content": "Rain, se',
  'ven degrees." }',
  ',',
] as const;

const STUB = 'Tool call was interrupted; no result.';

describeEditor('vscode', (browser) => {
  const workspace = makeWorkspace();
  const byHand = join(workspace.folder, 'by-hand.json');
  const byItself = join(workspace.folder, 'by-itself.json');
  const rested = join(workspace.folder, 'rested.json');
  const open: Workbench[] = [];

  beforeAll(() => {
    for (const file of [byHand, byItself, rested]) writeFileSync(file, history(''));
    installVscodeServer();
  });
  afterAll(async () => {
    for (const one of open) await one.close();
  });

  async function start(settings: object): Promise<Workbench> {
    const workbench = await openWorkbench(browser, packagedExtension(), workspace.folder, { ...SETTINGS, ...settings });
    open.push(workbench);
    return workbench;
  }

  test('a save half-way takes nothing away and makes nothing up', async () => {
    const { page } = await start({});
    await openFile(page, byHand);
    await page.locator('.editor-instance .squiggly-error').first().waitFor();
    await newLineBehindCall(page);
    let typed = '';
    for (const part of TYPED) {
      await page.keyboard.type(part, { delay: 15 });
      typed += part;
      await page.keyboard.press('Control+S');
      await expect.poll(() => readFileSync(byHand, 'utf8')).toContain(typed);
      expect(readFileSync(byHand, 'utf8')).not.toContain(STUB);
    }
    await page.locator('.editor-instance .squiggly-error').waitFor({ state: 'detached' });
    await shoot(page, '20-typed');
    expect(readFileSync(byHand, 'utf8')).toBe(history(`  ${typed}\n`));
  });

  test('what nobody is typing in is still fixed on save', async () => {
    const { page } = open[0] ?? (await start({}));
    await openFile(page, rested);
    await page.locator('.editor-instance .squiggly-error').first().waitFor();
    await page.locator('.editor-instance .view-line', { hasText: 'Oslo' }).first().click();
    await page.keyboard.press('End');
    await page.keyboard.type(' ');
    await page.waitForTimeout(2500); // as long as the entry edited last is left alone
    await page.keyboard.press('Control+S');
    await expect.poll(() => readFileSync(rested, 'utf8')).toContain(STUB);
  });

  test('nor does Auto Save, which nobody asks for', async () => {
    const { page } = await start({ 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 200 });
    await openFile(page, byItself);
    await page.locator('.editor-instance .squiggly-error').first().waitFor();
    await newLineBehindCall(page);
    let typed = '';
    for (const part of TYPED) {
      await page.keyboard.type(part, { delay: 15 });
      typed += part;
      await expect.poll(() => readFileSync(byItself, 'utf8')).toContain(typed); // saved by itself
      expect(readFileSync(byItself, 'utf8')).not.toContain(STUB);
    }
    await page.locator('.editor-instance .squiggly-error').waitFor({ state: 'detached' });
    expect(readFileSync(byItself, 'utf8')).toBe(history(`  ${typed}\n`));
  });
});

async function newLineBehindCall(page: Workbench['page']): Promise<void> {
  await page.locator('.editor-instance .view-line', { hasText: 'call_w1' }).first().click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
}

/** A call and the turn behind it, with or without a line between the two. */
function history(line: string): string {
  return `[
  { "role": "user", "content": "Rain in Oslo?" },
  { "role": "assistant", "content": null, "tool_calls": [{ "id": "call_w1", "type": "function", "function": { "name": "weather", "arguments": "{}" } }] },
${line}  { "role": "user", "content": "And tomorrow?" }
]
`;
}

function packagedExtension(): string {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return join(root, `${name}-${version}.vsix`);
}
