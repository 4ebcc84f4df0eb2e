import type { TranscriptDocument } from '../document/document';
import { pointerOf } from '../json/node';
import type { Problem } from '../lint/problems';
import type { Conversation } from '../model/types';
import type { Edit } from '../text/edits';
import { hasNoWindow, type PrepareOptions, type PrepareStep, prepareSubject } from './prepare';
import { TextSubject } from './textSubject';
import type { WindowReport } from './trim';

export interface PrepareTextOptions extends PrepareOptions {
  /** Pointer of the one conversation that is meant; all by default. */
  readonly conversation?: string | undefined;
}

/** One conversation on its way to a request. */
export interface PreparedConversation {
  readonly pointer: string;
  readonly steps: readonly PrepareStep[];
  /** Absent where nothing was to be trimmed. */
  readonly window: WindowReport | undefined;
  /** What the target says of the result. */
  readonly problems: readonly Problem[];
  /** No legal window fits: the conversation is as it was. */
  readonly isUnchanged: boolean;
}

export interface PrepareTextResult {
  readonly text: string;
  readonly edits: readonly Edit[];
  readonly conversations: readonly PreparedConversation[];
  /** `text`, and what was read of it on the way. */
  readonly subject: TextSubject;
}

/** The steps of preparing on every request-side conversation of a document, as one minimal set of edits. */
export function prepareDocument(document: TranscriptDocument, options: PrepareTextOptions = {}): PrepareTextResult {
  const { text } = document;
  const { normalize } = document.config;
  const asked: PrepareOptions = {
    ...options,
    keepOpenTail: options.keepOpenTail ?? normalize.keepOpenTail,
    reusedIds: options.reusedIds ?? normalize.reusedIds,
  };
  const meant = document.conversations.filter((conversation) => isMeant(document, conversation, options));
  if (meant.length === 0) return { text, edits: [], conversations: [], subject: TextSubject.of(document) };
  const prepare = (conversations: readonly Conversation[]) =>
    prepareSubject(TextSubject.of(document, conversations), asked, document.config);
  const first = prepare(meant);
  const isLeft = meant.map((_, index) => hasNoWindow(first.report[index] ?? []));
  // What has no window stays as it is, whatever the steps before found to do.
  const { subject } = isLeft.includes(true) ? prepare(meant.filter((_, index) => isLeft[index] === false)) : first;
  const conversations = meant.map(({ list }, index): PreparedConversation => {
    const steps = first.report[index] ?? [];
    return { pointer: pointerOf(list), steps, ...readSteps(steps), isUnchanged: isLeft[index] === true };
  });
  return { text: subject.text, edits: subject.edits, conversations, subject };
}

function isMeant(document: TranscriptDocument, conversation: Conversation, options: PrepareTextOptions): boolean {
  const { list, side } = conversation;
  if (options.conversation !== undefined && options.conversation !== pointerOf(list)) return false;
  return side === 'request' && list.kind === 'array' && !document.hasFaultIn(conversation);
}

function readSteps(steps: readonly PrepareStep[]): Pick<PreparedConversation, 'window' | 'problems'> {
  let window: WindowReport | undefined;
  let problems: readonly Problem[] = [];
  for (const step of steps) {
    if (step.step === 'trim') window = step;
    if (step.step === 'validate') problems = step.problems;
  }
  return { window, problems };
}
