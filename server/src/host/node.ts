import { constants as bufferLimits } from 'node:buffer';
import { createReadStream, type Dirent, type Stats } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { nameOfBytes, systemPath } from './names';
import { hostError } from './nodeErrors';
import { putFile, realPathOf, replaceFile, rewriteFile } from './replace';
import { type ByteSource, type FileStat, type FolderEntry, type Host, HostError } from './types';

/** The local disk. */
export const nodeHost: Host = {
  readFile: async (path) => {
    try {
      const found = await stat(systemPath(path));
      if (!found.isFile() && !found.isDirectory()) {
        // A device may have no end, such as /dev/zero.
        return await readToEnd(createReadStream(systemPath(path), { highWaterMark: BLOCK }), LARGEST_STREAM);
      }
      // A text of more code units than this cannot be held as one string; bytes are at least as many.
      if (found.size > bufferLimits.MAX_STRING_LENGTH) throw tooLarge();
      return await readFile(systemPath(path));
    } catch (error) {
      throw hostError(error);
    }
  },

  stat: async (path) => {
    try {
      const found = await stat(systemPath(path));
      return { kind: kindOf(found), bytes: found.size, links: found.nlink };
    } catch (error) {
      const failed = hostError(error);
      if (failed.fault === 'missing') return undefined;
      throw failed;
    }
  },

  list: async (folder) => {
    try {
      return (await readdir(systemPath(folder), { withFileTypes: true, encoding: 'buffer' })).map(toEntry);
    } catch (error) {
      throw hostError(error);
    }
  },

  open: async (path) => {
    try {
      return await openSource(path);
    } catch (error) {
      throw hostError(error);
    }
  },

  readSettings: async (path) => {
    try {
      const found = await stat(systemPath(path));
      // A pipe would be waited for, a device may have no end.
      return found.isFile() && found.size <= LARGEST_SETTINGS ? await readFile(systemPath(path)) : undefined;
    } catch {
      return undefined; // one that others keep to themselves configures nothing
    }
  },

  realPath: (path) => realPathOf(path).catch(() => undefined),

  ignoresCase: process.platform === 'win32' || process.platform === 'darwin',

  replaceFile,
  rewriteFile,
  putFile,
};

/** A configuration is written by hand; a package.json with all its metadata stays far below this. */
const LARGEST_SETTINGS = 16 * 1024 * 1024;

const BLOCK = 1024 * 1024;
const LARGEST_STREAM = 256 * 1024 * 1024;

/** All that a stream has to say; `too-large` when that is more than `most` bytes. */
export async function readToEnd(
  stream: AsyncIterable<unknown>,
  most: number = bufferLimits.MAX_LENGTH,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a stream of bytes is needed');
    length += chunk.length;
    if (length > most) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(): HostError {
  return new HostError('too-large', 'is too large to be read');
}

async function openSource(path: string): Promise<ByteSource> {
  const file = await open(systemPath(path), 'r');
  const { size } = await file.stat();
  return {
    size,
    read: async (position, length) => {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - position)));
      let filled = 0;
      try {
        while (filled < bytes.length) {
          const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, position + filled);
          if (bytesRead === 0) break; // it has become shorter
          filled += bytesRead;
        }
      } catch (error) {
        throw hostError(error);
      }
      return bytes.subarray(0, filled);
    },
    close: () => file.close(),
  };
}

function kindOf(found: Stats): FileStat['kind'] {
  return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
}

function toEntry(entry: Dirent<Buffer>): FolderEntry {
  const name = nameOfBytes(entry.name);
  if (entry.isFile()) return { name, kind: 'file' };
  if (entry.isDirectory()) return { name, kind: 'folder' };
  return { name, kind: entry.isSymbolicLink() ? 'link' : 'other' };
}
