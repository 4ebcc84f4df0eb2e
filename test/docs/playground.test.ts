import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyForPlay, writeSettings } from '../../scripts/vscodeServer.mjs';
import { folderOf } from '../cli/folder';

test('npm run editor opens a fresh copy: what is tried in it changes nothing that it is made of', () => {
  const folder = folderOf({ 'samples/a.json': 'sound', 'cache/x': '' });
  const samples = join(folder, 'samples');
  const copy = copyForPlay(samples, join(folder, 'cache'));
  writeFileSync(join(copy, 'a.json'), 'half typ');
  writeFileSync(join(copy, 'b.json'), 'new');
  expect([readdirSync(samples), readFileSync(join(samples, 'a.json'), 'utf8')]).toEqual([['a.json'], 'sound']);
  expect(copyForPlay(samples, join(folder, 'cache'))).toBe(copy);
  expect([readdirSync(copy), readFileSync(join(copy, 'a.json'), 'utf8')]).toEqual([['a.json'], 'sound']);
  expect(existsSync(join(folder, 'cache', 'x'))).toBe(true);
});

test('its VS Code saves nothing by itself, in profiles of earlier versions neither', () => {
  const profile = folderOf({});
  const file = join(profile, 'user', 'User', 'settings.json');
  const read = () => JSON.parse(readFileSync(file, 'utf8'));
  writeSettings(profile, { 'editor.fontSize': 20 });
  expect(read()).toMatchObject({ 'files.autoSave': 'off', 'editor.fontSize': 20 });
  const old = folderOf({ 'user/User/settings.json': '{\n  "editor.fontSize": 9\n}\n' });
  writeSettings(old, {});
  expect(readFileSync(join(old, 'user/User/settings.json'), 'utf8')).toBe(
    '{\n  "files.autoSave": "off",\n  "editor.fontSize": 9\n}\n',
  );
  const chosen = folderOf({});
  mkdirSync(join(chosen, 'user', 'User'), { recursive: true });
  writeFileSync(join(chosen, 'user/User/settings.json'), '{"files.autoSave":"afterDelay"}');
  writeSettings(chosen, {});
  expect(readFileSync(join(chosen, 'user/User/settings.json'), 'utf8')).toBe('{"files.autoSave":"afterDelay"}');
});
