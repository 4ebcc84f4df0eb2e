import { HostError, type HostFault } from './types';

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

/** What Node says of a failed file operation, for a person. */
export function hostError(error: unknown): HostError {
  if (error instanceof HostError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = FAULTS[code];
  if (known !== undefined) return new HostError(...known);
  return new HostError('other', `could not be read or written (${code || String(error)})`);
}
