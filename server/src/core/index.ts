/** The one door of the core. Hosts, the library and the client import from here and from nowhere deeper. */
export { defaultConfig, defaultResolvedConfig } from './config/defaults';
export {
  type ConfigEdit,
  type ConfigRefusal,
  globOfFile,
  initialConfig,
  leaveOutFile,
  setDialectOf,
  setTargetOf,
  turnOffRule,
} from './config/edit';
export { readConfig } from './config/read';
export { resolveConfig } from './config/resolve';
export { configSchema, editorSchema } from './config/schema';
export type { Config, ConfigOverride, ResolvedConfig, WindowSettings } from './config/types';
export type { ConfigProblem } from './config/validate';
export { mayBeTranscript, mayHoldTranscripts } from './detect/index';
export { dialectIds } from './dialects/index';
export { type ConvertResult, type ConvertTextResult, convert, convertDocument } from './engine/convert';
export {
  type ConvertOptions,
  checkConvertOptions,
  convertTargets,
  destinationOf,
  sourceDialects,
  systemPlacements,
  targetsOf,
} from './engine/convertOptions';
export { isSession } from './engine/convertRoot';
export type { ConvertReport, NormalizedRecord } from './engine/convertTypes';
export {
  type Coverage,
  type NotChecked,
  type NotCheckedReason,
  notCheckedReasons,
  type SkippedRule,
  type SkipReason,
  skipReasons,
} from './engine/coverage';
export { type AnalyseOptions, type TextChange, TranscriptDocument } from './engine/document';
export { expectFault } from './engine/expectHere';
export { type FixOptions, type FixResult, fixText } from './engine/fix';
export {
  checkValidateOptions,
  detect,
  type FixTextOptions,
  type FixTextResult,
  fix,
  type Inspection,
  inspect,
  type LintOptions,
  lint,
  type NormalizeListOptions,
  normalize,
  type ValidateOptions,
  validate,
} from './engine/library';
export type { NormalizeListResult } from './engine/normalizeList';
export {
  couldHaveAnswered,
  type NormalizeReport,
  type NormalizeTextOptions,
  type NormalizeTextResult,
  normalizeDocument,
} from './engine/normalizeText';
export { MAX_DEPTH, MAX_LENGTH, type TextProblem } from './engine/parse';
export {
  type PrepareOptions,
  type PrepareStep,
  type WindowOptions,
  type WindowReport,
  windowProblems,
} from './engine/prepare';
export {
  type PreparedConversation,
  type PrepareTextOptions,
  type PrepareTextResult,
  prepareDocument,
} from './engine/prepareText';
export type { Problem } from './engine/problems';
export { compareReplays, isReplayReport, type ReplayComparison, type Shift } from './engine/replay/compare';
export type { DistributionReport } from './engine/replay/distribution';
export { explainFailures, windowValues } from './engine/replay/explain';
export type { Fault } from './engine/replay/faults';
export { documentFaults, notReplayed } from './engine/replay/inputFaults';
export { type PolicyAnswer, type PolicyFailure, PrefixJudge } from './engine/replay/judge';
export {
  checkReplay,
  newTally,
  openReplay,
  type ReplayInput,
  type ReplayOptions,
  type ReplaySession,
  type TrimFunction,
} from './engine/replay/library';
export { type BuiltInPolicy, describePolicy, type PrefixReplay, replayConversation } from './engine/replay/replay';
export { type ReplayableConversation, replayableOf } from './engine/replay/replayable';
export type {
  FailureReport,
  GivenUpReport,
  ReplayedConversation,
  ReplayReport,
  RuleReport,
  ShareReport,
} from './engine/replay/replayReport';
export {
  type ReplayHead,
  ReplayTally,
  replayedConversation,
  type TallyEntry,
  type TallyState,
} from './engine/replay/tally';
export { RowSurvey, type Stretch } from './engine/rowSurvey';
export { type StatsReport, StatsTally } from './engine/stats';
export type { Analysis, ConversationSummary, Finding, Fix, Range, Related } from './engine/types';
export {
  type PrepareListOptions,
  type PrepareListResult,
  prepare,
  type TrimListOptions,
  type TrimListResult,
  trim,
} from './engine/windowLibrary';
export { type TextWindow, type TrimTextOptions, tokensOf, trimDocument, windowsOf } from './engine/windowText';
export { rewriteText } from './json/jsonEdits';
export { type JsonNode, nodeAt, pointerOf } from './json/node';
export { countRows, type Standing } from './json/records';
export * from './message/index';
export { dialectNames, shortDialectNames } from './model/dialectNames';
export type { Conversation, Dialect, Message, Side, Target, Tier } from './model/types';
export type { DropKind, NormalizeOptions } from './normalize/types';
export * from './report/index';
export { ruleIds, ruleMetas as rules } from './rules/index';
export type { RuleMeta, Safety, Severity, SeveritySetting } from './rules/types';
export { targetIds, targetNames } from './targets/index';
export { applyEdits, type Edit, hasOverlap, sortEdits } from './text/edits';
export { countLineEnds, LineIndex } from './text/lineIndex';
export { nearest } from './text/nearest';
export { plain } from './text/quote';
export { thrownText } from './text/thrown';
export { type BudgetTerms, describeTerms } from './window/budget';
export { countEntryWith, estimateEntry } from './window/countEntry';
export { estimateText } from './window/tokens/estimate';
export { countExactly, estimateTokens } from './window/tokens/estimateTokens';
export type { Encoding, EstimateOptions } from './window/tokens/types';
export { estimateValue } from './window/tokens/valueText';
export type { CountEntry, EntryFate, WindowProblem } from './window/types';
