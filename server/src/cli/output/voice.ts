import type { Medium } from '../../core/index';
import type { Io } from '../io';

/** Where a run says what happens beside its findings. */
export interface Voice {
  readonly io: Io;
  /** How to draw on standard error. */
  readonly errors: Medium;
  /** Configuration, input or output failed somewhere. */
  hasFailed: boolean;
  /** One line on standard error. */
  tell(message: string): Promise<void>;
}
