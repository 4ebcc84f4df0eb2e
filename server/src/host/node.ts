import { constants as bufferLimits } from 'node:buffer';
import { createReadStream, type Dirent, type Stats } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { hostError } from './nodeErrors';
import { replaceFile, rewriteFile } from './replace';
import { type ByteSource, type FileStat, type FolderEntry, type Host, HostError } from './types';

/** The local disk. */
export const nodeHost: Host = {
  readFile: async (path) => {
    try {
      const found = await stat(path);
      if (!found.isFile() && !found.isDirectory()) {
        // A device may have no end, such as /dev/zero.
        return await readToEnd(createReadStream(path, { highWaterMark: BLOCK }), LARGEST_STREAM);
      }
      // A text of more code units than this cannot be held as one string; bytes are at least as many.
      if (found.size > bufferLimits.MAX_STRING_LENGTH) throw tooLarge();
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

  open: async (path) => {
    try {
      return await openSource(path);
    } catch (error) {
      throw hostError(error);
    }
  },

  replaceFile,
  rewriteFile,
};

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
  const file = await open(path, 'r');
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

function toEntry(entry: Dirent): FolderEntry {
  if (entry.isFile()) return { name: entry.name, kind: 'file' };
  if (entry.isDirectory()) return { name: entry.name, kind: 'folder' };
  return { name: entry.name, kind: entry.isSymbolicLink() ? 'link' : 'other' };
}
