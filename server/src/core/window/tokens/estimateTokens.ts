import { estimateText } from './estimate';
import { guardRuns } from './guard';
import type { Encoding, EstimateOptions } from './types';

/** How many tokens a text is: an estimate, or the exact count of an encoding that is passed in. */
export function estimateTokens(text: string, options: EstimateOptions = {}): number {
  if (typeof text !== 'string') throw new TypeError('estimateTokens: "text" must be a string');
  if (typeof options !== 'object' || options === null)
    throw new TypeError('estimateTokens: "options" must be an object');
  const { encoding } = options;
  return encoding === undefined ? estimateText(text) : countExactly(text, checkEncoding(encoding));
}

/** The exact count, in time linear in the text whatever it holds. */
export function countExactly(text: string, encoding: Encoding): number {
  return guardRuns(text).reduce((total, piece) => total + encoding.count(piece), 0);
}

function checkEncoding(encoding: unknown): Encoding {
  if (typeof encoding === 'string') {
    throw new TypeError(
      `estimateTokens: "encoding" is the name "${encoding}", but no vocabulary is loaded with the library. Import the encoding and pass it: ` +
        "import { o200kBase } from 'transcript-lint/encodings/o200k_base'",
    );
  }
  if (!isEncoding(encoding))
    throw new TypeError('estimateTokens: "encoding" must be an encoding of transcript-lint/encodings');
  return encoding;
}

function isEncoding(value: unknown): value is Encoding {
  return typeof value === 'object' && value !== null && 'count' in value && typeof value.count === 'function';
}
