/** Registers the matchers with Jest: `import 'transcript-lint/jest'` in a test or under `setupFilesAfterEnv`. */
import { expect } from '@jest/globals';
import type { SendableMatchers } from '../matchers/declarations';
import { toBeSendable, toKeepEveryPrefixSendable } from '../matchers/index';

expect.extend({ toBeSendable, toKeepEveryPrefixSendable });

export * from '../matchers/index';

// With `import { expect } from '@jest/globals'`.
declare module 'expect' {
  interface Matchers<R> extends SendableMatchers<R> {}
  interface AsymmetricMatchers extends SendableMatchers<unknown> {}
}

// With @types/jest.
declare global {
  // biome-ignore lint/style/noNamespace: the types that are added to are in a namespace
  namespace jest {
    interface Matchers<R> extends SendableMatchers<R> {}
    interface Expect extends SendableMatchers<unknown> {}
  }
}
