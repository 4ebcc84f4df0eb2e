import { constants as bufferLimits } from 'node:buffer';
import type { Dirent, Stats } from 'node:fs';
import { unlinkSync } from 'node:fs';
import {
  access,
  chmod,
  chown,
  constants,
  type FileHandle,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  stat,
  unlink,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileStat, type FolderEntry, type Host, HostError, type HostFault } from './types';

/** The local disk. */
export const nodeHost: Host = {
  readFile: async (path) => {
    try {
      const { size } = await stat(path);
      // A text of more code units than this cannot be held as one string; bytes are at least as many.
      if (size > bufferLimits.MAX_STRING_LENGTH) throw new HostError('too-large', 'is too large to be read');
      return await readFile(path);
    } catch (error) {
      throw hostError(error);
    }
  },

  stat: async (path) => {
    try {
      const found = await stat(path);
      return { kind: kindOf(found), bytes: found.size };
    } catch (error) {
      const failed = hostError(error);
      if (failed.fault === 'missing') return undefined;
      throw failed;
    }
  },

  list: async (folder) => {
    try {
      return (await readdir(folder, { withFileTypes: true })).map(toEntry);
    } catch (error) {
      throw hostError(error);
    }
  },

  replaceFile: async (path, before, after) => {
    try {
      await replace(await realpath(path), before, after);
    } catch (error) {
      throw hostError(error);
    }
  },
};

const unfinished = new Set<string>();
let temporaryFiles = 0;

/** Removes what an interrupted `replaceFile` left beside its target. For signal handlers, hence not asynchronous. */
export function removeUnfinishedFiles(): void {
  for (const path of unfinished) {
    try {
      unlinkSync(path);
    } catch {
      // Renamed in this moment, or gone: nothing is left to remove.
    }
  }
  unfinished.clear();
}

async function replace(target: string, before: Uint8Array, after: Uint8Array): Promise<void> {
  const old = await stat(target);
  await refuseReadOnly(target, old);
  temporaryFiles += 1;
  const temporary = join(dirname(target), `.transcript-lint-${process.pid}-${temporaryFiles}.tmp`);
  unfinished.add(temporary);
  try {
    await writeNew(temporary, after, old);
    if (!(await readFile(target)).equals(before)) {
      throw new HostError('changed', 'has changed since it was read and was left alone');
    }
    await rename(temporary, target);
  } catch (error) {
    await unlink(temporary).catch(() => {}); // the first error is the one to tell
    throw error;
  } finally {
    unfinished.delete(temporary);
  }
}

/** A rename needs leave of the folder alone, and root has leave for everything: so the file's own mode is asked too. */
async function refuseReadOnly(target: string, { mode }: Stats): Promise<void> {
  const mayWrite = (mode & 0o222) !== 0 && (await access(target, constants.W_OK).then(accept, refuse));
  if (!mayWrite) throw new HostError('read-only', 'is read-only and was left alone');
}

const accept = () => true;
const refuse = () => false;

async function writeNew(path: string, bytes: Uint8Array, like: Stats): Promise<void> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'wx', 0o600);
    await file.writeFile(bytes);
    // On disk before the rename, so that a power cut leaves the old file or the new one.
    await file.sync();
    const { uid, gid } = await file.stat();
    if (process.platform !== 'win32' && (uid !== like.uid || gid !== like.gid)) {
      await chown(path, like.uid, like.gid).catch(() => {
        throw new HostError(
          'denied',
          'belongs to another user, whom a new file could not be given to; it was left alone',
        );
      });
    }
    await chmod(path, like.mode & 0o7777); // after chown, which clears set-id bits
  } finally {
    await file?.close();
  }
}

function kindOf(found: Stats): FileStat['kind'] {
  return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
}

function toEntry(entry: Dirent): FolderEntry {
  if (entry.isFile()) return { name: entry.name, kind: 'file' };
  if (entry.isDirectory()) return { name: entry.name, kind: 'folder' };
  return { name: entry.name, kind: entry.isSymbolicLink() ? 'link' : 'other' };
}

const FAULTS: Readonly<Record<string, readonly [fault: HostFault, message: string]>> = {
  ENOENT: ['missing', 'does not exist'],
  ENOTDIR: ['missing', 'does not exist'],
  ENAMETOOLONG: ['missing', 'does not exist: its name is too long'],
  ELOOP: ['missing', 'is a symbolic link that leads to itself'],
  EACCES: ['denied', 'may not be read or written'],
  EPERM: ['denied', 'may not be read or written'],
  EISDIR: ['folder', 'is a folder'],
  EROFS: ['read-only', 'is on a read-only file system'],
  ENOSPC: ['other', 'does not fit on the disk, which is full'],
  ERR_FS_FILE_TOO_LARGE: ['too-large', 'is too large to be read'],
};

function hostError(error: unknown): HostError {
  if (error instanceof HostError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = FAULTS[code];
  if (known !== undefined) return new HostError(...known);
  return new HostError('other', `could not be read or written (${code || String(error)})`);
}
