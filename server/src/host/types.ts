/** The file system as the command line and the server need it. One implementation a runtime; paths in, bytes out. */
export interface Host {
  readonly readFile: (path: string) => Promise<Uint8Array>;
  /** Follows symbolic links; undefined when nothing is there. */
  readonly stat: (path: string) => Promise<FileStat | undefined>;
  readonly list: (folder: string) => Promise<readonly FolderEntry[]>;
  /**
   * Puts `after` in the place of `before`, whole or not at all: a reader sees the one or the other, never half of it. Refuses when
   * the file no longer holds `before`. Keeps mode, owner and, for a symbolic link, the link.
   */
  readonly replaceFile: (path: string, before: Uint8Array, after: Uint8Array) => Promise<void>;
}

export interface FileStat {
  /** `other`: a pipe, a device, a socket. */
  readonly kind: 'file' | 'folder' | 'other';
  readonly bytes: number;
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
