import type { Destination } from '../dialects/types';
import type { Target } from '../model/types';
import type { SystemPlacement } from '../transfer/types';

/** What holds for the conversion of one conversation. */
export interface ConvertSettings {
  readonly to: Destination;
  readonly target: Target;
  readonly model: string | undefined;
  readonly rewriteIds: boolean;
  readonly system: SystemPlacement | undefined;
  /** Whether every call is to have its result. */
  readonly closesCalls: boolean;
}
