import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Target, validate } from '../server/src/core/index';

interface Case {
  readonly operation: string;
  readonly input: readonly unknown[];
  readonly options: { readonly profile?: Target };
  readonly expected: readonly string[];
}

const folder = new URL('../fixtures/cases/behaviour/', import.meta.url);

describe('validate', () => {
  for (const file of readdirSync(folder)) {
    const example = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Case;
    if (example.operation !== 'validate') continue;
    it(file, () => {
      const problems = validate(example.input, { target: example.options.profile });
      const found = problems.map(({ rule, pointer, severity }) => {
        const id = idAt(example.input, pointer);
        return severity === 'info' ? `${rule} ${id} (information; fix: rename)` : `${rule} ${id}`;
      });
      expect(found).toEqual(example.expected);
    });
  }
});

/** The pairing id that stands at or under a pointer. */
function idAt(document: unknown, pointer: string): unknown {
  let at = document as Record<string, unknown>;
  for (const step of pointer.split('/').slice(1)) at = at[step] as Record<string, unknown>;
  return typeof at === 'string' ? at : (at.tool_call_id ?? at.id);
}
