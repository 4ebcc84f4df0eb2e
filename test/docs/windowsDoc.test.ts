// docs/windows.md says what happens: its examples are run.
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { prepare, trim } from '../../server/src/main/lib';
import { cli } from '../cli/cli';
import { questions } from '../cli/trimSamples';

const page = readFileSync(new URL('../../docs/windows.md', import.meta.url), 'utf8');

/** Everything in the fenced blocks of a language, in order: later blocks use what earlier ones made. */
function blocks(language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, body]) => body ?? '');
}

test('what stands behind an arrow is what the line gives', () => {
  const code = blocks('js')
    .join('\n')
    .replace(/^(?!const )(.*); \/\/ → (.*)$/gm, 'expect($1, $2);');
  const said: unknown[] = [];
  const compare = (given: unknown, told: unknown) => {
    said.push(told);
    expect(given).toEqual(told);
  };
  // Values of another realm are equal to ours only by what they hold.
  const plain = (value: unknown) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
  runInNewContext(code, {
    trim,
    prepare: (messages: unknown[], options: object) => prepare(Array.from(messages), options),
    expect: (given: unknown, told: unknown) => compare(plain(given), plain(told)),
  });
  expect(said.length).toBe([...page.matchAll(/ \/\/ → /g)].length);
  expect(said.length).toBeGreaterThan(12);
});

test('the report is what the command prints', async () => {
  const history = [{ role: 'system', content: 'Be brief.' }, ...questions(4)];
  const { stderr } = await cli(['trim', '-', '--budget', '130'], { stdin: JSON.stringify(history) });
  expect(blocks('text')).toEqual([stderr]);
});
