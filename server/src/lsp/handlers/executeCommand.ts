import {
  type ExecuteCommandParams,
  LSPErrorCodes,
  type Range,
  ResponseError,
  type TextEdit,
} from 'vscode-languageserver';
import {
  applyEdits,
  type ConvertOptions,
  dialectTitle,
  plainDialect,
  ruleNames,
  type TextWindow,
  type TrimTextOptions,
  trimDocument,
  windowsOf,
} from '../../core/index';
import {
  type ApplyEditArgument,
  COMMANDS,
  type CommandArguments,
  type CommandId,
  type CommandResult,
  type ConversionReport,
  type ConvertArgument,
  type ConvertRequest,
  type FixAllArgument,
  type InsertTextArgument,
  type NextProblemArgument,
  type NormalizeArgument,
  type TrimArgument,
} from '../../protocol/index';
import { toTextEdits, wrapTextEdits } from '../convert';
import type { OpenDocument } from '../openDocument';
import type { Session } from '../session';
import { normalizationChanges, trimChanges } from './changes';
import {
  checkConversion,
  conversionEdits,
  conversionOf,
  conversionReport,
  dialectOf,
  otherDialects,
  refusalOf,
} from './conversion';
import { insertText, openCallsAt } from './insertText';
import { nextProblem } from './nextProblem';
import { dropText, previewOf, windowFor } from './trim';
import { counted, editsOf, normalizationOf, summaryOf } from './wholeFile';

interface Work {
  readonly label: string;
  readonly summary: string;
  readonly edits: readonly TextEdit[];
  readonly conversions?: readonly ConversionReport[];
  readonly range?: Range;
}

/** What any command may be given: none of it is sure to be there. A bare URI will do too. */
type Argument = ApplyEditArgument &
  FixAllArgument &
  NormalizeArgument &
  InsertTextArgument &
  TrimArgument &
  ConvertArgument &
  NextProblemArgument;

type Handlers<Answer> = {
  readonly [Id in CommandId]?: (document: OpenDocument, argument: CommandArguments[Id]) => Answer;
};

const RUN: Handlers<Work> = {
  [COMMANDS.applyEdit]: applyOffered,
  [COMMANDS.fixAll]: fixAll,
  [COMMANDS.normalize]: normalize,
  [COMMANDS.insertText]: insertText,
  [COMMANDS.trim]: trim,
  [COMMANDS.convert]: convert,
};

const PREVIEW: Handlers<CommandResult> = {
  [COMMANDS.insertText]: openCallsAt,
  [COMMANDS.normalize]: previewNormalization,
  [COMMANDS.trim]: previewTrim,
  [COMMANDS.convert]: previewConversions,
};

/** `workspace/executeCommand`: works on an open document and applies the edit through the client, as one step of undo. */
export async function executeCommand(session: Session, params: ExecuteCommandParams): Promise<CommandResult> {
  const argument = argumentOf(params);
  const command = Object.values(COMMANDS).find((id) => id === params.command);
  const document = await session.ready(argument.uri);
  if (document === undefined) throw failure(`${argument.uri} is not open.`);
  if (command === COMMANDS.nextProblem) return showNextProblem(session, document, argument);
  const run = command && RUN[command];
  if (command === undefined || run === undefined) throw failure(`There is no command ${params.command}.`);
  const preview = PREVIEW[command];
  if (argument.preview === true && preview !== undefined) return preview(document, argument);
  const { label, summary, edits, conversions, range } = run(document, argument);
  const more = { ...(conversions && { conversions }), ...(range && { range }) };
  if (edits.length === 0) return { applied: false, summary: '', ...more };
  const edit = wrapTextEdits(document, edits, session.client);
  const answer = await session.connection.workspace.applyEdit({ label, edit });
  if (!answer.applied)
    throw failure(`The editor did not apply "${label}": ${answer.failureReason ?? 'it gave no reason'}.`);
  return { applied: true, summary, ...more };
}

/** Shows the problem behind the argument's position, else the first one. */
async function showNextProblem(
  session: Session,
  document: OpenDocument,
  argument: NextProblemArgument,
): Promise<CommandResult> {
  const next = nextProblem(document, argument);
  if (next === undefined) return { applied: false, summary: '' };
  const { uri } = document;
  await session.connection.window.showDocument({ uri, takeFocus: true, selection: next.range });
  return { applied: false, summary: next.message };
}

/** An action that was offered to a client without literals, with the edits it had then. */
function applyOffered({ version }: OpenDocument, argument: ApplyEditArgument): Work {
  if (argument.version !== version) throw failure('The text has changed since this was offered. Ask again.');
  const { title = 'Fix', edits = [] } = argument;
  return { label: title, summary: title, edits };
}

function fixAll(document: OpenDocument, { only: names, onSave = false }: FixAllArgument): Work {
  const only = names?.flatMap((name) => ruleNames.find(name) ?? []);
  const edits = editsOf(document, { kind: 'fixAll', onSave, ...(only && { only }) });
  return { label: 'Fix all', summary: counted(edits.length, 'edit'), edits: toTextEdits(document, edits) };
}

function normalize(document: OpenDocument, argument: NormalizeArgument): Work {
  refuseStale(document, argument);
  const { conversation } = argument;
  const result = normalizationOf(document, conversation);
  const summary = withUnread(document, conversation, summaryOf(result));
  return { label: 'Normalize', summary, edits: toTextEdits(document, result.edits) };
}

/** What does not parse is left alone, and never passes for normal. */
function withUnread(document: OpenDocument, conversation: string | undefined, summary: string): string {
  const unread = document
    .analysis()
    .conversations.filter(
      ({ pointer, notChecked }) => notChecked?.reason === 'syntax-error' && pointer === (conversation ?? pointer),
    );
  const [first] = unread;
  if (first === undefined) return summary;
  if (summary === '') throw failure(`Nothing is normalized: ${first.notChecked?.message}.`);
  return `${summary}, ${counted(unread.length, 'conversation')} with syntax errors left alone`;
}

function previewNormalization(document: OpenDocument, { conversation }: NormalizeArgument): CommandResult {
  const result = normalizationOf(document, conversation);
  const { text, conversations } = result;
  const { version } = document;
  const changes = normalizationChanges(document, conversations);
  const summary = withUnread(document, conversation, summaryOf(result));
  return { applied: false, summary, version, changes, text };
}

/** The window of the argument, or the configured one. Conversations without a legal window stay as they are. */
function trim(document: OpenDocument, argument: TrimArgument): Work {
  refuseStale(document, argument);
  const { edits, windows } = trimDocument(document.transcript, windowOf(document, argument));
  const stuck = windows.filter(({ window }) => window.problem !== undefined && window.problem.kind !== 'over-budget');
  const [first] = stuck;
  if (edits.length === 0 && first !== undefined) throw failure(first.window.reason);
  const kept = stuck.length === 0 ? '' : `, ${counted(stuck.length, 'conversation')} without a legal window left alone`;
  return { label: 'Trim', summary: `${dropText(windows)}${kept}`, edits: toTextEdits(document, edits) };
}

function previewTrim(document: OpenDocument, argument: TrimArgument): CommandResult {
  const options = windowOf(document, argument);
  const { version } = document;
  const answer = (windows: readonly TextWindow[]) => ({
    ...{ applied: false, summary: dropText(windows), version },
    conversations: windows.map((window) => previewOf(document, window)),
  });
  if (argument.changes !== true) return answer(windowsOf(document.transcript, options));
  const { edits, windows } = trimDocument(document.transcript, options);
  return { ...answer(windows), changes: trimChanges(document, windows), text: applyEdits(document.text, edits) };
}

/** The whole document in another dialect. Nothing is applied where there is no document to be had. */
function convert(document: OpenDocument, argument: ConvertArgument): Work {
  refuseStale(document, argument);
  const request = conversionAsked(argument);
  if (request === undefined) throw failure('Say which dialect to convert to: "to".');
  const result = conversionOf(document, request);
  const refused = refusalOf(result);
  if (refused !== undefined) throw failure(refused.message);
  const to = dialectOf(request);
  const report = conversionReport(document, to, result, false);
  const costs = report.summary === '' ? '' : ` (${report.summary})`;
  const edits = toTextEdits(document, conversionEdits(document, result));
  const label = `Convert to ${dialectTitle(to)}`;
  return { label, summary: `converted to ${dialectTitle(to)}${costs}`, edits, conversions: [report] };
}

/** With `to` the new document and what it costs; without, what each other dialect would cost. */
function previewConversions(document: OpenDocument, argument: ConvertArgument): CommandResult {
  const request = conversionAsked(argument);
  const requests = request === undefined ? otherDialects(document).map((to) => ({ ...argument, to })) : [request];
  const conversions = requests.map((one) =>
    conversionReport(document, dialectOf(one), conversionOf(document, one), request !== undefined),
  );
  const [first] = conversions;
  return {
    applied: false,
    summary: request === undefined ? '' : (first?.summary ?? ''),
    version: document.version,
    conversions,
  };
}

function conversionAsked(argument: ConvertArgument): (ConvertRequest & Pick<ConvertOptions, 'to'>) | undefined {
  const { to } = argument;
  const asked = { ...argument, to: to ?? plainDialect.id };
  try {
    checkConversion(asked);
  } catch (error) {
    if (error instanceof TypeError) throw failure(error.message.replace(/^convert: /, ''));
    throw error;
  }
  return to === undefined ? undefined : asked;
}

function refuseStale({ version }: OpenDocument, argument: { readonly version?: number | undefined }): void {
  if (argument.version === undefined || argument.version === version) return;
  throw failure('The text has changed since this was offered. Ask again.');
}

function windowOf(document: OpenDocument, argument: TrimArgument): TrimTextOptions {
  for (const key of ['budget', 'limit', 'last', 'reserve', 'step'] as const) {
    const given: unknown = argument[key];
    const least = key === 'reserve' || key === 'step' ? 0 : 1;
    if (given !== undefined && !(Number.isSafeInteger(given) && Number(given) >= least)) {
      throw failure(`"${key}" must be a whole number, ${least} or more.`);
    }
  }
  const sizes = (['budget', 'limit', 'last'] as const).filter((key) => argument[key] !== undefined);
  if (sizes.length > 1) throw failure(`"${sizes[0]}" and "${sizes[1]}" exclude each other.`);
  const options = windowFor(document, argument);
  if (options === undefined) throw failure('Say how large the window may be: "budget", "limit" or "last".');
  return options;
}

function argumentOf({ command, arguments: [argument] = [] }: ExecuteCommandParams): Argument {
  if (typeof argument === 'string') return { uri: argument };
  if (typeof argument === 'object' && argument !== null && typeof argument.uri === 'string') return argument;
  throw failure(`${command} needs the URI of a document.`);
}

function failure(message: string): ResponseError<never> {
  return new ResponseError<never>(LSPErrorCodes.RequestFailed, message);
}
