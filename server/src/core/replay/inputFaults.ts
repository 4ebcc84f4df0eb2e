import type { ResolvedConfig } from '../config/types';
import type { TranscriptDocument } from '../document/document';
import type { Analysis } from '../document/types';
import { type JsonNode, nodeAt } from '../json/node';
import { problemsOf } from '../lint/problems';
import type { Conversation } from '../model/types';
import type { InputFault, NotCheckedReport } from './replayReport';

/** The errors of a conversation as it stands: no window has brought them about, and none may hide them. */
export function inputFaults(
  conversation: Conversation,
  config: ResolvedConfig,
  root: JsonNode,
  lineOf?: (node: JsonNode) => number,
): readonly InputFault[] {
  return problemsOf(conversation, config, root)
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, pointer: at, message }) => {
      const node = lineOf === undefined ? undefined : nodeAt(root, at);
      const line = node === undefined ? undefined : lineOf?.(node);
      return { rule, at, message, ...(line !== undefined && { line }) };
    });
}

/** The same of a conversation of a text, with lines. */
export function documentFaults(document: TranscriptDocument, conversation: Conversation): readonly InputFault[] {
  const { root, config, lineIndex } = document;
  if (root === undefined) return [];
  return inputFaults(conversation, config, root, ({ start }) => lineIndex.positionAt(start).line + 1);
}

/** What of a document is not replayed, or not checked in full. A file in which nothing was seen is told of elsewhere. */
export function notReplayed({ coverage }: Analysis, path: string): readonly NotCheckedReport[] {
  return coverage.notChecked
    .filter(({ reason }) => reason !== 'no-conversation')
    .map(({ pointer, line, reason, message }) => ({ path, pointer, line, reason, message }));
}
