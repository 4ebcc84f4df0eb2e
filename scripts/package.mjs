// `npm run package`: the .vsix, built by vsce from the manifest and .vscodeignore (vsce runs the build first).
import { installIfStale } from './install.mjs';
import { runLocal } from './run.mjs';

installIfStale();
process.exitCode = runLocal('vsce', [
  'package',
  '--no-dependencies', // everything is bundled
  '--no-rewrite-relative-links',
  ...process.argv.slice(2),
]);
