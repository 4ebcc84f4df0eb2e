import {
  type BuiltInPolicy,
  documentFaults,
  estimateValue,
  explainFailures,
  type ReplayableConversation,
  type ReplayHead,
  ReplaySummary,
  replayConversation,
  replayedConversation,
  type TranscriptDocument,
} from '../../core/index';
import { type EncodingName, loadEncoding } from '../../host/encodings';

/** A built-in window as plain data, so that it can go to another thread. */
export interface PlainPolicy extends Omit<BuiltInPolicy, 'count' | 'encoding' | 'estimator' | 'system' | 'tools'> {
  readonly encodingName?: EncodingName | undefined;
}

/** What is to be counted with, and what reports call it. */
export async function countingOf(name: EncodingName | undefined): Promise<Pick<BuiltInPolicy, 'count' | 'estimator'>> {
  if (name === undefined) return {};
  const countText = await loadEncoding(name);
  return { count: (entry) => estimateValue(entry, countText), estimator: name };
}

/** A summary of a part of the run: what was asked for is said once, of the whole. */
export function partSummary(): ReplaySummary {
  return new ReplaySummary(NO_HEAD);
}

const NO_HEAD: ReplayHead = { policy: '', target: '', estimator: '' };

/** Every prefix of these conversations into the summary; hands over after each, so that somebody may look at the clock. */
export function* replayPiece(
  document: TranscriptDocument,
  path: string,
  conversations: readonly ReplayableConversation[],
  policy: BuiltInPolicy,
  summary: ReplaySummary,
): Generator<void> {
  for (const { conversation, pointer } of conversations) {
    const entry = summary.open(
      replayedConversation(path, pointer, conversation, documentFaults(document, conversation)),
    );
    const explain = explainFailures(conversation, policy, document.config);
    try {
      for (const prefix of replayConversation(conversation, policy, document.config)) {
        entry.add(prefix, explain);
        yield;
      }
    } finally {
      entry.close();
    }
  }
}
