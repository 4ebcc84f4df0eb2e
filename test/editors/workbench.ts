// VS Code in a browser, with the packaged extension, handled as a person handles it: keyboard, mouse, eyes.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { installExtension, startVscodeServer } from '../../scripts/vscodeServer.mjs';

const SHOTS = join(import.meta.dirname, 'shots');

/** A page that shows VS Code with a folder open, and how to end it all. */
export interface Workbench {
  readonly page: Page;
  readonly profile: string;
  readonly close: () => Promise<void>;
}

/** Installs the package into a fresh profile, starts VS Code and opens the folder in a browser. */
export async function openWorkbench(
  browser: string,
  vsix: string,
  folder: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Workbench> {
  const profile = mkdtempSync(join(tmpdir(), 'transcript-lint-vscode-'));
  installExtension(profile, vsix);
  const token = randomBytes(16).toString('hex');
  const settings = { 'editor.minimap.enabled': false, 'files.autoSave': 'off', ...more };
  const vscode = await startVscodeServer({ profile, token, settings });
  let context: BrowserContext | undefined;
  const close = async (): Promise<void> => {
    await context?.close();
    await vscode.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    context = await launchBrowser(browser, join(profile, 'chromium'));
    const page = await context.newPage();
    await page.goto(vscode.address(folder));
    await page.locator('.monaco-workbench .explorer-folders-view').waitFor({ timeout: 60_000 });
    return { page, profile, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Saves what the window shows now. */
export async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}

/** Opens a file of the workspace and waits for its text. */
export async function openFile(page: Page, file: string): Promise<void> {
  const name = basename(file);
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).dblclick();
  await page.locator('.tab.active', { hasText: name }).waitFor();
  await page.locator('.editor-instance .view-line').first().waitFor();
}

/** The entries of the Problems panel, which is opened when it is not. */
export async function problems(page: Page): Promise<Locator> {
  const panel = page.locator('.markers-panel');
  if (!(await panel.isVisible())) await page.locator('.part.statusbar [id="status.problems"]').click();
  await panel.waitFor();
  return panel.locator('.monaco-list-row');
}

/** What the Problems panel says, an entry a line. */
export async function problemTexts(page: Page): Promise<string> {
  const texts = await (await problems(page)).allInnerTexts();
  return texts.map((text) => text.replaceAll(/\s+/g, ' ')).join('\n');
}

/** The light bulb's menu at the text cursor. */
export async function openQuickFixes(page: Page): Promise<Locator> {
  const bulb = '.editor-instance .lightBulbWidget, .editor-instance [class*="codicon-gutter-lightbulb"]';
  await page.locator(bulb).first().waitFor();
  const entries = page.locator('.action-widget .monaco-list-row.action');
  await untilShown(entries.first(), () => page.keyboard.press('Control+.'));
  return entries;
}

/** Chooses an entry of the open menu with the keyboard: older workbenches lay a pointer block over it. */
export async function chooseEntry(page: Page, entry: Locator): Promise<void> {
  for (let step = 0; step < 20; step++) {
    if (/\bfocused\b/.test((await entry.getAttribute('class')) ?? '')) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
}

/** Runs a command from the palette by its title. */
export async function runCommand(page: Page, title: string): Promise<void> {
  const input = page.locator('.quick-input-widget .quick-input-box input');
  const entry = page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first();
  // The palette lists what could be done when it was opened; a file that was opened a moment ago may not have counted yet.
  await untilShown(entry, async () => {
    if (await input.isVisible()) await page.keyboard.press('Escape');
    await untilShown(input, () => page.keyboard.press('F1'));
    await input.fill(`>${title}`);
  });
  await entry.click();
}

/** A late layout change can take the focus and close a widget again, so a person would press the key once more. */
async function untilShown(target: Locator, act: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await act();
    try {
      await target.waitFor({ timeout: 4000 });
      return;
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

async function launchBrowser(executablePath: string, profile: string): Promise<BrowserContext> {
  const args = [
    '--no-sandbox', // Chromium refuses its sandbox to root, which CI machines often are
    ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
    ...['--disable-background-networking', '--disable-component-update'],
  ];
  const viewport = { width: 1280, height: 800 };
  const context = await chromium.launchPersistentContext(profile, { executablePath, headless: true, viewport, args });
  await context.route(
    ({ hostname }) => hostname !== '127.0.0.1' && hostname !== 'localhost',
    (route) => route.abort(),
  );
  context.setDefaultTimeout(20_000);
  return context;
}
