import { type TextDocument, Uri, workspace } from 'vscode';
import type { DocumentSelector } from 'vscode-languageclient';
import { detect, mayBeSessionLog, mayBeTranscript } from '../../../server/src/core/index';

const CONFIG_FILE = 'transcript-lint.config.json';
const LANGUAGES = ['json', 'jsonc', 'jsonl'];
/** Files of these names are transcripts' homes even where VS Code knows no language for them. */
const SUFFIXES = ['jsonl', 'ndjson', 'traj'];
/** Never `git:`, `output:`, notebook cells: spec of detection, step 0. */
const SCHEMES = ['file', 'untitled', 'vscode-vfs', 'vscode-remote', 'vscode-userdata', 'memfs'];

/** The documents that the server is told of; which of them are transcripts is decided by the core alone. */
export const documentSelector: DocumentSelector = SCHEMES.flatMap((scheme) => [
  ...LANGUAGES.map((language) => ({ scheme, language })),
  { scheme, pattern: `**/*.{${SUFFIXES.join(',')}}` },
]);

/** Whether this document alone is reason enough to start the server. */
export function isTranscript(document: TextDocument): boolean {
  const uri = document.uri.toString();
  if (!isCandidate(document)) return false;
  const text = document.getText();
  return mayBeTranscript(text, uri) && detect(text, { uri }) !== undefined;
}

/** The language that an unsaved plain text should have: a transcript that somebody pasted is JSON, whatever it is called. */
export function pastedLanguage(document: TextDocument): 'json' | 'jsonl' | undefined {
  if (!document.isUntitled || document.languageId !== 'plaintext') return undefined;
  const text = document.getText();
  const uri = document.uri.toString();
  const found = mayBeTranscript(text, uri) ? detect(text, { uri }) : undefined;
  if (found === undefined) return undefined;
  return found.container === 'document' ? 'json' : 'jsonl';
}

/** Whether a document is a log that can be converted to a transcript; its first row says so. */
export function isSessionLog(document: TextDocument): boolean {
  return isCandidate(document) && document.lineCount > 1 && mayBeSessionLog(document.lineAt(0).text);
}

/** Whether a document is a configuration file of ours; its problems are shown as it is typed. */
export function isConfigFile({ uri }: TextDocument): boolean {
  return uri.path.endsWith(`/${CONFIG_FILE}`);
}

/** A project that configures us wants the server even before the first transcript is open: its globs may name files. */
export async function isConfigured(): Promise<boolean> {
  const files = workspace.getConfiguration('transcriptLint').get<readonly unknown[]>('files', []);
  if (files.length > 0) return true;
  const roots = (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const found = await Promise.all([
    ...roots.map((root) => exists(Uri.joinPath(root, CONFIG_FILE))),
    ...roots.map((root) => hasConfigKey(Uri.joinPath(root, 'package.json'))),
  ]);
  if (found.includes(true)) return true;
  try {
    return (await workspace.findFiles(`**/${CONFIG_FILE}`, '**/node_modules/**', 1)).length > 0;
  } catch {
    return false; // a host without file search
  }
}

function isCandidate({ uri, languageId }: TextDocument): boolean {
  if (!SCHEMES.includes(uri.scheme)) return false;
  return LANGUAGES.includes(languageId) || SUFFIXES.some((suffix) => uri.path.endsWith(`.${suffix}`));
}

async function exists(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

async function hasConfigKey(manifest: Uri): Promise<boolean> {
  try {
    const root: unknown = JSON.parse(new TextDecoder().decode(await workspace.fs.readFile(manifest)));
    return typeof root === 'object' && root !== null && 'transcript-lint' in root;
  } catch {
    return false; // no manifest, or one that is being edited
  }
}
