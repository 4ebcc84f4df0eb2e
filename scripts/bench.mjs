// `npm run bench`: bundles the benchmark and runs it in a Node of its own, with the collector at hand.
import { join } from 'node:path';
import { installIfStale } from './install.mjs';
import { root, run } from './run.mjs';

installIfStale();
const { build } = await import('esbuild');
const outfile = join(root, '.tsbuild', 'bench', 'main.cjs');
await build({
  absWorkingDir: root,
  entryPoints: ['test/bench/main.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  mainFields: ['module', 'main'],
  logLevel: 'warning',
});
process.exitCode = run(process.execPath, ['--expose-gc', '--no-flush-bytecode', outfile, ...process.argv.slice(2)]);
