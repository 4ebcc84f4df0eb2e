// The page that `replay --html` writes, in a real browser: its figures, its contrast, what a screen reader gets of it.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReplayReport } from '../../server/src/core/index';
import { cli } from '../cli/cli';
import { describeEditor, root } from './support';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const samples = join(root, 'fixtures', 'windows');

/** What a path may hold that markup would take for its own. */
const HOSTILE = '<img src=x onerror=alert(1)>&quot;';

describeEditor('vscode', (program) => {
  let browser: Browser;
  let folder: string;
  let report: ReplayReport;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'transcript-lint-page-'));
    const run = (...argv: string[]) => cli(['replay', '.', ...argv], { cwd: samples });
    const before = await run('--last', '20', '--json');
    const baseline = join(folder, 'before.json');
    writeFileSync(baseline, before.stdout);
    const found = await run('--last', '8', '--json', '--baseline', baseline, '--html', join(folder, 'compared.html'));
    report = JSON.parse(found.stdout);
    await run('--budget', '800', '--html', join(folder, 'clean.html'));
    const hostile = join(folder, 'hostile');
    mkdirSync(hostile);
    const calendar = readFileSync(join(samples, 'calendar.json'), 'utf8').replaceAll('"c1"', JSON.stringify(HOSTILE));
    writeFileSync(join(hostile, 'a.json'), calendar);
    await cli(['replay', '.', '--last', '4', '--html', join(folder, 'hostile.html')], { cwd: hostile });
    const doubtful = join(folder, 'doubtful');
    mkdirSync(doubtful);
    const orphan = '{"role":"tool","tool_call_id":"c9","content":"r"}';
    writeFileSync(join(doubtful, 'a.json'), `[{"role":"user","content":"a"},${orphan},{"role":"user","content":"b"}]`);
    writeFileSync(join(doubtful, 'b.json'), '[{"role":"user","content":"a"},{"role":"assistant","content":"b');
    await cli(['replay', '.', '--budget', '800', '--html', join(folder, 'doubtful.html')], { cwd: doubtful });
    browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(name: string, colorScheme: 'light' | 'dark', width = 1100): Promise<Page> {
    // The page itself forbids scripts; the checker has to get in all the same.
    const page = await browser.newPage({ colorScheme, bypassCSP: true, viewport: { width, height: 900 } });
    await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
    return page;
  }

  test('its figures are those of the report', async () => {
    const page = await open('compared', 'light');
    const text = await page.locator('body').textContent();
    expect(await page.title()).toBe('130 of 291 windows break (44.7 %) under "last 8".');
    expect(text).toContain('112 of 217 windows');
    expect(text).toContain('18 of 74 windows');
    for (const { rule, prefixes, conversations } of report.rules) {
      expect(text).toContain(rule);
      expect(text).toContain(`${prefixes} windows in ${conversations} conversations`);
    }
    expect(text).toMatch(/Anthropic says: messages\.0\.content\.0: unexpected `tool_use_id` found/);
    expect(await page.locator('table.failures tbody tr').count()).toBe(report.failures.length);
    expect(text).toMatch(/failure rate\s*worse\s*13\.7 % → 44\.7 %/);
    // Every window is in the plot, and in the table behind it.
    await page.locator('summary').first().click();
    for (const id of ['dropped', 'tokens']) {
      const cells = await page.locator(`section[aria-labelledby=${id}] tbody tr td:nth-child(2)`).allTextContents();
      expect(cells.reduce((sum, cell) => sum + Number(cell.replaceAll(',', '')), 0)).toBe(291);
      const bars = page.locator(`section[aria-labelledby=${id}] svg rect.now`);
      expect(await bars.count()).toBe(cells.length);
      expect(await page.locator(`section[aria-labelledby=${id}] svg rect.before`).count()).toBeGreaterThan(1);
      const name = await page.locator(`section[aria-labelledby=${id}] svg`).getAttribute('aria-labelledby');
      expect(await page.locator(`[id="${name}"]`).textContent()).toMatch(/291 windows; Mean/);
    }
    await page.close();
  });

  test.each([
    ['compared', 'light'],
    ['compared', 'dark'],
    ['clean', 'light'],
    ['clean', 'dark'],
    ['doubtful', 'light'],
    ['doubtful', 'dark'],
  ] as const)('everybody can read it: %s, %s', async (name, scheme) => {
    const page = await open(name, scheme);
    await page.evaluate(axe);
    for (const summary of await page.locator('summary').all()) await summary.click();
    const results = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResults;
    const found = results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(found).toEqual([]);
    expect(results.passes.map(({ id }) => id)).toContain('color-contrast');
    const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(background).toBe(scheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(20, 23, 26)');
    await page.close();
  });

  test('what is wrong with the conversations themselves is a link away', async () => {
    const page = await open('doubtful', 'dark');
    expect(await page.locator('h1.plain').count()).toBe(1);
    const [first, second] = await page.locator('p.warn').allTextContents();
    expect(first).toMatch(/^2 prefixes would be refused/);
    expect(second).toMatch(/^Not checked: syntax error at line 1/);
    await page.locator('p.warn a').first().click();
    expect(await page.evaluate('location.hash')).toBe('#input');
    await page.close();
  });

  test('it fits a narrow window: nothing but tables scrolls sideways', async () => {
    const page = await open('compared', 'light', 360);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await page.close();
  });

  test('it asks for nothing, runs nothing, and takes no text for markup', async () => {
    const html = readFileSync(join(folder, 'hostile.html'), 'utf8');
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/<script|<img|<link|https?:|url\(/i);
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('dialog', (dialog) => asked.push(dialog.message()));
    const address = pathToFileURL(join(folder, 'hostile.html')).href;
    await page.goto(address);
    expect(await page.locator('body').textContent()).toContain(HOSTILE);
    expect(await page.locator('img').count()).toBe(0);
    expect(asked).toEqual([address]);
    await page.close();
  });
});
