// `node scripts/fitTokens.mjs FOLDER`: fits the token estimator's weights to texts in FOLDER, a folder for each kind. Not part of
// the build: docs/tokens.md says what the weights in use were fitted to.
import { join } from 'node:path';
import { build } from 'esbuild';
import { root, run } from './run.mjs';

const [, , folder] = process.argv;
if (folder === undefined) {
  console.error('usage: node scripts/fitTokens.mjs FOLDER');
  process.exit(2);
}
const outfile = join(root, '.tsbuild', 'bench', 'fitTokens.cjs');
await build({
  absWorkingDir: root,
  entryPoints: ['test/bench/fitTokens.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  mainFields: ['module', 'main'],
  logLevel: 'warning',
});
const weights = join(root, 'server', 'src', 'core', 'window', 'tokens', 'weights.ts');
process.exitCode = run(process.execPath, [outfile, folder, weights]);
