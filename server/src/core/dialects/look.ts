import type { JsonNode } from '../json/node';

/**
 * Vocabulary of a dialect. Each sign is a bit of what detection notes of an entry (`detect/signBits.ts`), by identity: one
 * that two dialects list is a sign of both, and speaks for the one whose own signs stand around it.
 */
export interface LookSign {
  /** What a person who asks for evidence is told: "tool_calls with a function". */
  readonly words: string;
  /** With it an entry that has a role is a message for certain, and more than the row of a result: calls, blocks of results. */
  readonly isCertain?: true;
  /** It says too little to count: it decides for its dialect where no other sign does. */
  readonly isFaint?: true;
}

/** Of a shape that is known and not read. */
export const FOREIGN_SIGN: LookSign = { words: 'Vocabulary of another format' };

export type Speaker = 'system' | 'user' | 'assistant' | 'tool';

export interface RoleLook {
  readonly speaker: Speaker;
  /** Of a role that no other dialect has. */
  readonly sign?: LookSign;
}

/** A member of an entry beside role and content. With it an entry that has a role is a message for certain. */
export interface KeyLook {
  readonly sign?: LookSign;
  /** It says something beside this speaker only. */
  readonly speaker?: Speaker;
  readonly isNullNothing?: true;
  /** It says nothing where another member has told already. */
  readonly isLast?: true;
  /** The member is a list of calls, and these tell whose. */
  readonly calls?: readonly CallLook[];
}

/** What a call looks like: the first row that fits decides, certain ones of all dialects before the likely ones. */
export interface CallLook {
  readonly sign: LookSign;
  /** Members that are there. */
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
  /** Its `type`, one of these. */
  readonly types?: readonly string[];
  /** What else has to hold, asked last. */
  readonly when?: (call: JsonNode) => boolean;
  readonly isLikely?: true;
}

/** A block of the content, by its `type`. */
export interface BlockLook {
  readonly sign: LookSign;
  /** What else has to hold; where it does not, the block may be another dialect's. */
  readonly when?: (block: JsonNode) => boolean;
}

/** A message outside a list. */
export interface Answer {
  readonly node: JsonNode;
  /** Child indexes that lead to it from the object that was asked about. */
  readonly path: readonly number[];
  /** What stands around it leaves no doubt, however little the message itself says. */
  readonly isCertain?: true;
}

/** How well an object around plain messages is known: it names its API, has a member of it alone, or only may be it. */
export type BodySign = 'named' | 'known' | 'likely';

/**
 * How entries and bodies of a dialect are told from others without reading them: tables from which detection makes one, so
 * that an entry is looked at once for all dialects. What another dialect has too needs no row.
 */
export interface Look {
  /** The most telling first. */
  readonly signs: readonly LookSign[];
  readonly roles: Readonly<Record<string, RoleLook>>;
  readonly keys?: Readonly<Record<string, KeyLook>>;
  /** The member of an entry whose blocks the rows are about; `content` where it is not said. */
  readonly contentKey?: string;
  /** Who speaks where an entry names no role and its content, under a key of its own, holds a sign of the dialect. */
  readonly impliedSpeaker?: Speaker;
  readonly blocks?: Readonly<Record<string, BlockLook>>;
  /** By how a block's `type` ends, where no row names it. */
  readonly blockEndings?: Readonly<Record<string, BlockLook>>;
  /** By how it begins. */
  readonly blockBeginnings?: Readonly<Record<string, BlockLook>>;
  /** Members of blocks without a `type`. */
  readonly untypedBlocks?: Readonly<Record<string, BlockLook>>;
  /** Entries without a role, by their `type`. */
  readonly items?: Readonly<Record<string, ItemLook>>;
  readonly body?: BodyLook;
  readonly answers?: AnswerLook;
  readonly colours?: ColourLook;
}

/** What the editor's grammar colours, beside roles (`npm run generate`). */
export interface ColourLook {
  /** Members whose text is the id of a call that stands elsewhere; a name behind it is a tool's. */
  readonly ids?: readonly string[];
  /** Types of objects that are calls, with the tool's name behind the type. */
  readonly calls?: readonly string[];
}

/** An entry of its own kind, whose speaker follows from it. */
export interface ItemLook {
  readonly sign: LookSign;
  /** What else has to hold; where it does not, the entry may be another dialect's. */
  readonly when?: (entry: JsonNode) => boolean;
  readonly speaker?: Speaker;
}

/** What the object around a list says. */
export interface BodyLook {
  readonly sign?: (body: JsonNode) => BodySign | undefined;
  /** Whether a tool is declared as in this dialect; asked where the body does not name its API. */
  readonly declares?: (tool: JsonNode) => boolean;
  /** Members that nothing but a request has, so that an empty list beside them is one without messages. */
  readonly requestKeys?: readonly string[];
}

/** Recorded answers that are no list. */
export interface AnswerLook {
  /** Members that such an object has one of: most objects of most files have none. */
  readonly keys: readonly string[];
  /** Where a message of the assistant may stand in it; detection looks whether it is one. */
  readonly find: (object: JsonNode) => readonly Answer[];
}
