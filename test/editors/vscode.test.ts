import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
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
  const rows = join(workspace.folder, 'rows.jsonl');
  const halfTyped = join(workspace.folder, 'half-typed.json');
  const toTrim = join(workspace.folder, 'trim-me.json');
  const toConvert = join(workspace.folder, 'convert-me.json');
  const refused = join(workspace.folder, 'new-call.json');
  const session = join(workspace.folder, 'session.jsonl');
  let workbench: Workbench;

  beforeAll(async () => {
    writeFileSync(acl, notOurs.replace('{', '{\n  "name": "shadowed",'));
    writeFileSync(toNormalize, lossy);
    writeFileSync(rows, rowsText);
    writeFileSync(
      halfTyped,
      '[\n  { "role": "user", "content": "Oslo?" },\n  { "role": "assistant", "content": "Ra\n]\n',
    );
    writeFileSync(toTrim, history(0));
    writeFileSync(toConvert, chat('Oslo?'));
    writeFileSync(refused, newCall);
    writeFileSync(session, log);
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

  test('Normalize File shows what it does, then a diff, then makes one edit that undo takes back', async () => {
    const { page } = workbench;
    await openFile(page, toNormalize);
    await page.locator('.editor-instance .squiggly-error').first().waitFor();
    const row = (text: string | RegExp) =>
      page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
    const widget = page.locator('.quick-input-widget');
    await runCommand(page, 'Transcript: Normalize File');
    await widget.filter({ hasText: 'normalize-me.json · Normalize: 1 drop, 1 insertion' }).waitFor();
    // The loss is there in its own words, with the place, before anything has changed.
    await row('The forecast says rain').waitFor();
    expect(await row('The forecast says rain').textContent()).toMatch(/orphan-result.*line \d+/);
    await row('Tool call was interrupted; no result.').waitFor();
    expect(readFileSync(toNormalize, 'utf8')).toBe(lossy);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.locator('.editor-instance .view-overlays [class*="ced-"]').first().waitFor(); // the place is lit up
    await shoot(page, '4-normalize-losses');

    await row('Show Changes').click();
    await page.locator('.tab.active', { hasText: 'as it is ↔ normalized' }).waitFor();
    await page.locator('.monaco-diff-editor .view-line', { hasText: 'Tool call was interrupted' }).waitFor();
    await shoot(page, '5-normalize-diff');
    const asked = page.locator('.notification-toast', { hasText: 'Normalize: 1 drop, 1 insertion.' });
    await asked.locator('.monaco-button', { hasText: 'Apply' }).click();
    const told = page.locator('.notification-toast', { hasText: 'Normalized: 1 drop, 1 insertion.' });
    await told.waitFor();
    await page.locator('.tab.active', { hasText: 'normalize-me.json' }).waitFor();
    await page.locator('.editor-instance .view-line', { hasText: 'Tool call was interrupted; no result.' }).waitFor();
    await shoot(page, '6-normalized');
    await told.locator('.monaco-button', { hasText: 'Undo' }).click();
    await page.locator('.editor-instance .view-line', { hasText: 'The forecast says rain' }).waitFor();

    // From its lens: the same list, and Apply at once.
    await page.locator('.codelens-decoration a', { hasText: 'Normalize (1 drop' }).click();
    await row('The forecast says rain').waitFor();
    await row('Apply').click();
    await told.waitFor();
    await page.keyboard.press('Control+S');
    await expect.poll(() => readFileSync(toNormalize, 'utf8')).toBe(fixed);
  });

  test('lenses: JSON Lines in one line, and what was not checked', async () => {
    const { page } = workbench;
    await openFile(page, rows);
    const lens = page.locator('.editor-instance .codelens-decoration');
    await lens.filter({ hasText: /^4 rows · 3 chat, 1 broken · 2 problems in 2 rows · next$/ }).waitFor();
    await lens.filter({ hasText: 'not checked: syntax error at line 3' }).waitFor();
    await shoot(page, '7-rows');
    await lens
      .filter({ hasText: / next$/ })
      .locator('a')
      .click();
    await page.locator('.part.statusbar', { hasText: 'Ln 2, Col' }).waitFor();
    await page.locator('.part.statusbar', { hasText: '1 of 4 rows not checked' }).waitFor();

    await openFile(page, halfTyped);
    await lens.filter({ hasText: /^OpenAI chat → openai · .* · not checked: syntax error at line 3$/ }).waitFor();
    await page.locator('.part.statusbar', { hasText: 'not checked: syntax error at line 3' }).waitFor();
    await shoot(page, '8-not-checked');
    await runCommand(page, 'View: Close All Editors');
  });

  test('lenses, the cut line, and Trim to Budget from the palette', async () => {
    const { page } = workbench;
    await openFile(page, toTrim);
    const lens = page.locator('.editor-instance .codelens-decoration');
    await lens.filter({ hasText: /^OpenAI chat → openai · 9 turns · ~\d+ tokens · no problems$/ }).waitFor();
    await lens.filter({ hasText: /^window of 60 tokens starts here · 6 turns above left out$/ }).waitFor();
    // The line of the entry itself, not of the one in front.
    const cut = page.locator('.editor-instance .view-overlays [class*="ced-"]');
    await cut.first().waitFor();
    expect(
      await cut
        .first()
        .evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).borderTopStyle),
    ).toBe('dashed');
    await shoot(page, '9-cut-line');

    await runCommand(page, 'Transcript: Trim to Budget');
    const input = page.locator('.quick-input-widget .quick-input-box input');
    await expect.poll(() => input.inputValue()).toBe('60'); // as configured
    await input.fill('none');
    await page.locator('.quick-input-widget', { hasText: 'A whole number, 1 or more' }).waitFor();
    await input.fill('60');
    await page.keyboard.press('Enter');
    const choice = page.locator('.quick-input-list .monaco-list-row', { hasText: 'drops 6 of 9 turns' });
    await choice.first().waitFor();
    await shoot(page, '10-trim-choices');
    await choice.first().click();
    const going = page.locator('.quick-input-list .monaco-list-row', { hasText: 'Question 1' });
    await going.first().waitFor();
    await shoot(page, '11-trim-losses');
    await page
      .locator('.quick-input-list .monaco-list-row', { hasText: 'One edit; undo takes it back.' })
      .first()
      .click();
    await page.locator('.editor-instance .view-line', { hasText: 'Question 1' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+S');
    await expect.poll(() => readFileSync(toTrim, 'utf8')).toBe(history(6));
    await page.locator('.editor-instance .view-line').first().click();
    await page.keyboard.press('Control+Z'); // one step takes it all back
    await page.locator('.editor-instance .view-line', { hasText: 'Question 1' }).waitFor();
    await page.keyboard.press('Control+S');
    await expect.poll(() => readFileSync(toTrim, 'utf8')).toBe(history(0));
  });

  test('Preview As: beside the source, live, with what is lost marked until it is closed', async () => {
    const { page } = workbench;
    await runCommand(page, 'View: Close All Editors');
    await openFile(page, toConvert);
    await runCommand(page, 'Transcript: Preview As');
    const choice = page.locator('.quick-input-list .monaco-list-row', { hasText: /^Anthropic Messages/ });
    await choice.filter({ hasText: '1 fallback, 1 lost' }).waitFor();
    await shoot(page, '12-preview-choices');
    await choice.click();
    await page.locator('.tab', { hasText: 'convert-me.messages.json' }).waitFor();
    const group = page.locator('.editor-group-container');
    const [source, preview] = [group.nth(0), group.nth(1)];
    const lens = preview.locator('.codelens-decoration');
    await lens.filter({ hasText: /^convert-me\.json as Anthropic Messages · 1 fallback, 1 lost$/ }).waitFor();
    await preview.locator('.view-line', { hasText: '"tool_use"' }).waitFor();
    const labels = () => labelsBehind(source);
    await expect.poll(labels).toEqual([`Lost: the message's "name" has no equal`, 'This input becomes {}: no JSON']);
    await source.locator('.view-line span', { hasText: 'ann' }).last().hover();
    await page.locator('.monaco-hover', { hasText: `Lost: the message's "name" has no equal` }).first().waitFor();
    await shoot(page, '13-preview');
    await page.keyboard.press('Escape');

    // A key in the source shows in the preview; a text that does not parse is told, and is no reason to look away.
    await source.locator('.view-line span', { hasText: 'Oslo?' }).last().dblclick();
    await page.keyboard.type('Bergen');
    await preview.locator('.view-line', { hasText: 'Bergen' }).waitFor();
    await page.keyboard.press('Enter');
    await lens
      .filter({ hasText: /^Not as it is now: convert-me\.json cannot be written as Anthropic Messages\./ })
      .waitFor();
    await shoot(page, '14-preview-broken');
    await page.keyboard.press('Control+Z');
    await lens.filter({ hasText: /^convert-me\.json as Anthropic Messages · 1 fallback, 1 lost$/ }).waitFor();
    await page.keyboard.press('Control+S');
    await expect.poll(() => readFileSync(toConvert, 'utf8')).toContain('Bergen');

    // Read-only; its lens tells all.
    await lens.locator('a').click();
    await page.locator('.tab.active', { hasText: 'convert-me.json as Anthropic Messages.txt' }).waitFor();
    await page.locator('.view-line', { hasText: 'Old inputs that were no JSON object' }).waitFor();
    await shoot(page, '14-preview-details');
    await runCommand(page, 'View: Close All Editors in Group');
    await expect.poll(labels).toEqual([]);
  });

  test('Convert To: one edit in place, and one undo', async () => {
    const { page } = workbench;
    await runCommand(page, 'View: Close All Editors');
    writeFileSync(toConvert, chat('Oslo?'));
    await openFile(page, toConvert);
    await page.locator('.codelens-decoration', { hasText: 'OpenAI chat → ' }).waitFor();
    await runCommand(page, 'Transcript: Convert To');
    const row = (text: string | RegExp) =>
      page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
    await row(/^Anthropic Messages/).click();
    await row('the message\'s "name" has no equal').waitFor();
    await shoot(page, '15-convert-losses');
    await row('Apply').click();
    const told = page.locator('.notification-toast', {
      hasText: 'Converted to Anthropic Messages: 1 fallback, 1 lost.',
    });
    await told.waitFor();
    await page.locator('.codelens-decoration', { hasText: 'Anthropic Messages → anthropic · ' }).waitFor();
    await shoot(page, '16-converted');
    await page.keyboard.press('Control+S');
    await expect.poll(() => JSON.parse(readFileSync(toConvert, 'utf8'))).toEqual(asMessages);
    expect(readFileSync(toConvert, 'utf8')).toMatch(/^\{\n {2}"max_tokens": 100,\n/); // what is the same stays as it was
    await page.keyboard.press('Control+Z');
    await page.keyboard.press('Control+S');
    await expect.poll(() => readFileSync(toConvert, 'utf8')).toBe(chat('Oslo?'));
    await told.locator('.monaco-button', { hasText: 'Show Details' }).click();
    await page.locator('.tab.active', { hasText: 'convert-me.json as Anthropic Messages.txt' }).waitFor();
  });

  test('Convert To says why it will not, and where', async () => {
    const { page } = workbench;
    await runCommand(page, 'View: Close All Editors');
    await openFile(page, refused);
    await page.locator('.codelens-decoration', { hasText: 'OpenAI chat → ' }).waitFor();
    await runCommand(page, 'Transcript: Convert To');
    const choice = page.locator('.quick-input-list .monaco-list-row', { hasText: /^Anthropic Messages/ });
    await choice.filter({ hasText: 'cannot be written' }).click();
    const told = page.locator('.notification-toast', { hasText: 'The arguments of the call "call_1" are no JSON' });
    await told.locator('.monaco-button', { hasText: 'Show' }).click();
    await page.locator('.part.statusbar', { hasText: /Ln 8, Col \d+ \(\d+ selected\)/ }).waitFor();
    expect(readFileSync(refused, 'utf8')).toBe(newCall);
  });

  test('a session log is previewed as the request that it makes', async () => {
    const { page } = workbench;
    await runCommand(page, 'View: Close All Editors');
    await openFile(page, session);
    await runCommand(page, 'Transcript: Preview As');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: /^Anthropic Messages/ }).click();
    await page.locator('.tab', { hasText: 'session.messages.json' }).waitFor();
    const preview = page.locator('.editor-group-container').nth(1);
    await preview
      .locator('.codelens-decoration', { hasText: 'session.jsonl as Anthropic Messages · nothing is lost' })
      .waitFor();
    await preview.locator('.view-line', { hasText: '"max_tokens": 4096' }).waitFor();
    await shoot(page, '17-session');
    await runCommand(page, 'View: Close All Editors');
  });
});

/** A result that answers no call, beside the call that none answers: normalizing drops the one and stands in for the other. */
const lossy = broken.replace(
  '  { "role": "user", "content": "And tomorrow?" }',
  (next) => `  { "role": "tool", "tool_call_id": "call_9", "content": "The forecast says rain." },\n${next}`,
);

const rowsText = [
  {
    messages: [
      { role: 'user', content: 'Oslo?' },
      { role: 'assistant', content: 'Rain.' },
    ],
  },
  {
    messages: [
      { role: 'user', content: 'Oslo?' },
      { role: 'tool', tool_call_id: 'call_9', content: 'Rain.' },
    ],
  },
  undefined,
  {
    messages: [
      { role: 'user', content: 'Bergen?' },
      { role: 'assistant', content: 'Rain.' },
    ],
  },
]
  .map((row) => (row === undefined ? '{"messages": [{"role": "user", "content": ' : JSON.stringify(row)))
  .map((row) => `${row}\n`)
  .join('');

/** One input that is no JSON, and a name that Messages has no place for. */
function chat(question: string): string {
  return `{
  "max_tokens": 100,
  "messages": [
    { "role": "user", "name": "ann",
      "content": "${question}" },
    { "role": "assistant",
      "tool_calls": [{
        "id": "call_1",
        "type": "function",
        "function": {
          "name": "weather",
          "arguments": "{\\"city" }
      }] },
    { "role": "tool",
      "tool_call_id": "call_1",
      "content": "Cut off." },
    { "role": "user", "content": "Again." }
  ]
}
`;
}

/** Nothing answers its call, so nobody may replace its input. */
const newCall = `[
  { "role": "user", "content": "Oslo?" },
  { "role": "assistant", "content": null, "tool_calls": [{
    "id": "call_1",
    "type": "function",
    "function": {
      "name": "weather",
      "arguments": "{\\"city" }
  }] }
]
`;

const log = [
  { type: 'session', version: 3, id: 's' },
  { type: 'message', id: 'a', parentId: null, message: { role: 'user', content: 'Oslo?' } },
  {
    type: 'message',
    id: 'b',
    parentId: 'a',
    message: { role: 'assistant', content: [{ type: 'text', text: 'Rain.' }] },
  },
]
  .map((row) => `${JSON.stringify(row)}\n`)
  .join('');

const asMessages = {
  max_tokens: 100,
  messages: [
    { role: 'user', content: 'Oslo?' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', name: 'weather', input: {} }] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'call_1', content: 'Cut off.' },
        { type: 'text', text: 'Again.' },
      ],
    },
  ],
};

/** What decorations write behind the text of lines; it is in no text of the page. */
function labelsBehind(editor: Locator): Promise<string[]> {
  return editor.locator('.view-line [class*="ced-"]').evaluateAll((parts) =>
    parts.flatMap((part) => {
      const content: string = part.ownerDocument.defaultView?.getComputedStyle(part, '::after').content ?? 'none';
      return content === 'none' || content === 'normal' ? [] : [content.slice(1, -1).replaceAll('\\"', '"')];
    }),
  );
}

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
