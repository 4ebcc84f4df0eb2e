// Quirky texts, found at random, of which a fix was offered that left every byte as it was.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyEdits, type Config, lint } from '../../server/src/core/index';

interface Offered {
  readonly uri: string;
  readonly config: Partial<Config>;
  readonly text: string;
}

const folder = join(import.meta.dirname, '../../fixtures/faults/offers');

test.each(readdirSync(folder))('%s: what is offered changes something', (file) => {
  const { text, ...options }: Offered = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const offers = lint(text, options).flatMap(({ rule, fixes }) => fixes.map((fix) => ({ rule, ...fix })));
  expect(offers.length).toBeGreaterThan(0);
  const idle = offers.filter(({ edits }) => applyEdits(text, edits) === text);
  expect(idle.map(({ rule, title }) => `${rule}: ${title}`)).toEqual([]);
});
