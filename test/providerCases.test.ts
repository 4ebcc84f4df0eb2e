// Fixtures that a provider refused, or took although they look wrong (`-ok-`), from public bug reports.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type DialectName as Dialect, lint, type Target, validate } from '../server/src/core/index';

interface Case {
  readonly name: string;
  readonly why: string;
  readonly dialect: Dialect;
  readonly target: Target;
  readonly document: unknown;
  readonly expect: readonly { readonly rule: string; readonly pointer: string }[];
  readonly providerError: string | null;
}

const folder = new URL('../fixtures/cases/provider/', import.meta.url);
const cases = readdirSync(folder)
  .sort()
  .map((file) => ({ file, ...(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Case) }));

describe.each(cases)('$file', (one) => {
  const problems = validate(one.document, { dialect: one.dialect, target: one.target });
  const loud = problems.filter(({ severity }) => severity === 'error' || severity === 'warning');

  test('has the expected faults and no other', () => {
    expect(loud.map(said).sort()).toEqual(one.expect.map(said).sort());
  });

  test('says what the provider says', () => {
    for (const expected of one.expect) {
      const found = problems.find((problem) => said(problem) === said(expected));
      expect(found?.providerError).toBe(one.providerError);
    }
  });

  test('gives the same for the text as for the value', () => {
    const config = { dialect: one.dialect, target: one.target };
    const findings = lint(JSON.stringify(one.document, null, 2), { uri: one.file, config });
    const heard = findings.filter(({ severity }) => severity === 'error' || severity === 'warning');
    expect(heard.map(said).sort()).toEqual(one.expect.map(said).sort());
  });
});

test('there are cases of both kinds', () => {
  expect(cases.filter(({ expect: faults }) => faults.length > 0).length).toBeGreaterThan(20);
  expect(cases.filter(({ file }) => file.includes('-ok-')).every(({ expect: faults }) => faults.length === 0)).toBe(
    true,
  );
  expect(cases.filter(({ file }) => file.includes('-ok-')).length).toBeGreaterThan(3);
});

function said({ rule, pointer }: { readonly rule: string; readonly pointer: string }): string {
  return `${rule} ${pointer}`;
}
