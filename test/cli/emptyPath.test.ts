import { expect, it } from 'vitest';
import { cli } from './cli';
import { folderOf } from './folder';

it.each(['check', 'fix'])('%s takes an empty path for a mistake, not for the folder', async (command) => {
  const cwd = folderOf({
    'a.json': '[{"role":"tool","tool_call_id":"a","content":"x"},{"role":"user","content":"y"}]',
  });
  const { code, stderr } = await cli([command, ''], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('a path is empty');
});
