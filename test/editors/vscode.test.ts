import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { installVscodeServer } from '../../scripts/vscodeServer.mjs';
import {
  broken,
  callLine,
  describeEditor,
  fixed,
  makeWorkspace,
  notOurs,
  preferredFix,
  root,
  rule,
  source,
} from './support';
import {
  chooseEntry,
  openFile,
  openQuickFixes,
  openWorkbench,
  problems,
  problemTexts,
  runCommand,
  shoot,
  type Workbench,
} from './workbench';

describeEditor('vscode', (browser) => {
  const workspace = makeWorkspace();
  const acl = join(workspace.folder, 'acl.json');
  const toNormalize = join(workspace.folder, 'normalize-me.json');
  const toTrim = join(workspace.folder, 'trim-me.json');
  let workbench: Workbench;

  beforeAll(async () => {
    writeFileSync(acl, notOurs.replace('{', '{\n  "name": "shadowed",'));
    writeFileSync(toNormalize, broken);
    writeFileSync(toTrim, history(0));
    installVscodeServer();
    workbench = await openWorkbench(browser, packagedExtension(), workspace.folder, {
      'transcriptLint.window.budget': 60,
    });
  });
  afterAll(async () => workbench?.close());
  beforeEach(async () => workbench.page.keyboard.press('Escape')); // what the test before left open
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await shoot(workbench.page, `failed-${task.name.replaceAll(/\W+/g, '-')}`);
  });

  test('sleeps on JSON that is not a transcript', async () => {
    const { page, profile } = workbench;
    await openFile(page, workspace.manifest);
    await openFile(page, acl);
    const rows = await problems(page);
    await rows.filter({ hasText: 'Duplicate object key' }).first().waitFor(); // VS Code's own JSON support has answered
    await page.waitForTimeout(1000); // ours would have by now: on a transcript it needs a fifth of that
    expect(await problemTexts(page)).not.toContain(source);
    expect(languageServers(profile)).toEqual([]);
    await runCommand(page, 'View: Close All Editors');
  });

  test('squiggle, Problems entry, hover', async () => {
    const { page, profile } = workbench;
    await openFile(page, workspace.transcript);
    const squiggle = page.locator('.editor-instance .squiggly-error');
    await squiggle.first().waitFor();
    expect(await squiggle.count()).toBe(1);
    if (process.platform === 'linux') expect(languageServers(profile)).toHaveLength(1);

    await (await problems(page)).filter({ hasText: source }).first().waitFor();
    const ours = (await problemTexts(page)).split('\n').filter((text) => text.includes(source));
    expect(ours).toEqual([expect.stringMatching(`"call_1".*${source}.*${rule}.*Ln ${callLine + 1},`)]);

    await page.locator('.editor-instance .view-line span', { hasText: 'call_1' }).last().hover();
    const hover = page.locator('.monaco-hover', { hasText: rule });
    await hover.first().waitFor();
    expect(await hover.first().textContent()).toContain('"call_1"');
    await shoot(page, '1-squiggle');
  });

  test('the preferred quick fix writes the synthetic result', async () => {
    const { page } = workbench;
    await page.locator('.editor-instance .view-line span', { hasText: 'call_1' }).last().click();
    const entries = await openQuickFixes(page);
    await shoot(page, '2-lightbulb');
    const titles = await entries.allInnerTexts();
    expect(titles[0]).toBe(preferredFix); // the preferred fix stands first
    await chooseEntry(page, entries.first());

    await page.locator('.editor-instance .view-line', { hasText: 'Tool call was interrupted; no result.' }).waitFor();
    await page.locator('.editor-instance .squiggly-error').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+S');
    await expect.poll(() => readFileSync(workspace.transcript, 'utf8')).toBe(fixed);
    await shoot(page, '3-fixed');
  });

  test('Normalize File from the palette', async () => {
    const { page } = workbench;
    await openFile(page, toNormalize);
    await page.locator('.editor-instance .squiggly-error').first().waitFor();
    await runCommand(page, 'Transcript: Normalize File');
    await page.locator('.editor-instance .view-line', { hasText: 'Tool call was interrupted; no result.' }).waitFor();
    await page.keyboard.press('Control+S');
    await expect.poll(() => readFileSync(toNormalize, 'utf8')).toBe(fixed);
  });

  test('lenses, the cut line, and Trim to Budget from the palette', async () => {
    const { page } = workbench;
    await openFile(page, toTrim);
    const lens = page.locator('.editor-instance .codelens-decoration');
    await lens.filter({ hasText: /^chat · 9 turns · ~\d+ tokens · no problems$/ }).waitFor();
    await lens.filter({ hasText: /^window of 60 tokens starts here · 6 turns above left out$/ }).waitFor();
    // The line of the entry itself, not of the one in front.
    const cut = page.locator('.editor-instance .view-overlays [class*="ced-"]');
    await cut.first().waitFor();
    expect(
      await cut
        .first()
        .evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).borderTopStyle),
    ).toBe('dashed');
    await shoot(page, '4-cut-line');

    await runCommand(page, 'Transcript: Trim to Budget');
    const input = page.locator('.quick-input-widget .quick-input-box input');
    await expect.poll(() => input.inputValue()).toBe('60'); // as configured
    await input.fill('none');
    await page.locator('.quick-input-widget', { hasText: 'A whole number, 1 or more' }).waitFor();
    await input.fill('60');
    await page.keyboard.press('Enter');
    const choice = page.locator('.quick-input-list .monaco-list-row', { hasText: 'drops 6 of 9 turns' });
    await choice.first().waitFor();
    await shoot(page, '5-trim-choices');
    await choice.first().click();
    await page.locator('.editor-instance .view-line', { hasText: 'Question 1' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+S');
    await expect.poll(() => readFileSync(toTrim, 'utf8')).toBe(history(6));
    await page.keyboard.press('Control+Z'); // one step takes it all back
    await page.locator('.editor-instance .view-line', { hasText: 'Question 1' }).waitFor();
    await page.keyboard.press('Control+S');
    await expect.poll(() => readFileSync(toTrim, 'utf8')).toBe(history(0));
  });
});

/** Nine entries, an answer to each question but the last; those before `from` are left out. */
function history(from: number): string {
  const entries = Array.from({ length: 9 }, (_, i) =>
    i % 2 === 0
      ? `  { "role": "user", "content": "Question ${i / 2 + 1}: is it going to rain in Oslo today?" }`
      : '  { "role": "assistant", "content": "Yes, from noon on; take an umbrella with you." }',
  );
  return `[\n${entries.slice(from).join(',\n')}\n]\n`;
}

function packagedExtension(): string {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return join(root, `${name}-${version}.vsix`);
}

/** The language servers that run out of a profile's extensions folder. */
function languageServers(profile: string): readonly string[] {
  if (process.platform !== 'linux') return []; // only /proc tells without another program
  const processes = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  return processes.flatMap((pid) => {
    const command = commandOf(pid);
    return command.some((part) => part.startsWith(profile) && part.endsWith('server.cjs')) ? [command.join(' ')] : [];
  });
}

function commandOf(pid: string): readonly string[] {
  try {
    return readFileSync(join('/proc', pid, 'cmdline'), 'utf8').split('\0');
  } catch {
    return []; // ended while we looked
  }
}
