// What the real-editor tests share: the broken transcript, its fixed text, and finding the editors.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type EditorId, findEditors } from '../../scripts/findEditors.mjs';

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

export type { EditorId };

/** The tests of one editor. Where it is missing they are reported as skipped, and in CI as failed. */
export function describeEditor(id: EditorId, tests: (program: string) => void): void {
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

/** A home of somebody who has just installed an editor and the server, with a project that holds transcripts. */
export interface Home {
  readonly folder: string;
  readonly project: string;
  /** Where the files of the project are, in order. */
  readonly files: readonly string[];
  write(path: string, text: string): void;
  read(file: string): string;
}

/** Nothing of the person who runs the tests is in it. Removed after the tests of the file. */
export function makeHome(files: readonly { readonly file: string; readonly text: string }[]): Home {
  const folder = mkdtempSync(join(tmpdir(), 'transcript-lint-home-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })); // an editor may still be writing its history
  const write = (path: string, text: string) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const [name, bundle] of Object.entries(programs)) {
    write(join('bin', name), `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'dist', 'cli', bundle)}' "$@"\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  for (const { file, text } of files) write(join('project', file), text);
  const project = join(folder, 'project');
  const read = (file: string) => readFileSync(join(project, file), 'utf8');
  return { folder, project, files: files.map(({ file }) => join(project, file)), write, read };
}

/** What `npm install --global transcript-lint` puts on the path. */
const programs = { 'transcript-language-server': 'languageServer.cjs', 'transcript-lint': 'cli.cjs' };

/** Runs an editor without a window, from the project; its script writes one JSON object a line to $REPORT. */
export async function runEditor(
  program: string,
  args: readonly string[],
  home: Home,
  more: Readonly<Record<string, string>> = {},
): Promise<readonly Sighting[]> {
  const report = join(home.folder, 'report.jsonl');
  const env = {
    ...process.env,
    HOME: home.folder,
    PATH: `${join(home.folder, 'bin')}${delimiter}${process.env.PATH ?? ''}`,
    XDG_CONFIG_HOME: join(home.folder, '.config'),
    XDG_STATE_HOME: join(home.folder, '.local', 'state'),
    XDG_CACHE_HOME: join(home.folder, '.cache'),
    XDG_DATA_HOME: join(home.folder, '.local', 'share'),
    TERM: 'xterm',
    FILES: JSON.stringify(home.files),
    FIX: preferredFix,
    REPORT: report,
    ...more,
  };
  const { code, output } = await finished(program, args, { env, cwd: home.project });
  const lines = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n') : [];
  expect(code, `${output}\n${lines.join('\n')}`).toBe(0);
  return lines.map((line): Sighting => JSON.parse(line));
}

function isCi(): boolean {
  const { CI } = process.env;
  return CI !== undefined && CI !== '' && CI !== 'false';
}

function finished(
  program: string,
  args: readonly string[],
  options: { readonly env: NodeJS.ProcessEnv; readonly cwd: string },
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
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
