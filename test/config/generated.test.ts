import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configSchema, editorSchema, rules } from '../../server/src/core/index';

test.each([
  ['transcript-lint.schema.json', configSchema],
  ['transcript-lint.editor.schema.json', editorSchema],
])('the schema %s is what the source says: npm run generate', (name, schema) => {
  const file = join(import.meta.dirname, '..', '..', 'schemas', name);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(schema(rules))));
});
