// The matchers as their users get them: the built package in projects of their own, under Vitest and under Jest.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const modules = join(root, 'node_modules');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'transcript-lint-matchers-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A project with some files, in which this package and the runners are installed. */
function project(name: string, files: Readonly<Record<string, string>>): string {
  const place = join(folder, name);
  mkdirSync(join(place, 'node_modules'), { recursive: true });
  symlinkSync(root, join(place, 'node_modules', 'transcript-lint'), 'junction');
  for (const one of ['vitest', 'expect', '@jest']) {
    symlinkSync(join(modules, one), join(place, 'node_modules', one), 'junction');
  }
  for (const [file, text] of Object.entries(files)) writeFileSync(join(place, file), text);
  return place;
}

/** Tests of a user: two that hold, two that don't. */
const body = `
  const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } };
  const history = [
    { role: 'user', content: 'Oslo?' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: 'Rain.' },
    { role: 'assistant', content: 'Rain.' },
    { role: 'user', content: 'And Bergen?' },
  ];
  const lastThree = (messages) => messages.slice(-3);
  const all = async (messages) => messages;
  test('holds', () => {
    expect(history).toBeSendable({ target: 'openai' });
    expect(history.slice(2)).not.toBeSendable();
    expect({ history }).toEqual({ history: expect.toBeSendable() });
  });
  test('holds for functions', async () => {
    await expect(all).toKeepEveryPrefixSendable([history]);
    await expect(lastThree).not.toKeepEveryPrefixSendable([history]);
  });
  test('list', () => {
    expect(history.slice(2)).toBeSendable({ target: 'openai' });
  });
  test('function', async () => {
    await expect(lastThree).toKeepEveryPrefixSendable([history], { target: 'openai' });
  });
`;

/** What the report of either runner has of the tests above. */
function expectTwoOfEach(file: string): void {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'));
  const failures: string = testResults
    .flatMap((result: { message: string; assertionResults: { failureMessages: string[] }[] }) => [
      result.message,
      ...result.assertionResults.flatMap(({ failureMessages }) => failureMessages),
    ])
    .join('\n');
  expect([numPassedTests, numFailedTests], failures).toEqual([2, 2]);
  expect(failures).toContain('OpenAI would refuse this: 1 problem in 3 messages.');
  expect(failures).toContain('messages[0] = { "role": "tool", "tool_call_id": "c1", "content": "Rain." }');
  expect(failures).toContain('lastThree breaks 2 of 5 prefixes (40 %), in 1 of 1 conversation.');
}

function run(program: string, args: readonly string[], cwd: string, more: NodeJS.ProcessEnv = {}): string {
  // A runner inside a runner: what the outer one says to its workers is not meant for this one.
  const env = { ...process.env, ...more };
  for (const name of Object.keys(env)) if (/^(VITEST|JEST|TEST$|NODE_ENV$)/.test(name)) delete env[name];
  const { stdout, stderr } = spawnSync(process.execPath, [join(modules, program), ...args], {
    cwd,
    env,
    encoding: 'utf8',
  });
  return `${stdout}\n${stderr}`;
}

test('Vitest', () => {
  const cwd = project('vitest', {
    'package.json': '{ "type": "module" }',
    'a.test.js': `import { expect, test } from 'vitest';\nimport 'transcript-lint/vitest';\n${body}`,
    'vitest.config.js': 'export default {};',
  });
  const output = run('vitest/vitest.mjs', ['run', '--reporter=json', '--outputFile=report.json'], cwd);
  expect(output).not.toContain('Unhandled');
  expectTwoOfEach(join(cwd, 'report.json'));
});

const config = JSON.stringify({ testEnvironment: 'node', transform: {}, watchman: false });
const jest = ['--json', '--outputFile=report.json', '--config', config];

test.each(['jest', 'vitest'])('Jest, with CommonJS and transcript-lint/%s', (entry) => {
  const cwd = project(`jest-${entry}`, {
    'package.json': '{}',
    'a.test.js': `require('transcript-lint/${entry}');\n${body}`,
  });
  const output = run('jest/bin/jest.js', jest, cwd);
  expect(output).not.toContain('Cannot find');
  expectTwoOfEach(join(cwd, 'report.json'));
});

test('Jest, with ECMAScript modules', () => {
  const cwd = project('jest-esm', {
    'package.json': '{ "type": "module" }',
    'a.test.js': `import { expect, test } from '@jest/globals';\nimport 'transcript-lint/jest';\n${body}`,
  });
  const output = run('jest/bin/jest.js', jest, cwd, { NODE_OPTIONS: '--experimental-vm-modules' });
  expect(output).not.toContain('Cannot find');
  expectTwoOfEach(join(cwd, 'report.json'));
});

const uses = (runner: string) => `
  import { expect } from '${runner === 'vitest' ? 'vitest' : '@jest/globals'}';
  import { type MatcherResult, type SendableOptions, toBeSendable } from 'transcript-lint/${runner}';
  const options: SendableOptions = { target: 'anthropic', severity: 'warning' };
  const result: MatcherResult = toBeSendable([], options);
  export const done: Promise<void>[] = [
    expect((messages: readonly string[]) => messages).toKeepEveryPrefixSendable([[{ role: 'user' }]], { target: 'openai' }),
    expect(() => []).not.toKeepEveryPrefixSendable([{ name: 'a', messages: [] }]),
    expect(Promise.resolve([])).resolves.toBeSendable(),
  ];
  expect([]).toBeSendable({ target: 'openai', dialect: 'chat', model: 'gpt-5' });
  expect([]).not.toBeSendable();
  expect({}).toEqual({ a: expect.toBeSendable() });
  // @ts-expect-error no target
  expect([]).toBeSendable({ target: 'acme' });
  // @ts-expect-error no conversations
  void expect(() => []).toKeepEveryPrefixSendable();
  ${runner === 'jest' ? 'export const global: void | undefined = (undefined as jest.Matchers<void> | undefined)?.toBeSendable();' : ''}
  export { result };
`;

test.each([
  ['vitest', 'node16', 'use.mts'],
  ['vitest', 'node16', 'use.cts'],
  ['vitest', 'bundler', 'use.ts'],
  ['jest', 'node16', 'use.mts'],
  ['jest', 'node16', 'use.cts'],
  ['jest', 'bundler', 'use.ts'],
])('%s has types under moduleResolution %s in %s', (runner, moduleResolution, file) => {
  const module = moduleResolution === 'node16' ? 'node16' : 'esnext';
  const base = { module, moduleResolution, target: 'es2022', lib: ['es2022', 'dom'], types: ['node'], strict: true };
  const compilerOptions = { ...base, noEmit: true, skipLibCheck: true, typeRoots: [join(modules, '@types')] };
  const cwd = project(`types-${runner}-${file}`, {
    'package.json': '{}',
    'tsconfig.json': JSON.stringify({ compilerOptions, files: [file] }),
    [file]: uses(runner),
  });
  expect(run('typescript/bin/tsc', ['-p', cwd], cwd).trim()).toBe('');
});

test('docs/testing.md shows what its example says', () => {
  const page = readFileSync(join(root, 'docs/testing.md'), 'utf8');
  const [code = '', tests = '', json = ''] = [...page.matchAll(/^```js(?:on)?\n([\s\S]*?)^```$/gm)].map(
    ([, text]) => text,
  );
  const cwd = project('docs', {
    'package.json': '{ "type": "module" }',
    'vitest.config.js': 'export default {};',
    'window.js': code,
    'window.test.js': tests,
    'weather.json': json,
  });
  run('vitest/vitest.mjs', ['run', '--reporter=json', '--outputFile=report.json'], cwd);
  const { testResults } = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'));
  const [message = ''] = testResults[0].assertionResults[0].failureMessages;
  const [shown = ''] = /(?<=^```text\n)[\s\S]*?(?=^```$)/m.exec(page) ?? [];
  expect(message).toContain(shown.trimEnd());
  expect(shown).toContain('What to do:');
});
