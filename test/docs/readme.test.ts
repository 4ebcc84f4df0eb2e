import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cli } from '../cli/cli';
import { folderOf } from '../cli/folder';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const sample = readme.slice(readme.indexOf('<!-- sample:start -->'), readme.indexOf('<!-- sample:end -->'));

/** The fenced block of a language in the part of README that a newcomer sees first. */
function block(language: string): string {
  const start = sample.indexOf(`\`\`\`${language}\n`);
  expect(start).toBeGreaterThan(-1);
  const body = sample.slice(start + language.length + 4);
  return body.slice(0, body.indexOf('```'));
}

it('README shows what the command line says of its broken history, and the fix', async () => {
  const cwd = folderOf({ 'history.json': block('json') });
  const checked = await cli(['check', 'history.json'], { cwd });
  expect(checked.stdout.trimEnd()).toBe(block('text').trimEnd());
  const shown = await cli(['fix', '--diff', 'history.json'], { cwd });
  expect(shown.stdout.trimEnd()).toBe(block('diff').trimEnd());
  await cli(['fix', 'history.json'], { cwd });
  expect((await cli(['check', join(cwd, 'history.json')], { cwd })).code).toBe(0);
});
