// Each input in fixtures/faults/cases came with its right answer out of a public report: none may lie there without a test.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const cases = readdirSync(join(import.meta.dirname, '../fixtures/faults/cases')).map((file) => basename(file, '.json'));

const PROVIDER = "needs the providers' catalogue: rules and targets that are not there yet";

/** Wait for what is not built yet. Once a test names one of them, it goes from here. */
const WAITING: Readonly<Record<string, string>> = {
  'a-second-leading-system-message': PROVIDER,
  'call-of-a-tool-that-nobody-declared': PROVIDER,
  'extra-member-for-mistral': PROVIDER,
  'groq-refuses-three-things': PROVIDER,
  'kimi-turn-without-reasoning': PROVIDER,
  'mistral-prefix-not-last': PROVIDER,
  'ollama-and-xai-single-rows': PROVIDER,
  'picture-address-as-text': PROVIDER,
  'qwen-template-without-a-user': PROVIDER,
  'rows-that-are-for-training': 'needs "purpose": "training", and trainers as targets',
  'thinking-model-turn-without-reasoning-on-chat': PROVIDER,
};

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && basename(file) !== basename(import.meta.filename))
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));

/** Whether a test names the case: as a text, or as the file that it reads. */
function isNamed(name: string): boolean {
  const quoted = new RegExp(`['"\`/]${name}(?:\\.json)?['"\`]`);
  return sources.some((source) => quoted.test(source));
}

describe('every case', () => {
  test.each(cases.filter((name) => !(name in WAITING)))('%s has a test that names it', (name) => {
    expect(isNamed(name)).toBe(true);
  });

  test.each(Object.entries(WAITING))('%s waits: %s', (name) => {
    expect(cases).toContain(name);
    expect(isNamed(name)).toBe(false); // else it waits no longer
  });

  test('is looked for where tests are', () => {
    expect(cases.length).toBeGreaterThan(Object.keys(WAITING).length);
    expect(isNamed('no-case-of-this-name-anywhere'.replace('anywhere', 'at-all'))).toBe(false);
  });
});
