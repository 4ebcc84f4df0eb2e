// Each bundle as its users get it: the built file in a process of its own, through a real round trip.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createProtocolConnection,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';

const root = join(import.meta.dirname, '..');
const cli = join(root, 'dist/cli/cli.cjs');
const synthetic = 'Tool call was interrupted; no result.';
const broken = [
  { role: 'user', content: 'Oslo?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{}' } }],
  },
  { role: 'user', content: 'And tomorrow?' },
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'transcript-lint-bundles-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  'dist/client/extension.cjs',
  'dist/server/server.cjs',
  'dist/cli/cli.cjs',
  'dist/cli/languageServer.cjs',
  'dist/lib/index.mjs',
  'dist/lib/index.d.mts',
  'dist/lib/vitest.mjs',
  'dist/lib/vitest.d.mts',
  'dist/lib/vitest.d.cts',
  'dist/lib/jest.mjs',
  'dist/lib/jest.cjs',
  'dist/lib/jest.d.mts',
  'dist/lib/jest.d.cts',
  'dist/lib/matchers.cjs',
  'dist/lib/encodings/o200k_base.mjs',
  'dist/lib/encodings/o200k_base.d.mts',
  'dist/lib/encodings/cl100k_base.mjs',
  'dist/lib/encodings/p50k_base.mjs',
  'dist/lib/encodings/r50k_base.mjs',
  'dist/THIRD-PARTY-NOTICES.txt',
])('%s is built', (file) => {
  expect(existsSync(join(root, file)), `${file} is missing: npm run build`).toBe(true);
});

describe('the library', () => {
  test('normalizes in plain Node, outside the repository', () => {
    const script = join(folder, 'use.mjs');
    const library = pathToFileURL(join(root, 'dist/lib/index.mjs')).href;
    writeFileSync(
      script,
      `import { normalize } from ${JSON.stringify(library)};
       console.log(JSON.stringify(normalize(${JSON.stringify(broken)}, { dialect: 'chat' })));`,
    );
    const { messages, dropped } = JSON.parse(
      execFileSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' }),
    );
    expect(dropped).toBe(0);
    expect(messages).toEqual([
      broken[0],
      broken[1],
      { role: 'tool', tool_call_id: 'call_1', content: synthetic },
      broken[2],
    ]);
  });

  test('trims and prepares, counting with an encoding that is imported beside it', () => {
    const script = join(folder, 'trim.mjs');
    const [library, encoding] = ['index.mjs', 'encodings/o200k_base.mjs'].map((file) =>
      JSON.stringify(pathToFileURL(join(root, 'dist/lib', file)).href),
    );
    writeFileSync(
      script,
      `import { prepare, trim } from ${library};
       import { o200kBase } from ${encoding};
       const messages = ${JSON.stringify([...broken, { role: 'assistant', content: 'Rain.' }])};
       const cut = trim(messages, { budget: 15, encoding: o200kBase });
       const { steps } = prepare(messages, { budget: 1000, target: 'openai' });
       console.log(JSON.stringify({ start: cut.start, dropped: cut.dropped, estimator: cut.estimator,
         same: cut.messages[0] === messages[2], steps: steps.map(({ step }) => step) }));`,
    );
    expect(JSON.parse(execFileSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' }))).toEqual({
      start: 2,
      dropped: 2,
      estimator: 'o200k_base',
      same: true,
      steps: ['drop', 'repair', 'merge', 'trim', 'validate'],
    });
  });

  test('is made of the core and its two packages alone', () => {
    const allowed = /^(server\/src\/(core\/|library\/|main\/lib\.ts$)|node_modules\/(picomatch|yaml)\/)/;
    const inputs = inputsOf('dist/lib/index.mjs');
    expect(inputs.filter((input) => !allowed.test(input))).toEqual([]);
    expect(inputs.some((input) => input.startsWith('server/src/core/'))).toBe(true);
  });

  test('has matchers that import their test runner and nothing else', () => {
    const allowed = /^(server\/src\/(core\/|library\/|matchers\/)|node_modules\/(picomatch|yaml)\/)/;
    expect(inputsOf('dist/lib/matchers.cjs').filter((input) => !allowed.test(input))).toEqual([]);
    const importsOf = (file: string) => bundleOf(file).outputs[file]?.imports.map(({ path }) => path);
    expect(importsOf('dist/lib/matchers.cjs')).toEqual([]);
    expect(new Set(importsOf('dist/lib/vitest.mjs'))).toEqual(new Set(['vitest', './matchers.cjs']));
    expect(new Set(importsOf('dist/lib/jest.mjs'))).toEqual(new Set(['@jest/globals', './matchers.cjs']));
    expect(new Set(importsOf('dist/lib/jest.cjs'))).toEqual(new Set(['@jest/globals', './matchers.cjs']));
  });

  test('counts exactly with an encoding that is imported beside it', () => {
    const script = join(folder, 'count.mjs');
    const [library, encoding] = ['index.mjs', 'encodings/o200k_base.mjs'].map((file) =>
      JSON.stringify(pathToFileURL(join(root, 'dist/lib', file)).href),
    );
    writeFileSync(
      script,
      `import { estimateTokens } from ${library};
       import { o200kBase } from ${encoding};
       const text = 'antidisestablishmentarianism <|endoftext|>';
       console.log(estimateTokens('') + ' ' + estimateTokens(text.slice(0, 28), { encoding: o200kBase }) + ' ' + o200kBase.name);
       console.log(estimateTokens('a'.repeat(1e6), { encoding: o200kBase }));`,
    );
    const output = execFileSync(process.execPath, [script], { cwd: folder, encoding: 'utf8', timeout: 30_000 });
    expect(output).toBe('0 6 o200k_base\n125000\n');
  });

  test.each(['o200k_base', 'cl100k_base', 'p50k_base', 'r50k_base'])(
    '%s is its vocabulary and nothing of ours',
    (name) => {
      const file = `dist/lib/encodings/${name}.mjs`;
      expect(bundleOf(file).outputs[file]?.imports).toEqual([]);
      expect(
        inputsOf(file).filter((input) => !/^node_modules\/gpt-tokenizer\/|\/host\/encodings\//.test(input)),
      ).toEqual([]);
    },
  );

  test('imports nothing at run time', () => {
    expect(bundleOf('dist/lib/index.mjs').outputs['dist/lib/index.mjs']?.imports).toEqual([]);
  });

  test.each(['node16', 'bundler'])('has types that stand alone under moduleResolution %s', (moduleResolution) => {
    const consumer = join(folder, `consumer-${moduleResolution}`);
    mkdirSync(join(consumer, 'node_modules'), { recursive: true });
    symlinkSync(root, join(consumer, 'node_modules', 'transcript-lint'), 'dir');
    const module = moduleResolution === 'node16' ? 'node16' : 'esnext';
    const options = {
      module,
      moduleResolution,
      target: 'es2022',
      lib: ['es2022'],
      types: [],
      strict: true,
      noEmit: true,
    };
    const compilerOptions = { ...options, skipLibCheck: false, preserveSymlinks: true };
    writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.mts'] }));
    writeFileSync(
      join(consumer, 'use.mts'),
      `import { estimateTokens, lint, normalize, prepare, type PrepareStep, trim, type WindowProblem } from 'transcript-lint';
       import { o200kBase } from 'transcript-lint/encodings/o200k_base';
       const tokens: number = estimateTokens('hi', { encoding: o200kBase });
       // @ts-expect-error an encoding, not its name
       estimateTokens('hi', { encoding: 'o200k_base' });
       const dropped: number = normalize([{ role: 'user', content: 'hi' }]).dropped;
       const rules: string[] = lint('[]').map((finding) => finding.rule);
       // @ts-expect-error the count is a number: the types are really there
       const wrong: string = normalize([]).dropped;
       const window = trim([{ role: 'user', content: 'hi' }], { limit: 100, reserve: 10 });
       const kept: { role: string }[] = [...window.messages];
       const problem: WindowProblem | undefined = window.problem;
       const terms: number | undefined = window.terms?.instructions;
       const steps: readonly PrepareStep[] = prepare(kept).steps;
       trim(kept, { budget: 10, encoding: o200kBase });
       // @ts-expect-error "fail" or "extend"
       trim(kept, { budget: 1, onEmpty: 'drop' });
       export { dropped, kept, problem, rules, steps, terms, tokens, wrong };`,
    );
    const { status, stdout } = spawnSync(process.execPath, [compiler(), '-p', consumer], { encoding: 'utf8' });
    expect(status, stdout).toBe(0);
  });
});

describe('the command line', () => {
  test('check finds the unanswered call and exits 1', () => {
    const file = join(folder, 'broken.json');
    writeFileSync(file, JSON.stringify(broken, null, 2));
    const { status, stdout } = spawnSync(process.execPath, [cli, 'check', '--format', 'json', file], {
      encoding: 'utf8',
    });
    const { files, summary } = JSON.parse(stdout);
    expect(files[0].findings).toEqual([expect.objectContaining({ rule: 'unanswered-call', severity: 'error' })]);
    expect(summary.errors).toBe(1);
    expect(status).toBe(1);
  });

  test('trim cuts a file, counts with a vocabulary, and runs a program for a summary', () => {
    const file = join(folder, 'long.json');
    writeFileSync(file, JSON.stringify([broken[0], { role: 'assistant', content: 'Rain.' }, broken[2]]));
    const words = `"${process.execPath}" -e "let n=0;process.stdin.on('data',d=>n+=d.length).on('end',()=>console.log(n+' bytes'))"`;
    const args = ['trim', file, '--last', '2', '--encoding', 'o200k_base', '--json', '--summary-exec', words];
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    const { messages, dropped } = JSON.parse(stdout);
    expect(dropped).toBe(2);
    expect(messages[0].content).toMatch(/^\[2 earlier turns left out, in summary:\]\n\d+ bytes\n/);
    const { stderr: counted } = spawnSync(
      process.execPath,
      [cli, 'trim', file, '--budget', '100', '--encoding', 'o200k_base'],
      { encoding: 'utf8' },
    );
    expect(counted).toMatch(/^kept all 3 entries, \d+ of 100 tokens \(o200k_base\)\n/);
  });

  test('tells the version of the package', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(execFileSync(process.execPath, [cli, '--version'], { encoding: 'utf8' })).toContain(version);
  });

  test('starts as a program', () => {
    expect(readFileSync(cli, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(readFileSync(join(root, 'dist/cli/languageServer.cjs'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });
});

test.each([
  ...['dist/cli/cli.cjs', 'dist/server/server.cjs', 'dist/client/extension.cjs'],
  ...['dist/lib/index.mjs', 'dist/lib/matchers.cjs'],
])('%s carries no vocabulary', (file) => {
  expect(inputsOf(file).filter((input) => input.includes('gpt-tokenizer'))).toEqual([]);
});

describe('the parser of configuration files', () => {
  const isParser = (input: string) => input.startsWith('node_modules/jsonc-parser/');

  test.each(['dist/server/server.cjs', 'dist/cli/cli.cjs'])('is in %s, which reads them', (file) => {
    expect(inputsOf(file)).toContainEqual(expect.stringMatching(/jsonc-parser.*\/parser\.js$/));
  });

  test('is in dist/server/server.cjs with what writes them', () => {
    expect(inputsOf('dist/server/server.cjs')).toContainEqual(expect.stringMatching(/jsonc-parser.*\/edit\.js$/));
  });

  test.each(['dist/client/extension.cjs', 'dist/lib/index.mjs', 'dist/lib/matchers.cjs'])(
    'is not in %s, which does neither',
    (file) => {
      expect(inputsOf(file).filter(isParser)).toEqual([]);
    },
  );
});

describe('the language server', () => {
  test.each([
    ['the extension’s bundle', 'dist/server/server.cjs', ['--stdio']],
    ['transcript-lint lsp', 'dist/cli/cli.cjs', ['lsp', '--stdio']],
    ['transcript-language-server', 'dist/cli/languageServer.cjs', []],
  ])('%s: initialize, open, diagnostics, shutdown', async (_, file, args) => {
    const server = spawn(process.execPath, [join(root, file), ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      const { diagnostics } = await diagnose(server, 'file:///history.json', JSON.stringify(broken));
      expect(diagnostics).toEqual([expect.objectContaining({ source: 'transcript-lint', code: 'unanswered-call' })]);
      const [code] = await once(server, 'exit');
      expect(code).toBe(0);
    } finally {
      server.kill();
    }
  });
});

describe('the packages', () => {
  test('npm’s holds the commands, the library and nothing else', () => {
    const { npm_execpath: npm = '' } = process.env;
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const output = npm.endsWith('.js')
      ? execFileSync(process.execPath, [npm, ...args], { cwd: root, encoding: 'utf8' })
      : execFileSync('npm', args, { cwd: root, encoding: 'utf8' });
    const files: string[] = JSON.parse(output)[0].files.map((file: { path: string }) => file.path);
    const wanted =
      /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/(cli|lib)\/|dist\/THIRD-PARTY-|docs\/rules\/|schemas\/)/;
    expect(files.filter((file) => !wanted.test(file))).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining(['dist/cli/cli.cjs', 'dist/cli/languageServer.cjs', 'dist/lib/index.mjs']),
    );
  });

  test('the notices name every bundled package', () => {
    const notices = readFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
    const named = [...notices.matchAll(/^(\S+) \d+\.\d+\.\d+ \(/gm)].map(([, name]) => name);
    const bundled = metafiles()
      .flatMap(({ inputs }) => Object.keys(inputs))
      .flatMap((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []);
    expect(named).toEqual([...new Set(bundled)].sort());
    expect(named).toEqual(
      expect.arrayContaining(['commander', 'jsonc-parser', 'picomatch', 'vscode-jsonrpc', 'vscode-languageclient']),
    );
  });
});

/** Opens a document and gives what the server publishes for it, after a proper shutdown; fails at once when the server ends. */
async function diagnose(server: ChildProcess, uri: string, text: string): Promise<PublishDiagnosticsParams> {
  const { stdout, stdin } = server;
  if (stdout === null || stdin === null) throw new Error('the server has no pipes');
  const connection = createProtocolConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
  const ended = new Promise<never>((_, reject) => {
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const published = new Promise<PublishDiagnosticsParams>((resolve) => {
    connection.onNotification(PublishDiagnosticsNotification.type, resolve);
  });
  connection.listen();
  const init = { processId: process.pid, rootUri: null, capabilities: {} };
  const { capabilities } = await Promise.race([ended, connection.sendRequest(InitializeRequest.type, init)]);
  expect(capabilities.codeActionProvider).toBeTruthy();
  await connection.sendNotification(InitializedNotification.type, {});
  const textDocument = { uri, languageId: 'json', version: 1, text };
  await connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  const params = await Promise.race([ended, published]);
  await Promise.race([ended, connection.sendRequest(ShutdownRequest.type)]);
  ended.catch(() => {}); // from here on it is what we ask for
  await connection.sendNotification(ExitNotification.type);
  return params;
}

/** The files that something of an output was made from. */
function inputsOf(output: string): string[] {
  const inputs = Object.entries(bundleOf(output).outputs[output]?.inputs ?? {});
  return inputs.flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? input : []));
}

function bundleOf(output: string): Metafile {
  const found = metafiles().find(({ outputs }) => output in outputs);
  if (found === undefined) throw new Error(`${output} is not built: npm run build`);
  return found;
}

function metafiles(): Metafile[] {
  return JSON.parse(readFileSync(join(root, '.tsbuild/bundles.json'), 'utf8'));
}

function compiler(): string {
  return join(root, 'node_modules/typescript/bin/tsc');
}
