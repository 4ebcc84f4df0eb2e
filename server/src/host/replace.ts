import { createHash } from 'node:crypto';
import { closeSync, openSync, type Stats, unlinkSync } from 'node:fs';
import {
  access,
  chmod,
  chown,
  constants,
  type FileHandle,
  open,
  readFile,
  realpath,
  rename,
  stat,
  unlink,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hostError } from './nodeErrors';
import { type Host, HostError, type Rewriting } from './types';

/** As `Host.replaceFile`. */
export const replaceFile: Host['replaceFile'] = async (path, before, after) => {
  const begun = await begin(path);
  await begun.finishing(async () => {
    await begun.file.writeFile(after);
    return async () => (await readFile(begun.target)).equals(before);
  });
};

/** As `Host.rewriteFile`. */
export const rewriteFile: Host['rewriteFile'] = async (path): Promise<Rewriting> => {
  const begun = await begin(path);
  return {
    write: (bytes) => begun.guard(async () => void (await begun.file.writeFile(bytes))),
    finish: (before) => begun.finishing(async () => async () => (await digestOf(begun.target)) === before),
    abandon: () => begun.remove(),
  };
};

const unfinished = new Set<string>();
let temporaryFiles = 0;
let onChange: (hasUnfinished: boolean) => void = () => {};

/** Removes what an interrupted replacement left beside its target. For signal handlers, hence not asynchronous. */
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

/** Tells whenever there begins to be something that `removeUnfinishedFiles` would remove, and when there is nothing again. */
export function watchUnfinishedFiles(listener: (hasUnfinished: boolean) => void): void {
  onChange = listener;
}

/** A temporary file beside its target. Whatever fails removes it. */
interface Begun {
  readonly target: string;
  readonly file: FileHandle;
  readonly guard: (work: () => Promise<void>) => Promise<void>;
  /** `write` writes the rest and gives the question whether the target is still what it was. */
  readonly finishing: (write: () => Promise<() => Promise<boolean>>) => Promise<void>;
  readonly remove: () => Promise<void>;
}

async function begin(path: string): Promise<Begun> {
  try {
    const target = await realpath(path);
    const old = await stat(target);
    if (!old.isFile()) throw new HostError('other', 'is no regular file, and is not written to');
    await refuseReadOnly(target, old);
    temporaryFiles += 1;
    const temporary = join(dirname(target), `.transcript-lint-${process.pid}-${temporaryFiles}.tmp`);
    unfinished.add(temporary);
    onChange(true);
    try {
      // Synchronous: a signal comes before it or after it, and removes what is there.
      closeSync(openSync(temporary, 'wx', 0o600));
      return begunAt(target, old, temporary, await open(temporary, 'r+'));
    } catch (error) {
      // One of that name that we did not make stays: an old run may have left it, or it is somebody else's.
      if (!isTaken(error)) await unlink(temporary).catch(() => {});
      await forget(temporary);
      throw error;
    }
  } catch (error) {
    throw hostError(error);
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

function begunAt(target: string, old: Stats, temporary: string, file: FileHandle): Begun {
  const remove = async () => {
    await file.close().catch(() => {}); // the first error is the one to tell
    await unlink(temporary).catch(() => {});
    await forget(temporary);
  };
  const guard = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      await remove();
      throw hostError(error);
    }
  };
  const finishing: Begun['finishing'] = (write) =>
    guard(async () => {
      const isSame = await write();
      // On disk before the rename, so that a power cut leaves the old file or the new one.
      await file.sync();
      await keepOwner(temporary, await file.stat(), old);
      await file.close();
      if (!(await isSame())) throw new HostError('changed', 'has changed since it was read and was left alone');
      await rename(temporary, target);
      await forget(temporary);
    });
  return { target, file, guard, finishing, remove };
}

/** A signal that has come while the file was there is still told: one more round of events, and a poll between the two. */
async function forget(temporary: string): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  unfinished.delete(temporary);
  if (unfinished.size === 0) onChange(false);
}

/** A rename needs leave of the folder alone, and root has leave for everything: so the file's own mode is asked too. */
async function refuseReadOnly(target: string, { mode }: Stats): Promise<void> {
  const mayWrite = (mode & 0o222) !== 0 && (await access(target, constants.W_OK).then(accept, refuse));
  if (!mayWrite) throw new HostError('read-only', 'is read-only and was left alone');
}

const accept = () => true;
const refuse = () => false;

async function keepOwner(path: string, { uid, gid }: Stats, like: Stats): Promise<void> {
  if (process.platform !== 'win32' && (uid !== like.uid || gid !== like.gid)) {
    await chown(path, like.uid, like.gid).catch(() => {
      throw new HostError(
        'denied',
        'belongs to another user, whom a new file could not be given to; it was left alone',
      );
    });
  }
  await chmod(path, like.mode & 0o7777); // after chown, which clears set-id bits
}

/** The SHA-256 of a file, read a piece at a time. */
async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'r');
  try {
    for await (const chunk of file.createReadStream({ autoClose: false })) hash.update(chunk);
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}
