import { jsonReporter } from './json';
import { stylishReporter } from './stylish';
import type { Medium, Reporter } from './types';

export { CoverageTally } from './coverageText';
export { jsonText } from './jsonText';
export { placeOf, rangeOf } from './place';
export { printJson } from './printJson';
export { type ReplayPageOptions, replayHtml } from './replayHtml';
export { replayText } from './replayText';
export {
  extentOf,
  headlineOf as replayHeadline,
  inputPlace,
  inputText,
  many,
  notCheckedText,
  numberText,
  percentText,
} from './replayWords';
export { statsText } from './statsText';
export { counted, findingText, someOf, stylishReporter, summaryText } from './stylish';
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
export { oneLine, placeOfPointer, valueFrame } from './valueFrame';
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
