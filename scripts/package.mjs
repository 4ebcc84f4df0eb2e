// `npm run package`: the .vsix, built by vsce from the manifest and .vscodeignore (vsce runs the build first).
import { installIfStale } from './install.mjs';
import { runLocal } from './run.mjs';

installIfStale();
// Everything is bundled, so no node_modules have to be walked or packed.
process.exitCode = runLocal('vsce', ['package', '--no-dependencies', ...process.argv.slice(2)]);
