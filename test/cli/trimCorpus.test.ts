// Windows of conversations as they are found in the field.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli } from './cli';

const folder = join(import.meta.dirname, '../../fixtures/corpus/files');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.jsonl?$/.test(name));

test.each<readonly string[]>([
  ['--budget', '60', '--on-empty', 'extend'],
  ['--budget', '80', '--pin-head', '--on-empty', 'extend'],
  ['--budget', '70', '--summary', 'They spoke.', '--on-empty', 'extend'],
  ['--last', '3', '--on-empty', 'extend'],
])('%j %j: legal, and the same when trimmed again', async (...args) => {
  let cut = 0; // conversations
  for (const name of files) {
    const { code, stdout, stderr } = await cli(['trim', join(folder, name), ...args]);
    expect(code, name).toBeLessThan(2);
    expect(stderr, name).not.toMatch(/\[(orphan-result|unanswered-call|first-message-not-user)\]|this is a bug/);
    const again = await cli(['trim', '-', '--stdin-filename', name, ...args], { stdin: stdout, cwd: folder });
    expect(again.stdout === stdout, `${name} trimmed twice`).toBe(true);
    cut += stderr.match(/\bkept [\d,]+ of /g)?.length ?? 0;
  }
  expect(cut).toBeGreaterThan(5);
});
