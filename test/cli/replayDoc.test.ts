// README and docs/windows.md show what `replay` prints: their figures are computed here.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { percentText, type ReplayReport, type ShareReport } from '../../server/src/core/index';
import { cli } from './cli';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'windows.md'), 'utf8');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython)
  console.warn('!! NOT TESTED: python3 was not found, so what docs/windows.md says of its example was not run.');

const blocks = [...page.matchAll(/^```console\n\$ transcript-lint (.*)\n([\s\S]*?)^```$/gm)].map(
  ([, command = '', output = '']) => ({ command, output }),
);

test('the page shows commands', () => {
  expect(blocks.map(({ command }) => command.split(' ')[0])).toEqual(['replay', 'replay', 'replay', 'replay']);
});

for (const { command, output } of blocks) {
  test.skipIf(command.includes('python3') && !hasPython)(`${command} prints what the page says`, async () => {
    const words = [...command.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
    const outcome = await cli(words, { cwd: root });
    expect(outcome.stdout).toBe(output);
    expect(outcome.stderr).toBe('');
  });
}

test('the table of README is what comes out', async () => {
  const start = readme.indexOf('<!-- replay:start -->');
  const table = readme.slice(readme.indexOf('\n', start) + 1, readme.indexOf('<!-- replay:end -->'));
  const [, , ...rows] = table.trimEnd().split('\n');
  expect(rows.length).toBe(3);
  const said = ({ failing, prefixes, rate }: ShareReport) => `${failing} of ${prefixes} (${percentText(rate)})`;
  for (const row of rows) {
    const window = /^\| `(.*?)` \|/.exec(row)?.[1] ?? '';
    const { stdout } = await cli(['replay', 'fixtures/windows', ...window.split(' '), '--json'], { cwd: root });
    const { all, byShape, conversations, rules }: ReplayReport = JSON.parse(stdout);
    const orphans = rules.find(({ rule }) => rule === 'orphan-result') ?? { prefixes: 0, conversations: 0 };
    const cut = `${orphans.prefixes}, in ${orphans.conversations} of ${conversations.tools}`;
    expect(row).toBe(`| \`${window}\` | ${said(all)} | ${said(byShape.tools)} | ${said(byShape.plain)} | ${cut} |`);
  }
});

test('the sample corpus is what README says it is', async () => {
  const { stdout } = await cli(['stats', 'fixtures/windows', '--json'], { cwd: root });
  const { sides, tools } = JSON.parse(stdout);
  expect(readme).toContain('holds sixteen conversations, eleven of which use tools');
  expect([sides.request, tools.conversations]).toEqual([16, 11]);
  expect((await cli(['check', 'fixtures/windows'], { cwd: root })).code).toBe(0);
});
