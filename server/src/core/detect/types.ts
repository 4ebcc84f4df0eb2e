import type { JsonNode } from '../json/node';
import type { Dialect, DialectId, Side, Tier } from '../model/types';

/** A list of messages that was found in a document. */
export interface DetectedConversation {
  /** The array of entries, the rows root, or the lone message object (`isLone`). */
  readonly list: JsonNode;
  /** A single message object such as `choices[0].message`. */
  readonly isLone: boolean;
  /** The object directly around the list; undefined for a bare array, rows of bare messages, a lone message. */
  readonly body: JsonNode | undefined;
  readonly dialect: Dialect;
  readonly side: Side;
  readonly tier: Tier;
  /** It stands in an instrument's record of a request: no rule speaks of it unless somebody names its dialect or target. */
  readonly isTrace?: boolean;
  /** One JSONL row holds it. */
  readonly isRow: boolean;
  /** What `signElement` gave for each entry; the engine compares it after an edit inside one entry. */
  readonly signatures: readonly number[];
}

export interface Detection {
  readonly container: 'document' | 'rows' | 'message-rows';
  readonly conversations: readonly DetectedConversation[];
  /** Sentences for the status item: "tool_calls on an assistant message at /messages/3". */
  readonly evidence: readonly string[];
  /** After the last conversation came so much else that the rest was not searched. */
  readonly isCut: boolean;
}

/** Where most rows of a file have their conversation: the others are taken at their word. */
export interface RowHabit {
  readonly key: string;
  readonly side: Side;
  readonly tier: Tier;
  readonly isTrace: boolean;
}

/** What all rows of a JSON Lines file together say about each, where each row is a conversation of its own. */
export interface RowsOutlook {
  /** The first row with a conversation, from 0; undefined when there is none. */
  readonly firstRow: number | undefined;
  /** What plain role and text is read as: by its id, since an outlook goes to other threads. */
  readonly plain: DialectId;
  readonly habit: RowHabit | undefined;
}

export interface DetectOptions {
  readonly uri: string;
  readonly isRows: boolean;
  /** From configuration or the command line: read every list that could be one as this dialect, tier A. */
  readonly dialect?: Dialect | undefined;
  /** The file was named by configuration or on the command line: a list that is the whole file needs less evidence. */
  readonly isNamed?: boolean | undefined;
  /**
   * How the document was read before the edit that led here. It stays so where the entries' own signs are even, or are gone;
   * a strict majority of another dialect's takes it over.
   */
  readonly keptDialect?: Dialect | undefined;
  /** The root holds some rows of a file that was surveyed before. */
  readonly outlook?: RowsOutlook | undefined;
}
