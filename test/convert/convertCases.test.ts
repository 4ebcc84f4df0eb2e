import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ConvertOptions, convert } from '../../server/src/core/index';

interface Case {
  readonly operation: string;
  readonly input: readonly unknown[];
  readonly options: ConvertOptions;
  /** The whole list, or what stands at one place: `{"tool_use.input": {}}`. */
  readonly expected: readonly unknown[] | Readonly<Record<string, unknown>>;
}

const folder = new URL('../../fixtures/cases/behaviour/', import.meta.url);
const cases = readdirSync(folder)
  .map((file) => ({ file, ...(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Case) }))
  .filter(({ operation }) => operation === 'convert');

describe('the cases of conversion', () => {
  it('are there', () => expect(cases.length).toBeGreaterThanOrEqual(5));

  it.each(cases)('$file', ({ input, options, expected }) => {
    const before = JSON.stringify(input);
    const { document, ok } = convert(input, options);
    expect([ok, JSON.stringify(input)]).toEqual([true, before]);
    if (Array.isArray(expected)) expect(document).toEqual(expected);
    else for (const [place, value] of Object.entries(expected)) expect(valuesAt(document, place)).toEqual([value]);
  });
});

/** What every block of a type has under a key. */
function valuesAt(document: unknown, place: string): unknown[] {
  const [type, key = ''] = place.split('.');
  const blocks = (document as { content: unknown }[]).flatMap(({ content }) => (Array.isArray(content) ? content : []));
  return blocks.filter((block) => block.type === type).map((block) => block[key]);
}
