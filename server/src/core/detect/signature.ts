/**
 * What one element of a list says about detection, as bit flags in one number: the engine compares the number after an edit
 * inside the element and looks at the whole file again only when it changed. These are nobody's own; the bits of the dialects'
 * vocabulary stand above them (`signBits.ts`).
 */
export const Sign = {
  object: 1 << 0,
  /** Tool vocabulary next to a known role. */
  strong: 1 << 1,
  /** A known role and content that is a string, null or a list of typed blocks. */
  medium: 1 << 2,
  /** A known role and `text`. */
  weak: 1 << 3,
  /** Looks like a message that somebody broke: no role, a foreign role, content of another kind. Counts beside strong ones only. */
  damaged: 1 << 4,
  /** A row of a session log, with the message inside. */
  envelope: 1 << 5,
  /** Vocabulary of a dialect that is not read here. */
  foreign: 1 << 6,
  /** Content as blocks without a type, or as one block outside a list: Converse, MCP, or a mistake. */
  oddContent: 1 << 7,
  /** Another record among messages: no role, but a `type`, `event` or `kind`. */
  record: 1 << 8,
  nearRole: 1 << 9,
  system: 1 << 10,
  user: 1 << 11,
  assistant: 1 << 12,
  tool: 1 << 13,
  textContent: 1 << 14,
  /** `toolCallId` on a tool message: another client's, unless the calls beside it are ours. */
  camelResultId: 1 << 15,
} as const;

export const ANY_ROLE = Sign.system | Sign.user | Sign.assistant | Sign.tool;
export const MESSAGE_LIKE = Sign.strong | Sign.medium | Sign.weak;

/** Where the bits of the dialects begin. */
export const FIRST_OWN = 16;
