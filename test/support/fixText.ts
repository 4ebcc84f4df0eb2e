import {
  type AnalyseOptions,
  type FixOptions,
  type FixResult,
  fixDocument,
  TranscriptDocument,
} from '../../server/src/core/index';

/** Fix-all on a text that nobody has read yet. */
export function fixText(text: string, options: AnalyseOptions, fixing?: FixOptions): FixResult {
  return fixDocument(TranscriptDocument.open(text, options), fixing);
}
