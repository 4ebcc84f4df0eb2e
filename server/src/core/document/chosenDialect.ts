import type { ResolvedConfig } from '../config/types';
import type { Dialect } from '../model/types';

/** The dialect that configuration names for a file. */
export function chosenDialect({ file, dialect }: ResolvedConfig): Dialect | undefined {
  if (file !== 'auto' && file !== 'unlisted' && file !== 'none') return file;
  return dialect === 'auto' ? undefined : dialect;
}
