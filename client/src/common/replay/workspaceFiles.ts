import { type CancellationToken, FileType, Uri, workspace } from 'vscode';

/** Endings of files that may be transcripts; which are, the server decides by their content. */
const ENDINGS = /\.(json|jsonc|jsonl|ndjson|traj)$/i;
/** Folders of programs, not of people's files. */
const SKIPPED = /^(\.|node_modules$)/;
/** More than anybody waits for; the command line has no such limits. */
const MOST_FILES = 5000;
const MOST_FOLDERS = 20_000;
const LARGEST_FILE = 32 * 1024 * 1024;
/** Questions to the file system at once. */
const AT_ONCE = 32;

export interface WorkspaceFiles {
  /** In the order of their paths. */
  readonly files: readonly Uri[];
  /** There are more files or folders than were looked at. */
  readonly isCapped: boolean;
  readonly tooLarge: number;
}

/**
 * The workspace's files that may be transcripts. Walked folder by folder, which works in every host; a file search does not. Links are
 * not followed: they may lead anywhere, and in circles.
 */
export async function workspaceFiles(token: CancellationToken): Promise<WorkspaceFiles> {
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const files: Uri[] = [];
  let walked = 0;
  while (walked < folders.length && files.length < MOST_FILES && walked < MOST_FOLDERS) {
    if (token.isCancellationRequested) break;
    const some = folders.slice(walked, walked + AT_ONCE);
    walked += some.length;
    for (const [at, entries] of (await Promise.all(some.map(list))).entries()) {
      const folder = some[at];
      if (folder === undefined) continue;
      for (const [name, type] of entries) {
        if (type === FileType.Directory && !SKIPPED.test(name)) folders.push(Uri.joinPath(folder, name));
        if (type === FileType.File && ENDINGS.test(name)) files.push(Uri.joinPath(folder, name));
      }
    }
  }
  const isCapped = walked < folders.length || files.length > MOST_FILES;
  const kept = await ofSize(files.slice(0, MOST_FILES), token);
  const tooLarge = Math.min(files.length, MOST_FILES) - kept.length;
  return { files: kept.sort((a, b) => (a.path < b.path ? -1 : 1)), isCapped, tooLarge };
}

async function list(folder: Uri): Promise<[string, FileType][]> {
  try {
    return await workspace.fs.readDirectory(folder);
  } catch {
    return []; // gone, or not ours to read
  }
}

async function ofSize(files: readonly Uri[], token: CancellationToken): Promise<Uri[]> {
  const kept: Uri[] = [];
  for (let at = 0; at < files.length && !token.isCancellationRequested; at += AT_ONCE) {
    const some = files.slice(at, at + AT_ONCE);
    const sizes = await Promise.all(some.map(sizeOf));
    kept.push(...some.filter((_, index) => (sizes[index] ?? 0) <= LARGEST_FILE));
  }
  return kept;
}

async function sizeOf(file: Uri): Promise<number> {
  try {
    return (await workspace.fs.stat(file)).size;
  } catch {
    return 0; // gone meanwhile: the server will not find it either
  }
}
