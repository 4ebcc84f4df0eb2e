// `npm run generate`: writes what follows from the source: the JSON schema of the configuration, from the same
// description that validates it, the choices in package.json, the words of the grammar, and the tables of rules and dialects.
// Tests fail when they are stale.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installIfStale } from './install.mjs';
import { withChoices, withVocabulary } from './manifest.mjs';
import { dialectTable, ruleTable, withTable } from './ruleTable.mjs';
import { root } from './run.mjs';

const GRAMMAR = 'syntaxes/transcript.injection.json';

installIfStale();
const { build } = await import('esbuild');
const bundle = join(root, '.tsbuild', 'generate', 'core.mjs');
await build({
  absWorkingDir: root,
  entryPoints: ['server/src/core/index.ts'],
  outfile: bundle,
  bundle: true,
  platform: 'neutral',
  mainFields: ['module', 'main'],
  format: 'esm',
  logLevel: 'warning',
});
const { choicesOfSettings, configSchema, dialects, editorSchema, rules } = await import(pathToFileURL(bundle).href);
write('schemas/transcript-lint.schema.json', `${JSON.stringify(configSchema(rules), null, 2)}\n`);
write('schemas/transcript-lint.editor.schema.json', `${JSON.stringify(editorSchema(rules), null, 2)}\n`);
write('package.json', withChoices(read('package.json'), choicesOfSettings()));
write(GRAMMAR, withVocabulary(read(GRAMMAR), dialects));
write('README.md', withTable(read('README.md'), 'rules', ruleTable(rules, dialects)));
write('docs/convert.md', withTable(read('docs/convert.md'), 'dialects', dialectTable(dialects)));

/** @param {string} path */
function read(path) {
  return readFileSync(join(root, path), 'utf8');
}

/**
 * @param {string} path
 * @param {string} text
 */
function write(path, text) {
  const file = join(root, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  console.log(`wrote ${path}`);
}
