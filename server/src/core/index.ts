/** The one door of the core. Hosts, the library and the client import from here and from nowhere deeper. */

export { type ConvertResult, type ConvertTextResult, convert, convertDocument } from './api/convert';
export {
  type ConvertOptions,
  checkConvertOptions,
  convertTargets,
  destinationOf,
  sourceDialects,
  systemPlacements,
  targetsOf,
} from './api/convertOptions';
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
  type NormalizeListResult,
  normalize,
  type ValidateOptions,
  validate,
} from './api/library';
export {
  checkReplay,
  newSummary,
  openReplay,
  type ReplayInput,
  type ReplayOptions,
  type ReplaySession,
  type TrimFunction,
} from './api/replay';
export { type RuleEntry, ruleEntries } from './api/rules';
export {
  type PrepareListOptions,
  type PrepareListResult,
  prepare,
  type TrimListOptions,
  type TrimListResult,
  trim,
} from './api/windowLibrary';
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
export { choicesOfSettings } from './config/names';
export { readConfig } from './config/read';
export { resolveConfig } from './config/resolve';
export { configSchema, editorSchema } from './config/schema';
export type {
  CheckedConfig,
  Config,
  ConfigOverride,
  ResolvedConfig,
  RuleSettings,
  WindowSettings,
} from './config/types';
export type { ConfigProblem } from './config/validate';
export { mayBeTranscript, mayHoldTranscripts } from './detect/index';
export {
  type DialectName,
  type DialectOption,
  destinations,
  dialectDetail,
  dialectIds,
  dialectNamed,
  dialectNames,
  dialects,
  dialectTitle,
  logNamed,
  mayBeSessionLog,
  plainDialect,
  sessionLogOf,
  sessionLogs,
  shortDialectName,
} from './dialects/index';
export type { SessionLog } from './dialects/types';
export {
  type Coverage,
  type NotChecked,
  type NotCheckedReason,
  notCheckedReasons,
  type SkippedRule,
  type SkipReason,
  skipReasons,
} from './document/coverage';
export { TranscriptDocument } from './document/document';
export { expectFault } from './document/expectHere';
export type { AnalyseOptions, Chunk } from './document/options';
export { MAX_DEPTH, MAX_LENGTH, type TextProblem } from './document/parse';
export { RowSurvey } from './document/rowSurvey';
export type { TextChange } from './document/sections';
export type { Analysis, ConversationSummary } from './document/types';
export { rewriteText } from './json/jsonEdits';
export { type JsonNode, nodeAt, pointerOf } from './json/node';
export { countRows, type Standing } from './json/records';
export type { Problem } from './lint/problems';
export type { Finding, Fix, Range, Related } from './lint/types';
export * from './message/index';
export type { Conversation, DialectId, Message, Side, Target, Tier } from './model/types';
export type { DropKind, NormalizeOptions } from './normalize/types';
export type { ConversionFault, ConvertReport, NormalizedRecord } from './passes/convertTypes';
export type { DistributionReport } from './passes/distribution';
export { type FixOptions, type FixResult, fixDocument } from './passes/fix';
export {
  type NormalizeTextResult,
  normalizeDocument,
} from './passes/normalize';
export { couldHaveAnswered, type NormalizeReport } from './passes/normalizeReport';
export {
  type PrepareOptions,
  type PrepareStep,
  windowProblems,
} from './passes/prepare';
export {
  type PreparedConversation,
  type PrepareTextOptions,
  type PrepareTextResult,
  prepareDocument,
} from './passes/prepareText';
export { type StatsReport, StatsSummary } from './passes/stats';
export type { WindowOptions, WindowReport } from './passes/trim';
export { type TextWindow, type TrimTextOptions, tokensOf, trimDocument, windowsOf } from './passes/trimText';
export { compareReplays, isReplayReport, type ReplayComparison, type Shift } from './replay/compare';
export { explainFailures, windowValues } from './replay/explain';
export type { Fault } from './replay/faults';
export { documentFaults, notReplayed } from './replay/inputFaults';
export { type PolicyAnswer, type PolicyFailure, PrefixJudge } from './replay/judge';
export { type BuiltInPolicy, describePolicy, type PrefixReplay, replayConversation } from './replay/replay';
export { type ReplayableConversation, replayableOf } from './replay/replayable';
export type {
  FailureReport,
  GivenUpReport,
  ReplayedConversation,
  ReplayReport,
  RuleReport,
  ShareReport,
} from './replay/replayReport';
export {
  type ReplayHead,
  ReplaySummary,
  replayedConversation,
  type SummaryEntry,
  type SummaryState,
} from './replay/summary';
export * from './report/index';
export { isRuleId, type RuleId, ruleIds } from './rules/ids';
export { ruleMetas as rules, ruleNames } from './rules/index';
export type { RuleNames } from './rules/names';
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
