import { createHash, randomBytes } from 'node:crypto';
import { closeSync, openSync, type Stats, unlinkSync } from 'node:fs';
import {
  access,
  chmod,
  chown,
  constants,
  type FileHandle,
  lstat,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nameOfBytes, systemPath } from './names';
import { hostError } from './nodeErrors';
import { type Host, HostError, type Rewriting } from './types';

/** As `Host.replaceFile`. */
export const replaceFile: Host['replaceFile'] = async (path, before, after) => {
  const begun = await begin(path);
  await begun.finishing(async () => {
    await begun.file.writeFile(after);
    return async () => (await readFile(systemPath(begun.target))).equals(before);
  });
};

/** As `Host.putFile`. */
export const putFile: Host['putFile'] = async (path, content) => {
  try {
    const old = await stat(systemPath(path)).catch(() => undefined);
    if (old !== undefined && !old.isFile()) return await writeFile(systemPath(path), content);
    const target = old === undefined ? path : await realPathOf(path);
    if (old !== undefined) await refuseReadOnly(target, old);
    const begun = await beginAt(target, old);
    await begun.finishing(async () => {
      await begun.file.writeFile(content);
      return async () => true;
    });
  } catch (error) {
    throw hostError(error);
  }
};

/** Where a path leads, as a string that leads back to it. */
export async function realPathOf(path: string): Promise<string> {
  return nameOfBytes(await realpath(systemPath(path), { encoding: 'buffer' }));
}

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
let onChange: (hasUnfinished: boolean) => void = () => {};

/** Removes what an interrupted replacement left beside its target. For signal handlers, hence not asynchronous. */
export function removeUnfinishedFiles(): void {
  for (const path of unfinished) {
    try {
      unlinkSync(systemPath(path));
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
    const target = await realPathOf(path);
    const old = await stat(systemPath(target));
    if (!old.isFile()) throw new HostError('other', 'is no regular file, and is not written to');
    await refuseReadOnly(target, old);
    return await beginAt(target, old);
  } catch (error) {
    throw hostError(error);
  }
}

/** `old`: what stands there, whose mode and owner the new file gets. */
async function beginAt(target: string, old: Stats | undefined): Promise<Begun> {
  const folder = dirname(target);
  await sweep(folder);
  // Process numbers come again, in containers with each run.
  const temporary = join(folder, `.transcript-lint-${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
  unfinished.add(temporary);
  onChange(true);
  try {
    // Synchronous: a signal comes before it or after it, and removes what is there.
    closeSync(openSync(systemPath(temporary), 'wx', old === undefined ? 0o666 : 0o600));
    return begunAt(target, old, temporary, await open(systemPath(temporary), 'r+'));
  } catch (error) {
    // One of that name that we did not make stays: it is somebody else's.
    if (!isTaken(error)) await unlink(systemPath(temporary)).catch(() => {});
    await forget(temporary);
    throw error;
  }
}

/** Names that `beginAt` gives, or gave in earlier versions. */
const TEMPORARY = /^\.transcript-lint-\d+-[0-9a-f]+\.tmp$/;
/** Nobody writes a file for so long without adding to it: whoever began one that is older was killed. */
const STALE = 60 * 60 * 1000;
const swept = new Set<string>();

/** Removes what runs that were killed have left in a folder: once for each folder, our own files alone. */
async function sweep(folder: string): Promise<void> {
  if (swept.has(folder)) return;
  swept.add(folder);
  const names = await readdir(systemPath(folder), { encoding: 'buffer' }).catch(() => []);
  for (const name of names.map(nameOfBytes).filter((one) => TEMPORARY.test(one))) {
    const path = systemPath(join(folder, name));
    const found = await lstat(path).catch(() => undefined);
    const isOurs = found?.isFile() === true && (process.getuid === undefined || found.uid === process.getuid());
    if (found !== undefined && isOurs && Date.now() - found.mtimeMs > STALE) await unlink(path).catch(() => {});
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

function begunAt(target: string, old: Stats | undefined, temporary: string, file: FileHandle): Begun {
  const remove = async () => {
    await file.close().catch(() => {}); // the first error is the one to tell
    await unlink(systemPath(temporary)).catch(() => {});
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
      if (old !== undefined) await keepOwner(systemPath(temporary), await file.stat(), old);
      await file.close();
      if (!(await isSame())) throw new HostError('changed', 'has changed since it was read and was left alone');
      await rename(systemPath(temporary), systemPath(target));
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
  const mayWrite = (mode & 0o222) !== 0 && (await access(systemPath(target), constants.W_OK).then(accept, refuse));
  if (!mayWrite) throw new HostError('read-only', 'is read-only and was left alone');
}

const accept = () => true;
const refuse = () => false;

async function keepOwner(path: string | Buffer, { uid, gid }: Stats, like: Stats): Promise<void> {
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
  const file = await open(systemPath(path), 'r');
  try {
    for await (const chunk of file.createReadStream({ autoClose: false })) hash.update(chunk);
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}
