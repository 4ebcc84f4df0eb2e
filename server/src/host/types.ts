/**
 * The file system as the command line and the server need it. One implementation a runtime; paths in, bytes out. A path of names
 * that are no UTF-8 is a string too (`names.ts`).
 */
export interface Host {
  /** All of it. What is no regular file (a pipe, a device) is read to its end, or until it is more than can be held. */
  readonly readFile: (path: string) => Promise<Uint8Array>;
  /** A regular file that configures something; undefined when there is none, and for what is no regular file or absurdly large. */
  readonly readSettings: (path: string) => Promise<Uint8Array | undefined>;
  /** Where a path leads when every link in it is followed; undefined when nothing is there. */
  readonly realPath: (path: string) => Promise<string | undefined>;
  /** Names that differ in case alone are one name, as Windows and macOS have it. */
  readonly ignoresCase: boolean;
  /** A regular file, to be read a piece at a time. */
  readonly open: (path: string) => Promise<ByteSource>;
  /** Follows symbolic links; undefined when nothing is there. */
  readonly stat: (path: string) => Promise<FileStat | undefined>;
  readonly list: (folder: string) => Promise<readonly FolderEntry[]>;
  /**
   * Puts `after` in the place of `before`, whole or not at all: a reader sees the one or the other, never half of it. Refuses when
   * the file no longer holds `before`. Keeps mode, owner and, for a symbolic link, the link.
   */
  readonly replaceFile: (path: string, before: Uint8Array, after: Uint8Array) => Promise<void>;
  /** The same a piece at a time, for what is too large to be held twice. */
  readonly rewriteFile: (path: string) => Promise<Rewriting>;
  /** Writes a file whole or not at all, whether there was one or not. What is no regular file (a pipe, a device) is written to. */
  readonly putFile: (path: string, content: Uint8Array) => Promise<void>;
}

/** Bytes that can be read at any place, as often as needed. */
export interface ByteSource {
  readonly size: number;
  /** Fewer bytes than asked for at the end. */
  readonly read: (position: number, length: number) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}

/** A file that is being written beside the one that it is to replace. Ends with `finish` or `abandon`. */
export interface Rewriting {
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** Puts it in its place, unless the file there no longer has this SHA-256 (hexadecimal). */
  readonly finish: (before: string) => Promise<void>;
  readonly abandon: () => Promise<void>;
}

export interface FileStat {
  /** `other`: a pipe, a device, a socket. */
  readonly kind: 'file' | 'folder' | 'other';
  readonly bytes: number;
  /** Names that it has: hard links. */
  readonly links: number;
}

export interface FolderEntry {
  readonly name: string;
  /** `link` says nothing of where it leads. */
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

export type HostFault = 'missing' | 'denied' | 'folder' | 'read-only' | 'changed' | 'too-large' | 'other';

/** A file operation that failed, said for a person: "is read-only", without the path. */
export class HostError extends Error {
  readonly fault: HostFault;

  constructor(fault: HostFault, message: string) {
    super(message);
    this.name = 'HostError';
    this.fault = fault;
  }
}
