import { Range, Selection, type TextEditor, TextEditorRevealType, type Uri, window } from 'vscode';
import type { ConversionDetails } from './conversionDetails';
import { conversionChoices, conversionSaid, hasDetails } from './conversionTexts';
import { offerDialect } from './normalizeFile';
import { CONVERT, type ConversionReport, type Told } from './protocol';
import type { Server } from './server';

type IsOurs = (editor: TextEditor) => boolean;

/** *Convert To…*: asks for the dialect, says what it costs, then converts in place as one undoable edit. */
export async function convertTo(server: Server, details: ConversionDetails, isOurs: IsOurs): Promise<void> {
  const editor = window.activeTextEditor;
  const chosen = await askConversion(server, editor, 'Convert to', isOurs);
  if (editor === undefined || chosen === undefined) return;
  const { uri } = editor.document;
  try {
    // The version holds the server to what was shown.
    const request = { uri: uri.toString(), to: chosen.report.to, version: chosen.version };
    const { applied, conversions = [] } = await server.execute(CONVERT, request);
    const [report] = conversions;
    if (applied && report !== undefined) await tell(uri, report, details);
    else window.setStatusBarMessage('Nothing to convert', 5000);
  } catch (error) {
    await window.showErrorMessage(messageOf(error));
  }
}

/** Asks which dialect, and shows what each would cost. Undefined where the person leaves, or where none is to be had. */
export async function askConversion(
  server: Server,
  editor: TextEditor | undefined,
  title: string,
  isOurs: IsOurs,
): Promise<{ readonly report: ConversionReport; readonly version: number | undefined } | undefined> {
  if (editor === undefined) {
    await offerDialect(editor);
    return undefined;
  }
  try {
    const uri = editor.document.uri.toString();
    const { conversions = [], version } = await server.execute(CONVERT, { uri, preview: true });
    const refusals = conversions.flatMap(({ refusal }) => refusal ?? []);
    const [first] = refusals;
    if (conversions.length === 0 || (first !== undefined && refusals.length === conversions.length)) {
      // A session log is no transcript, and yet can be converted: only the answer says that nothing is in a file.
      const isNothing = first === undefined || first.rule === 'nothing-to-convert';
      await (isNothing && !isOurs(editor) ? offerDialect(editor) : refuse(editor, first ?? NOTHING));
      return undefined;
    }
    const choices = conversionChoices(conversions);
    const chosen = await window.showQuickPick(choices, { title, placeHolder: 'Which dialect?', matchOnDetail: true });
    if (chosen?.report.refusal === undefined) return chosen && { report: chosen.report, version };
    await refuse(editor, chosen.report.refusal);
  } catch (error) {
    // The server is told of JSON alone.
    if (isOurs(editor)) await window.showErrorMessage(messageOf(error));
    else await offerDialect(editor);
  }
  return undefined;
}

const NOTHING: Told = { pointer: '', reason: 'There is nothing here to convert.' };

async function refuse(editor: TextEditor, { reason, range }: Told): Promise<void> {
  const show = 'Show';
  const answer = await window.showErrorMessage(reason, ...(range === undefined ? [] : [show]));
  if (answer !== show || range === undefined) return;
  const { document, viewColumn } = editor;
  const at = new Range(range.start.line, range.start.character, range.end.line, range.end.character);
  const shown = await window.showTextDocument(document, viewColumn);
  shown.selection = new Selection(at.start, at.end);
  shown.revealRange(at, TextEditorRevealType.InCenterIfOutsideViewport);
}

async function tell(uri: Uri, report: ConversionReport, details: ConversionDetails): Promise<void> {
  const show = 'Show Details';
  const answer = await window.showInformationMessage(conversionSaid(report), ...(hasDetails(report) ? [show] : []));
  if (answer === show) await details.show(uri, report);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
