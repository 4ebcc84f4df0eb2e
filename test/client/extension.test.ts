// The VS Code manifest against the core and the files it names.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configSchema, defaultConfig, dialectIds, rules, targetIds } from '../../server/src/core/index';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json'));
const { contributes } = manifest;
const settings: Record<string, { enum?: string[]; scope: string; markdownDescription: string; default: unknown }> =
  contributes.configuration.properties;

test('settings are the core configuration, with its defaults', () => {
  for (const [name, setting] of Object.entries(settings)) {
    expect(setting.markdownDescription, name).toMatch(/\.$|```$/);
    const key = name.replace(/^transcriptLint\./, '');
    if (key === 'trace.server') continue;
    expect(setting.scope, name).toBe('resource');
    // One setting for each part of the window, so that they can be filled in one by one; null says nothing.
    if (key.startsWith('window.')) continue;
    expect(defaultConfig, name).toHaveProperty(key, setting.default);
  }
});

test('the settings of a window are those of the core, and mean nothing until somebody sets one', () => {
  const { properties } = configSchema(rules) as { properties: { window: { properties: object } } };
  const keys = Object.keys(settings).flatMap((name) => /^transcriptLint\.window\.(.*)$/.exec(name)?.[1] ?? []);
  expect(keys.sort()).toEqual(Object.keys(properties.window.properties).sort());
  const unset = Object.entries(settings).filter(([name]) => /\.window\.(budget|limit|last|reserve)$/.test(name));
  expect(unset.map(([, setting]) => setting.default)).toEqual([null, null, null, null]);
});

test('dialects and targets to choose from are those of the core', () => {
  expect(new Set(settings['transcriptLint.dialect']?.enum)).toEqual(new Set(['auto', ...dialectIds]));
  expect(new Set(settings['transcriptLint.target']?.enum)).toEqual(new Set(['auto', ...targetIds]));
});

test('each command is registered, and each registered command can be found', () => {
  const sources = ['transcriptLint', 'dialects', 'statusItems', 'changes/wholeFileChange']
    .map((name) => read(`client/src/common/${name}.ts`))
    .join('\n');
  const registered = [...sources.matchAll(/registerCommand\('([^']+)'/g)].map(([, id]) => id);
  const contributed = contributes.commands.map(({ command }: { command: string }) => command);
  expect(registered.sort()).toEqual(contributed.sort());
  expect(contributes.commands.every(({ category }: { category: string }) => category === 'Transcript')).toBe(true);
});

test('each file that the manifest names is there and is packaged', () => {
  const walkthroughs: { steps: { media: { markdown: string } }[] }[] = contributes.walkthroughs;
  const files = [
    manifest.icon,
    ...contributes.grammars.map(({ path }: { path: string }) => path),
    ...contributes.jsonValidation.map(({ url }: { url: string }) => url),
    ...walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.markdown)),
  ].map((path: string) => path.replace(/^\.\//, ''));
  const packaged = read('.vscodeignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1).replace(/\*\*$/, ''));
  for (const file of files) {
    expect(existsSync(join(root, file)), file).toBe(true);
    expect(
      packaged.some((prefix) => file.startsWith(prefix)),
      file,
    ).toBe(true);
  }
});

test('the icon is a square PNG of at least 128 pixels', () => {
  const png = readFileSync(join(root, manifest.icon));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  expect(width).toBe(height);
  expect(width).toBeGreaterThanOrEqual(128);
});
