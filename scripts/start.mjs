// `npm start`: from a fresh clone to the thing at work: install, build, check the samples, open the editor.
import { installIfStale } from './install.mjs';
import { findProgram, npm, root, run } from './run.mjs';

const samples = 'fixtures/samples';

installIfStale();
if (npm(['run', '--silent', 'build']) !== 0) process.exit(1);

console.log(`\n$ transcript-lint check ${samples}\n`);
const found = run(process.execPath, ['dist/cli/cli.cjs', 'check', samples]);
if (found > 1) process.exit(found); // 1 only says that the samples have the faults they are there to show

const code = findProgram(['code']);
if (code === undefined) {
  console.log(
    '\nVS Code (`code`) is not on the path. `npm run editor` serves one to your browser, with the extension in it.',
  );
} else {
  console.log('\nopening VS Code with the extension…');
  process.exitCode = run(code, [`--extensionDevelopmentPath=${root}`, samples], {
    shell: process.platform === 'win32',
  });
}
