import type { TranscriptDocument } from '../document/document';
import { pointerOf } from '../json/node';
import type { Range } from '../lint/types';
import type { Conversation } from '../model/types';
import type { Edit } from '../text/edits';
import { estimateMessage } from '../window/countEntry';
import { TextSubject } from './textSubject';
import { trimmed, trimSubject, type WindowOptions, type WindowReport } from './trim';

/** A window on one conversation of a text, as an editor shows it. */
export interface TextWindow {
  readonly pointer: string;
  /** Index into `TranscriptDocument.conversations`. */
  readonly conversation: number;
  readonly window: WindowReport;
  /** Tokens of all entries behind the instructions. */
  readonly tokensBefore: number;
  /** The entry that the window starts at; absent where nothing is cut. */
  readonly start: Range | undefined;
}

export interface TrimTextOptions extends WindowOptions {
  /** Pointer of the one conversation that is meant; all by default. */
  readonly conversation?: string | undefined;
}

/** Where the windows of a text start. Nothing is repaired or merged first: what is shown is about the text as it stands. */
export function windowsOf(document: TranscriptDocument, options: TrimTextOptions): readonly TextWindow[] {
  return meant(document, options).map((one) => textWindow(one, trimmed(one.conversation, options).report));
}

/** The same windows, and the edits that leave nothing else. */
export function trimDocument(
  document: TranscriptDocument,
  options: TrimTextOptions,
): { readonly edits: readonly Edit[]; readonly windows: readonly TextWindow[] } {
  const all = meant(document, options);
  const conversations = all.map(({ conversation }) => conversation);
  const { subject, report } = trimSubject(TextSubject.of(document, conversations), options);
  const windows = all.flatMap((one, at) => {
    const window = report[at];
    return window === undefined ? [] : [textWindow(one, window)];
  });
  return { edits: subject.edits, windows };
}

/** An estimate of all messages; known already for those that have not changed. */
export function tokensOf({ messages }: Conversation): number {
  return messages.reduce((sum, message) => sum + estimateMessage(message), 0);
}

interface Meant {
  readonly conversation: Conversation;
  readonly index: number;
}

function meant(document: TranscriptDocument, { conversation: pointer }: TrimTextOptions): readonly Meant[] {
  return document.conversations.flatMap((conversation, index) => {
    const { list, side } = conversation;
    const isMeant = pointer === undefined || pointer === pointerOf(list);
    const isOpen = side === 'request' && list.kind === 'array' && !document.hasFaultIn(conversation);
    return isMeant && isOpen ? [{ conversation, index }] : [];
  });
}

function textWindow({ conversation, index }: Meant, window: WindowReport): TextWindow {
  const { list, messages } = conversation;
  const behind = window.entries.filter(({ fate }) => fate !== 'instructions');
  const first = messages[window.entries.length - behind.length + window.start]?.node;
  return {
    pointer: pointerOf(list),
    conversation: index,
    window,
    tokensBefore: behind.reduce((sum, { tokens }) => sum + tokens, 0),
    start: window.dropped > 0 && first !== undefined ? { start: first.start, end: first.end } : undefined,
  };
}
