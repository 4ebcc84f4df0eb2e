import { join } from 'node:path';
import { build } from 'esbuild';

/** Bundles the command line from the sources, for tests that run it as a process. */
export async function bundleProgram(outfile: string): Promise<void> {
  await build({
    absWorkingDir: join(import.meta.dirname, '..', '..'),
    entryPoints: ['server/src/main/cli.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    define: { TRANSCRIPT_LINT_VERSION: '"1.2.3"' },
  });
}
