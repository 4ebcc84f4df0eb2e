// In an editor with our server a fault of the configuration is said once: by the server. The schema helps to write.
import { expect, test } from 'vitest';
import { getLanguageService, TextDocument } from 'vscode-json-languageservice';
import { editorSchema, readConfig, ruleIds, ruleNames } from '../../server/src/core/index';

const service = getLanguageService({});
const rules = ruleIds.map((id) => ({ id, summary: `About ${id}.` }));
service.configure({ schemas: [{ uri: 'test://schema', fileMatch: ['*'], schema: editorSchema(rules) }] });

const open = (text: string) => TextDocument.create('file:///transcript-lint.config.json', 'jsonc', 1, text);

test.each(['{ "target": "opneai" }', '{ "override": [] }', '{ "rules": { "orphan-results": "off" } }', '[]'])(
  'it refuses nothing that the server refuses: %s',
  async (text) => {
    expect(readConfig(text, ruleNames).problems).toHaveLength(1);
    const document = open(text);
    expect(await service.doValidation(document, service.parseJSONDocument(document))).toEqual([]);
  },
);

test('it completes names and values, and explains them', async () => {
  const labels = async (text: string) => {
    const document = open(text.replace('|', ''));
    const position = document.positionAt(text.indexOf('|'));
    const found = await service.doComplete(document, position, service.parseJSONDocument(document));
    return found?.items.map(({ label }) => label) ?? [];
  };
  expect(await labels('{ | }')).toEqual(expect.arrayContaining(['target', 'rules', 'window']));
  expect(await labels('{ "target": | }')).toContain('"azure"');
  expect(await labels('{ "rules": { "orphan-result": | } }')).toContain('"off"');
  const document = open('{ "target": "azure" }');
  expect(await service.doHover(document, document.positionAt(4), service.parseJSONDocument(document))).not.toBeNull();
});
