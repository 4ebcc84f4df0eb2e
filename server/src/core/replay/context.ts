import type { JsonNode } from '../json/node';
import type { RuleChecker } from '../lint/runRules';
import type { Conversation, Message } from '../model/types';
import type { Exchanges } from './exchanges';

/** What both sides of a replay read of one conversation. Indices of entries are behind its leading instructions. */
export interface ReplayContext {
  readonly conversation: Conversation;
  readonly instructions: readonly Message[];
  readonly entries: readonly Message[];
  readonly exchanges: Exchanges;
  readonly checker: RuleChecker;
  /** Indices in the conversation, by node. */
  readonly indexOf: ReadonlyMap<JsonNode, number>;
}

/** Entries that stand in front of a window in a form of their own: a head with its marker, a summary. */
export interface Lead {
  readonly messages: readonly Message[];
  /** Which entry of the conversation each one's node stands for. */
  readonly indexOf: ReadonlyMap<JsonNode, number>;
}
