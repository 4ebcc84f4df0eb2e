import type { JsonNode } from '../json/node';
import type { NewJson, Rewrite } from '../json/rewrite';

/** Who must accept the conversation. `own` is this project's closed rules for the flat shape. */
export type Target =
  | 'own'
  | 'openai'
  | 'azure'
  | 'anthropic'
  | 'bedrock'
  | 'vertex'
  | 'gemini'
  | 'mistral'
  | 'deepseek'
  | 'moonshot'
  | 'qwen'
  | 'zhipu'
  | 'minimax'
  | 'groq'
  | 'xai'
  | 'perplexity'
  | 'cohere'
  | 'ollama'
  | 'llamacpp'
  | 'strict';

/**
 * `request`: what a provider gets, all rules. `response`: what it sent back, no pairing rules. `assertion`: what a test expects
 * (`expected`, `chosen`, …), structure only. See docs/design/detection.md, "Sides".
 */
export type Side = 'request' | 'response' | 'assertion';

/**
 * How sure detection is. A and B get all rules, C none unless configuration names the file. See docs/design/detection.md,
 * "Tiers".
 */
export type Tier = 'A' | 'B' | 'C';

/**
 * A role as the model knows it, spelled or implied by what the entry is; `other` is a role outside every closed set, spelled in
 * `Message.roleText`, and `none` that of an entry on nobody's side, which belongs to the turn it stands in.
 */
export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool' | 'function' | 'other' | 'none';

/**
 * `item`: no message, and an entry of its own all the same: a call, a result, reasoning, a setting, a reference, or what nobody
 * knows. All others say why an entry is none: `not-object`, `no-role` (absent, not a string, blank), `broken` (half-typed JSON), `record` (a row
 * between rows of messages that has nothing of one, such as the header of a log: it is left alone).
 */
export type EntryShape = 'message' | 'item' | 'not-object' | 'no-role' | 'record' | 'broken';

/** The id that binds a call and its result, as it stands and as it is read. */
export interface PairingId {
  /** Where it stands; undefined when the key is absent. */
  readonly node: JsonNode | undefined;
  /** The key it stands under, or would; the list's, where it is one of several. */
  readonly key: string;
  /** What has that key, or would; undefined where nothing does. */
  readonly holder: JsonNode | undefined;
  /** Cast to text and trimmed; `''` when it is unusable for being missing, no scalar or blank. */
  readonly text: string;
  /** Why it cannot pair anything; undefined when it can. `zero` is the string "0". */
  readonly fault: 'missing' | 'not-scalar' | 'blank' | 'zero' | undefined;
  /** White space stands around it. */
  readonly isPadded: boolean;
}

interface PartBase {
  readonly message: Message;
  readonly node: JsonNode;
}

export interface TextPart extends PartBase {
  readonly kind: 'text';
  /** The string node; undefined when the part has no text of the right kind. */
  readonly textNode: JsonNode | undefined;
}

/** A tool call. `node` is the entry, the element of a list of calls or the part of the content that is one. */
export interface Call extends PartBase {
  readonly kind: 'call';
  /** Place among the calls of the message. */
  readonly index: number;
  readonly id: PairingId;
  readonly nameNode: JsonNode | undefined;
  readonly argumentsNode: JsonNode | undefined;
  /** What providers call it in their texts, where there are several kinds: "custom tool call". */
  readonly kindName?: string;
}

/** A tool result. `node` is the entry or the part of the content that is one. */
export interface Result extends PartBase {
  readonly kind: 'result';
  readonly id: PairingId;
  /** Further ids of a list of them: one result for several calls. */
  readonly also: readonly PairingId[];
  readonly contentNode: JsonNode | undefined;
  /** The name of its tool, where that may be what pairs it. */
  readonly nameNode: JsonNode | undefined;
  /** Without an id it is no fault: output that no call asked for. In order it answers a call like any other. */
  readonly isUnasked: boolean;
  /** The kind of call that such a result belongs to, as providers name it in their texts, where there are several. */
  readonly kindName?: string;
}

/** A call the provider itself runs, or its result: exempt from pairing, with rules of its own. */
export interface ServerPart extends PartBase {
  readonly kind: 'server-call' | 'server-result';
  readonly id: PairingId;
}

/** What asks a person to allow something, or the person's answer: they pair with each other and are exempt like a server's. */
export interface ApprovalPart extends PartBase {
  readonly kind: 'approval-request' | 'approval-answer';
  readonly id: PairingId;
}

/** Stands for something that the provider keeps and the list does not show: a call of any id, and perhaps a result. */
export interface ReferencePart extends PartBase {
  readonly kind: 'reference';
  readonly mayBeResult: boolean;
}

export interface OtherPart extends PartBase {
  /**
   * `reasoning`: thinking blocks; `media`: images, documents, audio; `setting`: what says something to the provider and nothing
   * to the model; `unknown`: no type, or one the dialect does not know.
   */
  readonly kind: 'reasoning' | 'media' | 'refusal' | 'setting' | 'unknown';
}

export type Part = TextPart | Call | Result | ServerPart | ApprovalPart | ReferencePart | OtherPart;

/** One entry of the list, read by its dialect. */
export interface Message {
  readonly index: number;
  readonly node: JsonNode;
  readonly shape: EntryShape;
  readonly role: Role;
  /** The role as spelled; `''` when there is none. */
  readonly roleText: string;
  readonly roleNode: JsonNode | undefined;
  readonly contentNode: JsonNode | undefined;
  /** Content parts and calls in document order; a tool message of flat and chat holds its one result. */
  readonly parts: readonly Part[];
  readonly calls: readonly Call[];
  readonly results: readonly Result[];
  /** What holds its calls in a list of their own, whatever it holds. */
  readonly callsNode: JsonNode | undefined;
  /** What holds that list: the entry, or a member in which a framework keeps what is an API's own. */
  readonly callsHolder: JsonNode;
  /** That is there and neither a list nor `null`: the key goes (docs/design/pairing.md, "The repair pass"). */
  readonly hasUnreadableCalls: boolean;
  /** It says something besides calls, results and reasoning: content that is not empty once coerced, a refusal, … */
  readonly hasOwnContent: boolean;
  /** The dialect of its calls and results, and by which it is read, where it is not that of its list. */
  readonly foreign: Dialect | undefined;
  /**
   * Its calls may stay open and are not reported: an aborted or errored turn (docs/design/pairing.md,
   * "Calls that need no answer").
   */
  readonly mayStayOpen: boolean;
  /** A call of the old kind, which has no id and is none of `calls`: the message behind it, of role "function", answers it. */
  readonly hasLegacyCall: boolean;
  /** What has to come for one of its calls. */
  awaits(call: Call): Awaited;
  /** The ids of calls that the entry itself names as a result of its dialect would, whether or not it is one. */
  namedIds(): readonly PairingId[];
  /** Where it would name the call that it answers, if it were a result and an entry of its own. */
  answerId(): PairingId;
  /**
   * What it holds that is a call or a result in some other wire shape. It is read loosely, for one use alone: whatever may be the
   * other half of a call or result forbids that either is thrown away or made up.
   */
  otherHalves(): readonly OtherHalf[];
}

/** `approval`: a person has to allow the call first. `later`: its result may come whenever it does, or never. */
export type Awaited = 'result' | 'approval' | 'later';

/** A call or a result that a dialect other than the list's would see in an entry, with the ids that it goes by. */
export interface OtherHalf {
  readonly kind: 'call' | 'result';
  readonly node: JsonNode;
  readonly ids: readonly PairingId[];
}

/** Neighbours that the provider reads as one: same-role messages in `messages`, a single message elsewhere. */
export interface Turn {
  readonly index: number;
  readonly role: Role;
  readonly messages: readonly Message[];
}

export interface Conversation {
  readonly dialect: Dialect;
  readonly target: Target;
  /** The user chose the target by configuration or command line; it was not derived from the dialect. */
  readonly isTargetChosen: boolean;
  /** The request's `model`, if it names one. */
  readonly model: string | undefined;
  readonly side: Side;
  readonly tier: Tier;
  /** The array of entries; for message-a-row JSONL the rows root; for a lone message (`choices/0/message`) that message. */
  readonly list: JsonNode;
  /** The object around the list that has `model`, `system`, `tools`, … ; undefined for a bare list. */
  readonly body: JsonNode | undefined;
  readonly messages: readonly Message[];
  readonly turns: readonly Turn[];
  /** The conversation is one row of JSONL: a training or batch record, which may end on the call that it teaches. */
  readonly isRow: boolean;
  /** The file or configuration says that it is sent as it stands, so an open call at the tail is an error. */
  readonly isSentAsIs: boolean;
}

declare const brand: unique symbol;

/**
 * The name of a dialect, as configuration and reports spell it: a text, but to the compiler a thing of its own, which no text is
 * equal to or passes for. Made in `dialects/` alone: whoever wants to know how a shape behaves asks for its traits.
 */
export interface DialectId {
  readonly [brand]: 'dialect';
}

/** What a wire shape is like: what the passes over the model ask, in place of its name. */
export interface DialectTraits {
  readonly id: DialectId;
  /** As people write it: "OpenAI chat". */
  readonly name: string;
  /** Where somebody chooses one and may not know them. */
  readonly title: string;
  /** How to tell it from the others, in a few words beside its title. */
  readonly detail: string;
  /** The same for the configuration's schema, as a sentence. */
  readonly description: string;
  /** The same where many stand in one line, each behind a count. */
  readonly shortName: string;
  /** Who is meant where neither a person nor the model says more. */
  readonly defaultTarget: Target;
  /** Roles of the closed set, as spelled. */
  readonly roles: readonly string[];
  /** Where the entries stand in the body, the place that a new document is written with first. */
  readonly lists: readonly [EntryList, ...EntryList[]];
  readonly instructions: Instructions;
  /**
   * What the provider reads as one turn: each entry, or neighbours of the assistant's side and of the user's; entries of nobody's
   * side go on with the assistant's turn.
   */
  readonly turns: 'single' | 'merged';
  /** Where calls stand: in a list of their own beside the content, among its parts, or as entries of their own. */
  readonly calls: 'list' | 'parts' | 'entries';
  /** The member that holds that list. */
  readonly callsKey?: string;
  /** A result is an entry of its own, or a block of a user message. */
  readonly results: 'entries' | 'blocks';
  /**
   * The member for the id of a result, where the role alone makes an entry one: on an entry of another role it stands astray.
   * Absent where results are blocks, or entries of a type.
   */
  readonly strayId?: string;
  /** How the role of each speaker is spelled, and that of an entry that is or holds a result. */
  readonly roleNames: { readonly user: string; readonly assistant: string; readonly result: string };
  /** The types of parts that contents hold; absent: they are not checked. */
  readonly vocabulary?: Vocabulary;
  /**
   * Where results have to stand. `run`: entries directly behind the turn that called, before anything else. `lead`: in
   * the next user message, in front of all that it says. `turn`: in the next turn, anywhere in it. `none`: anywhere behind the call.
   */
  readonly adjacency: 'run' | 'lead' | 'turn' | 'none';
  /**
   * Of results in the next turn: what arrives never joins a turn that holds none, whose words would be taken for a part of the
   * answer. It gets a turn of its own in front of that one, which the provider has to allow.
   */
  readonly keepsResultsApart?: true;
  /**
   * `id-else-order`: in order, where no call of the conversation has an id. `name-and-order`: by the id where call and result
   * both have one, else by the tool's name, else in order, turn by turn.
   */
  readonly pairsBy: 'id' | 'id-else-order' | 'name-and-order';
  /** What a call is made with: JSON as text, an object, or either. */
  readonly callInput: 'text' | 'object' | 'either';
  /** What content may be: text alone, or a list of parts too. */
  readonly content: 'text' | 'text-or-parts';
  /** The shape is this project's own and takes nothing besides: what a relative or a log may add or spell its own way is a fault. */
  readonly isClosed: boolean;
  /** What becomes of an id that is declared again: the later call goes, or it gets an id of its own. */
  readonly reusedIds: 'drop' | 'rename';
}

/** The types of parts that contents hold. */
export interface Vocabulary {
  /** By role; the content of a role that is not named is not checked. */
  readonly parts: Readonly<Partial<Record<Role, PartTypes>>>;
  /** Parts of the other speaker are a fault of their own: here a type is wrong only where no role takes it. */
  readonly isShared: boolean;
  /** The endings of types that a provider makes for each of its tools. */
  readonly endings: readonly string[];
  /** Parts of a content that a result has for itself. */
  readonly results?: PartTypes;
}

export interface PartTypes {
  /** Those that are named to people. */
  readonly usual: readonly string[];
  /** Those that hardly anybody sends. */
  readonly rare: readonly string[];
}

/** A member of the body that holds entries: `messages`, `input`, `contents`. */
export interface EntryList {
  readonly key: string;
  /** A bare string may stand there for one message of the user. */
  readonly isString?: boolean;
}

export interface Instructions {
  /** Roles that carry them. */
  readonly roles: readonly Role[];
  /** Where they stand in what is sent: in front of the list, where they are said, or in a field outside the list. */
  readonly stand: 'front' | 'in-place' | 'field';
  /**
   * Where normalization puts them. `front` is for lists in which they may stand anywhere too; `in-place` moves none: who says
   * some half-way means it.
   */
  readonly settle: 'front' | 'in-place' | 'field';
  /**
   * The member of the body that holds some outside the list: `system`, `instructions`, `systemInstruction`. Beside a list in
   * which they stand in place it is counted and read, and nothing is lifted into it.
   */
  readonly field?: string;
  /**
   * What stands in that member: `string`; `blocks`, a string or a list of blocks with a `type`; `parts`, an object around a list
   * of parts; `texts`, a list of `{text}`.
   */
  readonly form?: 'string' | 'blocks' | 'parts' | 'texts';
}

/** A wire shape, as far as the model needs it: `dialects/` reads, looks for and converts it besides. */
export interface Dialect extends DialectTraits {
  /** How it is written; absent: it is evidence only, and no fix is offered. */
  readonly edit?: DialectEdit;
  /** Whether a body says that the provider holds messages in front of the list. */
  readonly resumes: (body: JsonNode) => boolean;
}

/**
 * How a document of a dialect is changed. Fixes, normalization, merging, windows and text to message write through this alone,
 * so that they need not know under which members things stand. An id of `undefined` leaves the id out (pairing in order).
 */
export interface DialectEdit {
  /** A whole entry that says a text. */
  readonly message: (role: 'user' | 'assistant' | 'system', text: string) => unknown;
  /** A whole entry that answers a call with a text. */
  readonly answer: (id: string | undefined, text: string) => unknown;
  /** What stands in for the result of a call that never came: an entry, or a part of one where results are parts. */
  readonly result: (call: Call, id: string | undefined) => unknown;
  /** An entry of the user that holds these parts. */
  readonly turn: (parts: readonly NewJson[]) => NewJson;
  /** A part that says a text; that of a node stays in its own spelling. */
  readonly textPart: (text: JsonNode | string) => NewJson;
  /** The content that normalization puts in the place of one the dialect does not allow; undefined when it is fine. */
  readonly coercedContent: (message: Message) => NewJson | undefined;
  readonly setContent: (rewrite: Rewrite, message: Message, content: NewJson) => void;
  /** Gives a result the name of the tool that its call has; absent where names pair nothing. */
  readonly setName?: (rewrite: Rewrite, result: Result, name: string) => void;
  /**
   * Contents one behind the other: texts joined by a newline, and where one has parts, part lists joined, results first
   * (docs/design/windows.md, "Merge"). Undefined where nothing is said at all.
   */
  readonly joined: (pieces: readonly Piece[]) => NewJson | undefined;
  /** Gives an entry a role, as spelled. */
  readonly setRole: (rewrite: Rewrite, message: Message, role: string) => void;
  /** The list of a message's calls, where they have one of their own: takes it out whole, or gives one. */
  readonly calls?: {
    readonly drop: (rewrite: Rewrite, message: Message) => void;
    readonly set: (rewrite: Rewrite, message: Message, calls: NewJson) => void;
  };
  /** Makes a row of another shape the result that it says it is; absent where such a row is one. */
  readonly asResult?: (rewrite: Rewrite, row: Message, id: string, content: NewJson) => void;
  /** The member of the body that takes instructions; absent where none does. */
  readonly field?: InstructionField;
}

/** Something to be joined to a content: another content, some parts of one, or plain text. */
export type Piece = JsonNode | { readonly parts: readonly JsonNode[] } | string | undefined;

/** A member of the body that takes instructions from the list. */
export interface InstructionField {
  /** Puts instructions behind what it holds, each after a blank line or as blocks; what says nothing adds nothing. */
  readonly add: (rewrite: Rewrite, body: JsonNode, contents: readonly Instruction[]) => void;
  /** What an entry says, as `add` takes it. */
  readonly of: (message: Message) => readonly Instruction[];
  /** The names of what an entry carries besides, and for which the member has no place. */
  readonly unliftable: (message: Message) => readonly string[];
  /** What a new document holds there. */
  readonly fresh: (text: string) => unknown;
}

/** Text, the content of a message, or such a content with the cache marker that stands beside it. */
export type Instruction = JsonNode | string | MarkedInstruction;

export interface MarkedInstruction {
  readonly content: JsonNode;
  readonly cache: JsonNode;
}
