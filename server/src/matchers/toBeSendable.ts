import {
  type ConversationSummary,
  checkValidateOptions,
  type Inspection,
  inspect,
  normalize,
  type Problem,
  placeOfPointer,
  type Severity,
  type ValidateOptions,
  valueFrame,
} from '../core/index';
import { checkNames, kindOf, wrongUse } from './arguments';
import type { MatcherResult } from './types';
import { byRule, callText, capitalized, indented, many, optionsText, ruleLine, said } from './wording';

export interface SendableOptions extends ValidateOptions {
  /** The mildest finding that makes the expectation fail. Default: `error`. */
  readonly severity?: Severity | undefined;
}

const NAME = 'toBeSendable';
const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info', 'hint'];
/** What a person reads; the counts are of all. */
const MAX_PROBLEMS = 5;
const MAX_RELATED = 2;

/**
 * Whether a provider would take a list of messages, or a whole request body, as it stands. Calls that wait for their results are
 * refused too: the value is what is sent.
 */
export function toBeSendable(received: unknown, options: SendableOptions = {}): MatcherResult {
  checkNames(NAME, options, ['target', 'dialect', 'model', 'severity']);
  checkValidateOptions(NAME, options);
  const { severity = 'error', ...reading } = options;
  if (!SEVERITIES.includes(severity)) {
    throw wrongUse(NAME, `"severity" must be one of ${SEVERITIES.join(', ')}, not ${JSON.stringify(severity)}`);
  }
  if (typeof received !== 'object' || received === null) {
    throw wrongUse(NAME, `the value must be a list of messages or a request body, not ${kindOf(received)}`);
  }
  const inspection = inspect(received, { ...reading, sentAsIs: true });
  if (!inspection.conversations.some(({ side }) => side === 'request')) {
    const why = inspection.conversations.length === 0 ? 'it holds no list of messages' : 'it is what a provider sent';
    throw wrongUse(NAME, `the value must be a list of messages or a request body, but ${why}`);
  }
  const counted = SEVERITIES.slice(0, SEVERITIES.indexOf(severity) + 1);
  const problems = inspection.problems.filter((problem) => counted.includes(problem.severity));
  const pass = problems.length === 0;
  return { pass, message: () => failureText(received, options, { ...inspection, problems }) };
}

function failureText(received: object, options: SendableOptions, inspection: Inspection): string {
  const { problems, conversations } = inspection;
  const name = Array.isArray(received) ? 'messages' : 'body';
  const call = callText(name, NAME, optionsText(options), problems.length === 0);
  const turns = conversations.reduce((sum, conversation) => sum + conversation.turns, 0);
  const what = many(turns, 'message');
  const provider = capitalized(conversations[0]?.targetName ?? 'the provider');
  if (problems.length === 0)
    return [call, '', `${provider} would take the ${what}, as far as the JSON shows.`].join('\n');
  const shown = problems.slice(0, MAX_PROBLEMS);
  const lines = shown.flatMap((problem, at) => [
    ...problemText(received, name, problem, { number: at + 1, conversations }),
    '',
  ]);
  const rest = problems.slice(MAX_PROBLEMS).map(({ rule }) => rule);
  if (rest.length > 0) lines.push(`… and ${rest.length} more: ${byRule(rest)}`, '');
  const verdict = problems.some((one) => one.severity === 'error')
    ? 'would refuse this'
    : 'would take this, with reservations';
  const found = `${many(problems.length, 'problem')} in ${what}`;
  return [call, '', `${provider} ${verdict}: ${found}.`, '', ...lines, ...advice(received, options, problems)]
    .join('\n')
    .trimEnd();
}

function problemText(
  received: object,
  name: string,
  problem: Problem,
  { number, conversations }: { readonly number: number; readonly conversations: readonly ConversationSummary[] },
): string[] {
  const { rule, severity, pointer, message, related, providerError } = problem;
  const frame = (at: string, isMain: boolean) =>
    indented(valueFrame(received, { pointer: at, from: entryOf(at, conversations), name, isMain }), '     ');
  const inside = conversations.find((one) => isUnder(pointer, one.pointer));
  const speaker = capitalized(inside?.targetName ?? 'the provider');
  const more = related.length - MAX_RELATED;
  return [
    `${number}. ${severity} at ${placeOfPointer(name, pointer)}  [${rule}]`,
    `   ${said(message)}`,
    '',
    ...frame(pointer, true),
    ...related
      .slice(0, MAX_RELATED)
      .flatMap((place) => ['', `   ${said(place.message)}:`, ...frame(place.pointer, false)]),
    ...(more > 0 ? ['', `   and ${many(more, 'further place')}`] : []),
    '',
    ...(providerError === undefined ? [] : [`   ${speaker} says: ${said(providerError)}`]),
    `   ${ruleLine(rule)}`,
  ];
}

/** The entry of the conversation that a place is in; what stands beside the conversation, from its own key on. */
function entryOf(pointer: string, conversations: readonly ConversationSummary[]): string {
  const list = conversations.find((one) => isUnder(pointer, one.pointer))?.pointer;
  if (list === pointer) return pointer;
  const [key = ''] = pointer.slice((list?.length ?? 0) + 1).split('/');
  return `${list ?? ''}/${key}`;
}

function isUnder(pointer: string, list: string): boolean {
  return pointer === list || pointer.startsWith(`${list}/`);
}

/** What normalizing would leave of it, tried out. */
function advice(received: object, options: SendableOptions, problems: readonly Problem[]): string[] {
  if (!Array.isArray(received)) return [];
  const { severity: _, ...reading } = options;
  const { messages } = normalize(received, { dialect: options.dialect });
  const left = inspect(messages, { ...reading, sentAsIs: true }).problems.filter((one) => one.severity === 'error');
  const before = problems.filter((one) => one.severity === 'error').length;
  if (left.length >= before) return [];
  const rest = left.length === 0 ? 'none of this' : many(left.length, 'error');
  return [`What to do: normalize(messages) of transcript-lint repairs calls and results; it would leave ${rest}.`];
}
