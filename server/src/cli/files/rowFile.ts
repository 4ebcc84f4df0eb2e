import { isUtf8 } from 'node:buffer';
import { type AnalyseOptions, type Chunk, RowSurvey, type Standing } from '../../core/index';
import type { ByteSource } from '../../host/types';

/** Smaller files are read whole: that takes less than looking at them twice would. */
export const SMALLEST_STREAMED = 2 * 1024 * 1024;

/** Bytes worked on at a time. What is known of them while they are takes up to a hundred times as much. */
const CHUNK = 128 * 1024;
/** A line, or a string that goes on over lines, longer than this is not for reading in chunks. */
const LONGEST_STRETCH = 256 * 1024 * 1024;
const LINE_FEED = 10;

/** Some whole lines of a file. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly standing: Standing;
}

export interface SurveyedRows {
  readonly spans: readonly Span[];
  readonly outlook: Chunk['outlook'];
}

/** Looks through a file whose rows may be conversations of their own; undefined when it has to be read as a whole. */
export async function surveyRows(
  source: ByteSource,
  options: AnalyseOptions,
  chunk: number = CHUNK,
): Promise<SurveyedRows | undefined> {
  const survey = new RowSurvey(options);
  const spans: Span[] = [];
  let length = chunk;
  for (let start = 0; start < source.size; ) {
    const bytes = await readLines(source, start, length);
    if (bytes === undefined || bytes.length === 0 || !isUtf8(bytes)) return undefined;
    const end = start + bytes.length;
    const { standing } = survey;
    const step = survey.add(textOf(bytes), end >= source.size);
    if (step === 'together') return undefined;
    if (step === 'taken') {
      spans.push({ start, end, standing });
      start = end;
      length = chunk;
    } else {
      // Twice as much at each attempt, so that all attempts together cost no more than the last two.
      length = Math.max(length, bytes.length) * 2;
      if (length > LONGEST_STRETCH) return undefined;
    }
  }
  const outlook = survey.end();
  if (outlook === undefined || (outlook.firstRow === undefined && survey.isUnreadable)) return undefined;
  return { spans, outlook };
}

/** Bytes that are in memory already. */
export function sourceOf(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: async (position, length) => bytes.subarray(position, position + length),
    close: async () => {},
  };
}

/** About so many bytes, to the end of a line; undefined when no line ends within bounds. */
async function readLines(source: ByteSource, start: number, atLeast: number): Promise<Uint8Array | undefined> {
  for (let length = atLeast; length <= LONGEST_STRETCH; length *= 2) {
    const bytes = await source.read(start, length);
    if (start + bytes.length >= source.size) return bytes;
    const feed = bytes.lastIndexOf(LINE_FEED);
    if (feed >= 0) return bytes.subarray(0, feed + 1);
  }
  return undefined;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
