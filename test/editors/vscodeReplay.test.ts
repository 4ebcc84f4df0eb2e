// Replay Windows… in a real VS Code: asked, run, read, and gone to the place.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { installVscodeServer } from '../../scripts/vscodeServer.mjs';
import { describeEditor, makeWorkspace, root } from './support';
import { openFile, openWorkbench, runCommand, shoot, type Workbench } from './workbench';

describeEditor('vscode', (browser) => {
  const workspace = makeWorkspace();
  const toReplay = join(workspace.folder, 'replay-me.json');
  let workbench: Workbench;

  beforeAll(async () => {
    writeFileSync(toReplay, exchanges(3));
    mkdirSync(join(workspace.folder, 'node_modules'));
    writeFileSync(join(workspace.folder, 'node_modules', 'history.json'), exchanges(9));
    installVscodeServer();
    const settings = { 'transcriptLint.window.budget': 60, 'workbench.colorTheme': 'Default Dark Modern' };
    workbench = await openWorkbench(browser, packagedExtension(), workspace.folder, settings);
  });
  afterAll(async () => workbench?.close());
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await shoot(workbench.page, `failed-${task.name.replaceAll(/\W+/g, '-')}`);
  });

  test('the open file: the report, and the way to a failure', async () => {
    const { page } = workbench;
    await openFile(page, toReplay);
    await page
      .locator('.editor-instance .codelens-decoration', { hasText: /^OpenAI chat → openai · 12 turns/ })
      .waitFor();
    await runCommand(page, 'Transcript: Replay Windows');
    const row = (text: string) => page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
    await row('This file').click();
    await row('As configured').waitFor();
    expect(await row('As configured').textContent()).toContain('60 tokens');
    await shoot(page, '8-replay-choices');
    await row('The last entries').click();
    const input = page.locator('.quick-input-widget .quick-input-box input');
    await expect.poll(() => input.inputValue()).toBe('8');
    await input.fill('3');
    await page.keyboard.press('Enter');
    const told = page.locator('.notification-toast', { hasText: /of 12 windows break/ });
    await told.waitFor();
    await page.locator('.tab.active', { hasText: 'Replayed Windows' }).waitFor();
    await expect.poll(() => headlines(page), { timeout: 20_000 }).toMatch(/of 12 windows break .* under "last 3"\./);
    await shoot(page, '9-replay-report');

    await told.locator('.monaco-button', { hasText: 'Go to a Failure' }).click();
    await row('orphan-result').waitFor();
    await shoot(page, '10-replay-failures');
    await row('orphan-result').click();
    // Its window starts at the first result, whose call is left out.
    const line = exchanges(3)
      .split('\n')
      .findIndex((text) => text.includes('"tool"'));
    await page.locator('.statusbar-item', { hasText: `Ln ${line + 1}, Col` }).waitFor();
  });

  test('the workspace: every transcript in it', async () => {
    const { page } = workbench;
    await runCommand(page, 'View: Close All Editors');
    await runCommand(page, 'Transcript: Replay Windows'); // with no transcript in front only the workspace can be meant
    const row = (text: string) => page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
    await row('The last entries').click();
    const input = page.locator('.quick-input-widget .quick-input-box input');
    await expect.poll(() => input.inputValue()).toBe('3'); // as asked for before
    await page.keyboard.press('Enter');
    // Both transcripts; package.json is none, node_modules is nobody's.
    await page.locator('.notification-toast', { hasText: /of 15 windows break .*, in 2 files\./ }).waitFor();
    await expect.poll(() => headlines(page), { timeout: 20_000 }).toContain('of 15 windows break');
    await runCommand(page, 'Transcript: Go to a Failure of the Replay');
    await row('orphan-result').waitFor();
    await page.keyboard.press('Escape');
  });

  test('as configured nothing breaks, and the same panel says so', async () => {
    const { page } = workbench;
    await openFile(page, toReplay);
    await runCommand(page, 'Transcript: Replay Windows');
    const row = (text: string) => page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
    await row('This file').click();
    await row('As configured').click();
    await page.locator('.notification-toast', { hasText: 'None of 12 windows breaks, in 1 file.' }).waitFor();
    await expect
      .poll(() => headlines(page), { timeout: 20_000 })
      .toContain('None of 12 windows breaks under "budget 60".');
    expect(await page.locator('.tab', { hasText: 'Replayed Windows' }).count()).toBe(1);
  });
});

/** What the pages inside the window have for a headline. */
async function headlines(page: Workbench['page']): Promise<string> {
  const texts = page.frames().map((frame) =>
    frame
      .locator('h1')
      .allInnerTexts()
      .catch(() => []),
  );
  return (await Promise.all(texts)).flat().join('\n');
}

/** Questions that are each answered with a tool. */
function exchanges(count: number): string {
  const entries = Array.from({ length: count }, (_, i) => [
    { role: 'user', content: `Rain on day ${i}?` },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `c${i}`, type: 'function', function: { name: 'weather', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: `c${i}`, content: 'Rain.' },
    { role: 'assistant', content: 'Yes.' },
  ]);
  const lines = entries.flat().map((entry) => `  ${JSON.stringify(entry)}`);
  return `[\n${lines.join(',\n')}\n]\n`;
}

function packagedExtension(): string {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return join(root, `${name}-${version}.vsix`);
}
