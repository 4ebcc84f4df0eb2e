import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configSchema, rules } from '../server/src/core/index';

test('the schema is what the source says: npm run generate', () => {
  const file = join(import.meta.dirname, '..', 'schemas', 'transcript-lint.schema.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(configSchema(rules))));
});
