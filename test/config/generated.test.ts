import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withChoices, withVocabulary } from '../../scripts/manifest.mjs';
import { dialectTable, withTable } from '../../scripts/ruleTable.mjs';
import { choicesOfSettings, configSchema, dialects, editorSchema, rules } from '../../server/src/core/index';

test.each([
  ['transcript-lint.schema.json', configSchema],
  ['transcript-lint.editor.schema.json', editorSchema],
])('the schema %s is what the source says: npm run generate', (name, schema) => {
  const file = join(import.meta.dirname, '..', '..', 'schemas', name);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(schema(rules))));
});

test('package.json offers the dialects and targets that there are: npm run generate', () => {
  const manifest = text('package.json');
  expect(JSON.parse(manifest)).toEqual(JSON.parse(withChoices(manifest, choicesOfSettings())));
});

test('the grammar has the words of the dialects: npm run generate', () => {
  const grammar = text('syntaxes/transcript.injection.json');
  expect(grammar).toBe(withVocabulary(grammar, dialects));
  const more = { look: { roles: { model: {} }, colours: { ids: ['call_id'], calls: ['function_call'] } } };
  const { repository } = JSON.parse(withVocabulary(grammar, [...dialects, more]));
  expect(repository.role.match).toContain('|model)');
  expect(repository.resultId.begin).toContain('|"call_id":|"call_id": |"call_id" : )(');
  expect(repository.toolUse.begin).toContain('(tool_use|server_tool_use|function_call)');
});

test('docs/convert.md lists the dialects: npm run generate', () => {
  const page = text('docs/convert.md');
  expect(page).toBe(withTable(page, 'dialects', dialectTable(dialects)));
});

function text(path: string): string {
  return readFileSync(join(import.meta.dirname, '..', '..', path), 'utf8');
}
