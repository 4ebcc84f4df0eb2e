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

/** Those that the package has. */
const PUBLIC = ['o200k_base', 'cl100k_base', 'p50k_base', 'r50k_base'] as const;

function checkEncoding(encoding: unknown): Encoding {
  if (typeof encoding === 'string') {
    const known = PUBLIC.find((name) => name === encoding) ?? PUBLIC[0];
    throw new TypeError(
      `estimateTokens: "encoding" is the name "${encoding}", but no vocabulary is loaded with the library. Import the encoding and pass it: ` +
        `import { ${known.replace('_base', 'Base')} } from 'transcript-lint/encodings/${known}'`,
    );
  }
  if (!isEncoding(encoding))
    throw new TypeError('estimateTokens: "encoding" must be an encoding of transcript-lint/encodings');
  return encoding;
}

export function isEncoding(value: unknown): value is Encoding {
  return typeof value === 'object' && value !== null && 'count' in value && typeof value.count === 'function';
}
