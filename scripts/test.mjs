// `npm test`: installs, builds, packages, then every test: vitest's and the real editors'. Exit 0 only when all pass.
// In CI the type check and the linter count as one more.
// `npm test -- --unit` and `npm test -- --editors` run one half; further arguments go to vitest.
// `npm run test:long` (`--long`) runs the unit tests alone, with many cases of each property, and others each time.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findEditors } from './findEditors.mjs';
import { installIfStale } from './install.mjs';
import { npm, root, runLocal } from './run.mjs';

const args = process.argv.slice(2);
const isLong = args.includes('--long');
const only = isLong ? '--unit' : args.find((arg) => arg === '--unit' || arg === '--editors');
const rest = args.filter((arg) => arg !== only && arg !== '--long');
if (isLong) process.env.TRANSCRIPT_LINT_LONG ??= '20'; // times as many cases
const inCi = (process.env.CI ?? '') !== '' && process.env.CI !== 'false';

installIfStale();
const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {{ file: string, seconds: number }[]} */
const files = [];

if (inCi && only === undefined) {
  const code = npm(['run', '--silent', 'check']);
  add({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 });
}
console.log('building and packaging…');
if (npm(['run', '--silent', 'package']) === 0) {
  if (only !== '--editors') add(vitest('vitest.config.ts'));
  if (only !== '--unit') add(vitest('test/editors/vitest.config.ts'));
} else {
  console.error('the build or the package failed: no test was run');
  total.failed += 1;
}
if (only !== '--unit') reportMissingEditors();

reportSlowest();
const skipped = total.skipped === 0 ? '' : `, ${total.skipped} skipped`;
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

/**
 * Runs the tests of one vitest configuration and reads its own count; a run that breaks or finds no test counts as failed.
 * @param {string} config
 */
function vitest(config) {
  const file = join(root, '.tsbuild', 'test-report.json');
  mkdirSync(join(root, '.tsbuild'), { recursive: true });
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = runLocal('vitest', ['run', '--config', config, ...reporters, ...rest]);
  const counted = readReport(file);
  if (code !== 0 && counted.failed === 0) counted.failed = 1; // a suite that could not be loaded, an error outside tests
  return counted;
}

/** @param {string} file */
function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    for (const { name, startTime, endTime } of report.testResults)
      files.push({ file: relative(root, name), seconds: (endTime - startTime) / 1000 });
    const skipped = report.numPendingTests + report.numTodoTests;
    return { passed: report.numPassedTests, failed: report.numFailedTests, skipped };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** @param {typeof total} counted */
function add(counted) {
  total.passed += counted.passed;
  total.failed += counted.failed;
  total.skipped += counted.skipped;
}

/** Where the time goes: what makes a run too long shows here first. */
function reportSlowest() {
  const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, 10);
  if (slowest.length < 2) return;
  console.log(`\nThe ${slowest.length} slowest test files, in seconds:`);
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)}  ${file}`);
}

/** A missing editor is a failure in CI (its tests fail there) and must be seen elsewhere. */
function reportMissingEditors() {
  const missing = findEditors().filter((editor) => editor.program === undefined);
  if (missing.length === 0) return;
  const line = '!'.repeat(80);
  console.log(`\n${line}`);
  for (const { name, needs } of missing)
    console.log(`!! NOT TESTED: ${name} was not found (Debian: apt-get install ${needs})`);
  console.log(inCi ? '!! In CI that is a failure.' : '!! The tests of these editors did not run.');
  console.log(line);
}
