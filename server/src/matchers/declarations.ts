import type { SendableOptions } from './toBeSendable';
import type { PrefixConversation, PrefixOptions } from './toKeepEveryPrefixSendable';

/** What the matchers add to an expectation. `Result`: what a matcher gives back where nothing has to be waited for. */
export interface SendableMatchers<Result> {
  /**
   * A provider would take the list of messages, or the request body, as it stands: every result has its call, every call its result,
   * and whatever else the target asks for.
   */
  toBeSendable(options?: SendableOptions): Result;
  /**
   * The trimming function leaves every prefix of each conversation sendable. To be awaited, whether or not the function is
   * asynchronous.
   */
  toKeepEveryPrefixSendable(conversations: Iterable<PrefixConversation>, options?: PrefixOptions): Promise<void>;
}
