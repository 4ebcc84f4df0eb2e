import { jsonReporter } from './findings/json';
import { stylishReporter } from './findings/stylish';
import type { Medium, Reporter } from './types';

export { CoverageSummary } from './findings/coverageText';
export { placeOf, rangeOf } from './findings/place';
export { counted, findingText, someOf, stylishReporter, summaryText } from './findings/stylish';
export { oneLine, placeOfPointer, valueFrame } from './findings/valueFrame';
export { jsonText } from './jsonText';
export { printJson } from './printJson';
export { type ReplayPageOptions, replayHtml } from './replay/replayHtml';
export { replayText } from './replay/replayText';
export {
  extentOf,
  headlineOf as replayHeadline,
  inputPlace,
  inputText,
  many,
  notCheckedText,
  numberText,
  percentText,
} from './replay/replayWords';
export { statsText } from './stats/statsText';
export {
  addToSummary,
  type FileReport,
  type Medium,
  noPaint,
  noSummary,
  type Paint,
  type Reporter,
  type ReportSummary,
} from './types';
export { visible } from './visible';

/** Every format of `check`, in the order that help names them. `isForPeople`: the rest goes to programs, alone on its stream. */
export const formats: readonly Format[] = [
  { name: 'stylish', isForPeople: true, create: stylishReporter },
  { name: 'json', isForPeople: false, create: jsonReporter },
];

export interface Format {
  readonly name: string;
  readonly isForPeople: boolean;
  readonly create: (medium: Medium) => Reporter;
}
