#!/usr/bin/env node
// Builds every bundle of the VSIX and the npm package. `--watch` rebuilds on change, unminified and with source maps.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build, context } from 'esbuild';
import { writeLibraryTypes } from './scripts/libraryTypes.mjs';
import { writeNotices } from './scripts/notices.mjs';

const watch = process.argv.includes('--watch');
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/**
 * The package does not say that importing it does nothing, so that it would be carried where nothing of it is used: by the library,
 * whose configuration is a value. @type {import('esbuild').Plugin}
 */
const parserWhereUsed = {
  name: 'parser-where-used',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^jsonc-parser$/ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      if (pluginData === parserWhereUsed) return undefined; // our own question
      const found = await resolve(path, { importer, resolveDir, kind, pluginData: parserWhereUsed });
      return { ...found, sideEffects: false };
    });
  },
};

/** @satisfies {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: import.meta.dirname,
  bundle: true,
  minify: !watch,
  sourcemap: watch ? 'linked' : false,
  metafile: true,
  legalComments: 'none', // dist/THIRD-PARTY-NOTICES.txt holds them, once
  mainFields: ['module', 'main'],
  define: { TRANSCRIPT_LINT_VERSION: JSON.stringify(version) },
  logLevel: 'warning',
  plugins: [parserWhereUsed],
};
/** @satisfies {import('esbuild').BuildOptions} */
const node = { ...common, platform: 'node', target: 'node20', format: 'cjs' };

/** The server binary that editors look for: `transcript-lint lsp`, over stdio unless another transport is named. */
const languageServerBin = `
  const [, , ...args] = process.argv;
  const named = args.some((arg) => /^--(stdio|node-ipc|socket|pipe|help)\\b/.test(arg));
  process.argv.splice(2, args.length, 'lsp', ...(named ? args : ['--stdio', ...args]));
  require('./cli.cjs');
`;

/** Vocabularies of exact token counts, each a chunk that is read when it is asked for. */
const encodings = ['o200k_base', 'cl100k_base', 'p50k_base', 'r50k_base'];
/** @param {string} encoding */
const encodingFile = (encoding) => `encodings/${encoding.replace('_base', 'Base')}`;

/** Leaves them out of the command line, which would start slower for them, and has it read the library's chunks. */
/** @type {import('esbuild').Plugin} */
const encodingsApart = {
  name: 'encodings-apart',
  setup({ onResolve }) {
    for (const encoding of encodings) {
      const filter = new RegExp(`^\\./${encodingFile(encoding)}$`);
      onResolve({ filter }, () => ({ path: `../lib/encodings/${encoding}.mjs`, external: true }));
    }
  },
};

/** The entries of the matchers: the same code, registered with one test runner or the other. Jest asks for both kinds of module. */
const matcherEntries = /** @type {const} */ ([
  ['vitest', 'esm', 'mjs'],
  ['jest', 'esm', 'mjs'],
  ['jest', 'cjs', 'cjs'],
]);

/** Has the entries read the one bundle that holds the matchers. @type {import('esbuild').Plugin} */
const matchersApart = {
  name: 'matchers-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/matchers\/index$/ }, () => ({ path: './matchers.cjs', external: true }));
  },
};

/** @type {(import('esbuild').BuildOptions & { metafile: true })[]} */
const bundles = [
  {
    ...node,
    entryPoints: ['client/src/node/extension.ts'],
    outfile: 'dist/client/extension.cjs',
    external: ['vscode'],
  },
  { ...node, entryPoints: ['server/src/main/serverNode.ts'], outfile: 'dist/server/server.cjs' },
  {
    ...node,
    entryPoints: ['server/src/main/cli.ts'],
    outfile: 'dist/cli/cli.cjs',
    banner: { js: '#!/usr/bin/env node' },
    plugins: [...common.plugins, encodingsApart],
  },
  {
    ...node,
    stdin: { contents: languageServerBin, resolveDir: import.meta.dirname },
    outfile: 'dist/cli/languageServer.cjs',
    external: ['./cli.cjs'],
    banner: { js: '#!/usr/bin/env node' },
  },
  {
    ...common,
    entryPoints: ['server/src/main/lib.ts'],
    outfile: 'dist/lib/index.mjs',
    platform: 'neutral',
    target: 'es2022',
    format: 'esm',
  },
  { ...node, entryPoints: ['server/src/matchers/index.ts'], outfile: 'dist/lib/matchers.cjs' },
  ...matcherEntries.map(([runner, format, ending]) => ({
    ...node,
    format,
    entryPoints: [`server/src/main/${runner}.ts`],
    outfile: `dist/lib/${runner}.${ending}`,
    external: ['vitest', '@jest/globals'],
    plugins: [...common.plugins, matchersApart],
  })),
  ...encodings.map((encoding) => ({
    ...common,
    entryPoints: [`server/src/host/${encodingFile(encoding)}.ts`],
    outfile: `dist/lib/encodings/${encoding}.mjs`,
    platform: /** @type {const} */ ('neutral'),
    target: 'es2022',
    format: /** @type {const} */ ('esm'),
  })),
];

if (watch) await watchAll();
else await buildAll();

async function buildAll() {
  rmSync('dist', { recursive: true, force: true });
  const results = await Promise.allSettled(bundles.map((options) => build(options)));
  const built = results.filter((result) => result.status === 'fulfilled').map((result) => result.value.metafile);
  for (const metafile of built) printSizes(metafile);
  mkdirSync('.tsbuild', { recursive: true });
  writeFileSync('.tsbuild/bundles.json', JSON.stringify(built)); // test/bundles.test.ts reads what went into which
  writeNotices(built, 'dist/THIRD-PARTY-NOTICES.txt');
  const typed = writeLibraryTypes('dist/lib', {
    'index.d.mts': 'main/lib.ts',
    ...Object.fromEntries(encodings.map((one) => [`encodings/${one}.d.mts`, `host/${encodingFile(one)}.ts`])),
    ...Object.fromEntries(
      ['vitest.d.mts', 'vitest.d.cts', 'jest.d.mts', 'jest.d.cts'].map((file) => [
        file,
        `main/${file.split('.')[0]}.ts`,
      ]),
    ),
  });
  if (!typed || built.length < bundles.length) process.exitCode = 1; // esbuild and tsc have said why
}

async function watchAll() {
  for (const options of bundles) await (await context({ ...options, logLevel: 'info' })).watch();
  console.log('watching; press Ctrl-C to stop');
}

/** @param {import('esbuild').Metafile} metafile */
function printSizes(metafile) {
  for (const file of Object.keys(metafile.outputs)) {
    /** @param {number} bytes */
    const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`.padStart(11);
    const zipped = gzipSync(readFileSync(file)).length;
    console.log(`${file.padEnd(30)}${kib(statSync(file).size)}${kib(zipped)} gzipped`);
  }
}
