import type { ResolvedConfig } from '../config/types';
import { dialectOf } from '../dialects/index';
import type { Dialect } from '../model/types';

/** The dialect that configuration names for a file. */
export function chosenDialect({ file, dialect }: ResolvedConfig): Dialect | undefined {
  if (file !== 'auto' && file !== 'unlisted' && file !== 'none') return dialectOf(file);
  return dialect === 'auto' ? undefined : dialectOf(dialect);
}
