/** Registers the matchers with Vitest: `import 'transcript-lint/vitest'` in a test or a setup file. */
import { expect } from 'vitest';
import type { SendableMatchers } from '../matchers/declarations';
import { toBeSendable, toKeepEveryPrefixSendable } from '../matchers/index';

expect.extend({ toBeSendable, toKeepEveryPrefixSendable });

export * from '../matchers/index';

declare module 'vitest' {
  interface Assertion extends SendableMatchers<void> {}
  interface AsymmetricMatchersContaining extends SendableMatchers<unknown> {}
}
