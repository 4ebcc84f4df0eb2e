import { Range, Selection, type TextEditor, TextEditorRevealType, window } from 'vscode';
import { plain } from '../../../../server/src/core/index';
import { COMMANDS, type ConversionReport, type Told } from '../../../../server/src/protocol/index';
import { conversionLines } from '../changes/changeLines';
import { offerDialect } from '../changes/normalizeFile';
import { rangeOf, type WholeFileChanges } from '../changes/wholeFileChange';
import type { Server } from '../server';
import type { ConversionDetails } from './conversionDetails';
import { conversionChoices, hasDetails } from './conversionTexts';

type IsOurs = (editor: TextEditor) => boolean;

/** *Convert To…*: asks for the dialect, says what it costs, then converts in place as one undoable edit. */
export async function convertTo(
  server: Server,
  changes: WholeFileChanges,
  details: ConversionDetails,
  isOurs: IsOurs,
  wanted?: { readonly to?: ConversionReport['to'] },
): Promise<void> {
  const editor = window.activeTextEditor;
  const chosen = await askConversion(server, editor, 'Convert to', isOurs, wanted?.to);
  if (editor === undefined || chosen === undefined) return;
  const { document } = editor;
  const { report, version } = chosen;
  const request = { uri: document.uri.toString(), to: report.to };
  await changes.propose(document, {
    ...{ name: `Convert to ${report.name}`, done: `Converted to ${report.name}` },
    lines: conversionLines(report, (range) => (range === undefined ? '' : plain(document.getText(rangeOf(range))))),
    summary: report.summary === '' ? 'nothing is lost' : report.summary,
    text: async () => (await server.execute(COMMANDS.convert, { ...request, preview: true })).conversions?.[0]?.text,
    // The version holds the server to what was shown.
    apply: () => server.execute(COMMANDS.convert, { ...request, version }),
    ...(hasDetails(report) && { details: () => details.show(document.uri, report) }),
  });
}

/** Asks which dialect, and shows what each would cost. Undefined where the person leaves, or where none is to be had. */
export async function askConversion(
  server: Server,
  editor: TextEditor | undefined,
  title: string,
  isOurs: IsOurs,
  to?: ConversionReport['to'],
): Promise<{ readonly report: ConversionReport; readonly version: number | undefined } | undefined> {
  if (editor === undefined) {
    await offerDialect(editor);
    return undefined;
  }
  try {
    const uri = editor.document.uri.toString();
    const { conversions = [], version } = await server.execute(COMMANDS.convert, { uri, preview: true });
    const refusals = conversions.flatMap(({ refusal }) => refusal ?? []);
    const [first] = refusals;
    if (conversions.length === 0 || (first !== undefined && refusals.length === conversions.length)) {
      // A session log is no transcript, and yet can be converted: only the answer says that nothing is in a file.
      const isNothing = first === undefined || first.rule === 'nothing-to-convert';
      await (isNothing && !isOurs(editor) ? offerDialect(editor) : refuse(editor, first ?? NOTHING));
      return undefined;
    }
    const choices = conversionChoices(conversions);
    const named = choices.find(({ report }) => report.to === to);
    const chosen =
      named ?? (await window.showQuickPick(choices, { title, placeHolder: 'Which dialect?', matchOnDetail: true }));
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

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
