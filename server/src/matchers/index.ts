/** The matchers as plain functions: what `expect.extend` takes. */
export { type SendableOptions, toBeSendable } from './toBeSendable';
export { type PrefixConversation, type PrefixOptions, toKeepEveryPrefixSendable } from './toKeepEveryPrefixSendable';
export type { MatcherResult } from './types';
