// What the real-editor tests share: the broken transcript, its fixed text, and finding the editors.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Editor, findEditors } from '../../scripts/findEditors.mjs';

export const root = join(import.meta.dirname, '..', '..');
export const server = ['node', join(root, 'dist', 'cli', 'cli.cjs'), 'lsp', '--stdio'] as const;

/** A history cut between a call and its result. The spelling of each line matters: the fix must keep it. */
export const broken = `[
  { "role": "system", "content": "You answer questions about the weather." },
  { "role": "user", "content": "Do I need an umbrella in Oslo? 😀" },
  {
    "role": "assistant",
    "content": null,
    "tool_calls": [
      {
        "id": "call_1",
        "type": "function",
        "function": { "name": "weather", "arguments": "{\\"city\\":\\"Oslo\\"}" }
      }
    ]
  },
  { "role": "user", "content": "And tomorrow?" }
]
`;

/** The line of `broken` that the call's id stands on, counted from 0. */
export const callLine = 8;

/** `broken` with the synthetic result directly after the calling turn, laid out like its short neighbours; every other byte as it was. */
export const fixed = broken.replace(
  '  { "role": "user", "content": "And tomorrow?" }',
  (next) => `  { "role": "tool", "tool_call_id": "call_1", "content": "Tool call was interrupted; no result." },
${next}`,
);

/** JSON that is not ours although it speaks of roles and messages: nothing of the server may show on it. */
export const notOurs = `{
  "name": "acl",
  "version": "1.0.0",
  "roles": [{ "role": "user", "allow": ["read"] }],
  "messages": { "call_1": "tool_calls", "content": null }
}
`;

export const rule = 'unanswered-call';
export const preferredFix = 'Insert a result that says the call was interrupted';
export const source = 'transcript-lint';

/** The tests of one editor. Where it is missing they are reported as skipped, and in CI as failed. */
export function describeEditor(id: Editor['id'], tests: (program: string) => void): void {
  const editor = findEditors().find((candidate) => candidate.id === id);
  if (editor === undefined) throw new Error(`no editor ${id}`);
  const { name, needs, program } = editor;
  if (program !== undefined) {
    describe(name, () => tests(program));
    return;
  }
  test.skipIf(!isCi())(`${name} is installed`, () => {
    expect.fail(`${name} was not found; on Debian: apt-get install ${needs}`);
  });
}

/** A folder with the broken transcript and a JSON file that is not ours, removed after the tests of the file. */
export function makeWorkspace(): { folder: string; transcript: string; manifest: string } {
  const parent = mkdtempSync(join(tmpdir(), 'transcript-lint-editor-'));
  afterAll(() => rmSync(parent, { recursive: true, force: true }));
  const folder = join(parent, 'weather-agent'); // shows in the screenshots
  mkdirSync(folder);
  const transcript = join(folder, 'cut-history.json');
  const manifest = join(folder, 'package.json');
  writeFileSync(transcript, broken);
  writeFileSync(manifest, notOurs);
  return { folder, transcript, manifest };
}

/** What an editor's script saw, by the names it gave. */
export interface Sighting {
  readonly what: string;
  readonly [detail: string]: unknown;
}

/** Runs an editor without a window; its script writes one JSON object a line to $REPORT. */
export async function runEditor(
  program: string,
  args: readonly string[],
  workspace: ReturnType<typeof makeWorkspace>,
): Promise<readonly Sighting[]> {
  const report = join(workspace.folder, 'report.jsonl');
  const env = {
    ...process.env,
    HOME: workspace.folder, // no configuration, caches or history of the person who runs the tests
    XDG_CONFIG_HOME: join(workspace.folder, 'config'),
    XDG_STATE_HOME: join(workspace.folder, 'state'),
    XDG_CACHE_HOME: join(workspace.folder, 'cache'),
    XDG_DATA_HOME: join(workspace.folder, 'data'),
    SERVER: JSON.stringify(server),
    TRANSCRIPT: workspace.transcript,
    MANIFEST: workspace.manifest,
    REPORT: report,
  };
  const { code, output } = await finished(program, args, env);
  expect(code, output).toBe(0);
  const lines = readFileSync(report, 'utf8').trim().split('\n');
  return lines.map((line): Sighting => JSON.parse(line));
}

function isCi(): boolean {
  const { CI } = process.env;
  return CI !== undefined && CI !== '' && CI !== 'false';
}

function finished(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
