import type { JsonNode } from '../json/node';
import type { PairingId, Role, Target } from '../model/types';

/** Where instructions that stand behind another message go. */
export type SystemPlacement = 'front' | 'in-place' | 'as-user';

/** Text by its node, so that its spelling is kept, or text that was made. */
export type Words = JsonNode | string;

interface PartBase {
  /** Where it stands in the source. */
  readonly at: JsonNode;
}

export interface TextPart extends PartBase {
  readonly kind: 'text';
  readonly text: Words;
  /** `cache_control`, where a provider's cache breakpoint stands on the part. */
  readonly cache?: JsonNode | undefined;
}

export type MediaSource =
  | { readonly kind: 'base64'; readonly mediaType: string; readonly data: Words }
  | { readonly kind: 'url'; readonly url: Words };

export interface MediaPart extends PartBase {
  readonly kind: 'media';
  readonly media: 'image' | 'document';
  readonly source: MediaSource;
  /** The name of a document. */
  readonly title?: JsonNode | undefined;
  readonly cache?: JsonNode | undefined;
}

/** What a call was made with. `free`: the text input of a custom tool, which is JSON only by chance. */
export type CallInput =
  | { readonly kind: 'absent' }
  | { readonly kind: 'json'; readonly node: JsonNode }
  | { readonly kind: 'free'; readonly node: JsonNode };

export interface CallPart extends PartBase {
  readonly kind: 'call';
  readonly id: PairingId;
  readonly name: JsonNode | undefined;
  readonly input: CallInput;
  readonly cache?: JsonNode | undefined;
}

export interface ResultPart extends PartBase {
  readonly kind: 'result';
  readonly id: PairingId;
  readonly content: Content;
  /** The flag that says that the call failed; undefined where it did not. */
  readonly error: JsonNode | undefined;
  readonly cache?: JsonNode | undefined;
}

/** Who made something, as far as the source says. */
export interface Maker {
  /** Known for certain. */
  readonly signer?: Target | undefined;
  /** The name that the source has for the provider. */
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
}

/** Thinking. It can be sent again where its provider signed it, and only there. */
export interface ReasoningPart extends PartBase {
  readonly kind: 'reasoning';
  readonly text: Words | undefined;
  /** Messages' own signature, if there is a usable one. */
  readonly signature: Words | undefined;
  /** Thinking that Messages has hidden: its data takes the place of text and signature. */
  readonly hidden: Words | undefined;
  /** Told of what is signed or hidden. */
  readonly madeBy?: Maker | undefined;
}

export interface RefusalPart extends PartBase {
  readonly kind: 'refusal';
  readonly text: Words;
}

export type Part = TextPart | MediaPart | CallPart | ResultPart | ReasoningPart | RefusalPart;

/** A message's or result's content. `text`: a bare string; `parts`: a list; `none`: absent or null. */
export interface Content {
  readonly form: 'text' | 'parts' | 'none';
  readonly parts: readonly Part[];
}

export interface Turn extends Content {
  readonly role: Role;
  readonly roleText: string;
  /** Where the role is spelled, if it is. */
  readonly roleAt?: JsonNode | undefined;
  /** The entry in the source. */
  readonly at: JsonNode;
  /** No message at all (a string, an object without a role): it goes through as it is. */
  readonly isRaw: boolean;
  /** An aborted or failed turn: its calls were never meant to be answered. */
  readonly mayStayOpen: boolean;
  /** The output limit cut it off. */
  readonly isCutOff: boolean;
}

export interface ToolDeclaration {
  readonly at: JsonNode;
  readonly name: JsonNode | undefined;
  readonly description: JsonNode | undefined;
  readonly schema: JsonNode | undefined;
  readonly strict: JsonNode | undefined;
  readonly cache: JsonNode | undefined;
  /** The input is free text. */
  readonly isFree: boolean;
}

export type ToolChoice = { readonly at: JsonNode } & (
  | { readonly kind: 'auto' | 'none' | 'any' }
  | { readonly kind: 'tool'; readonly name: JsonNode }
);

/** What a request body says beside its messages, as far as both sides have a word for it. */
export interface Parameters {
  readonly maxTokens?: JsonNode | undefined;
  readonly temperature?: JsonNode | undefined;
  readonly topP?: JsonNode | undefined;
  readonly stop?: JsonNode | undefined;
  readonly stream?: JsonNode | undefined;
  /** The person on whose behalf the request is made. */
  readonly user?: JsonNode | undefined;
  readonly tools?: readonly ToolDeclaration[] | undefined;
  readonly toolChoice?: ToolChoice | undefined;
  /** Whether several calls in one turn are allowed. */
  readonly parallelCalls?: { readonly at: JsonNode; readonly isAllowed: boolean } | undefined;
  readonly schema?: { readonly at: JsonNode; readonly schema: JsonNode } | undefined;
  readonly serviceTier?: JsonNode | undefined;
  /** Keys of the body that are spoken for: they go, or come back in the other dialect's words. */
  readonly consumed: readonly string[];
}

/**
 * Which call each result answers. It is decided once, when a conversation is read; whoever works on the conversation behind that
 * asks here and compares no ids (docs/design/conversion.md, "One pairing").
 */
export interface NeutralPairing {
  /** Results that answer no call are not in it. */
  readonly callOf: ReadonlyMap<ResultPart, CallPart>;
  /** Calls that declare the id of an open call again, each with that call: what answers the one answers the other. */
  readonly sameAs: ReadonlyMap<CallPart, CallPart>;
  /** Ids for calls that have none, or one that says nothing, in a source that pairs in another way than by ids. */
  readonly made: ReadonlyMap<CallPart, string>;
}

/** A conversation in nobody's dialect. */
export interface NeutralConversation {
  /** Instructions are read where they stand; elsewhere as if they stood in front, even between a call and its result. */
  readonly hasInstructionsInPlace: boolean;
  /** Instructions that stand outside the list. */
  readonly system: Content & { readonly at: JsonNode | undefined };
  readonly turns: readonly Turn[];
  readonly parameters: Parameters;
  /** The model that the history was made with, where no request names one. */
  readonly model: JsonNode | undefined;
  readonly pairing: NeutralPairing;
}

/** A historical input that goes out as `{}`. The original text stays in the original document. */
export interface Fallback {
  readonly pointer: string;
  readonly id: string;
  readonly name: string;
  /** The first 80 characters of what stands there. */
  readonly text: string;
  readonly reason: string;
}

/** What the other dialect cannot hold, or holds with less. */
export interface Loss {
  readonly pointer: string;
  readonly reason: string;
}

/** What the target requires and the source has not. `pointer`: the place in the source that lacks it. */
export interface Addition {
  readonly pointer: string;
  readonly reason: string;
}

/** Arguments that nobody can send: those of a call that waits for its answer, or too deep to be an object. */
export interface Refusal {
  readonly rule: 'malformed-arguments' | 'too-deep';
  readonly pointer: string;
  readonly id: string;
  readonly message: string;
}
