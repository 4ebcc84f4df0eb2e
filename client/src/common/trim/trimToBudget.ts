import { type Memento, type QuickPickItem, type TextEditor, type Uri, window } from 'vscode';
import { COMMANDS, type CommandResult, type TrimPreview, type WireRange } from '../../../../server/src/protocol/index';
import { changeLines } from '../changes/changeLines';
import { offerDialect } from '../changes/normalizeFile';
import type { WholeFileChanges } from '../changes/wholeFileChange';
import type { Server } from '../server';
import { amount, nothingToTrim, readBudget, type TrimChoice, type TrimPreviews, trimChoices } from './trimChoices';

const LAST_BUDGET = 'trimBudget';
/** Where nobody has said anything yet. */
const FIRST_BUDGET = 8000;

/** *Trim to Budget…*: asks how much may stay, shows what would go, then applies it as one undoable edit. */
export async function trimToBudget(
  server: Server,
  memory: Memento,
  changes: WholeFileChanges,
  isOurs: (editor: TextEditor) => boolean,
): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor === undefined || !isOurs(editor)) return offerDialect(editor);
  const uri = editor.document.uri;
  const budget = await askBudget(memory.get<number>(LAST_BUDGET) ?? (await configuredBudget(server, uri)));
  if (budget === undefined) return;
  await memory.update(LAST_BUDGET, budget);
  try {
    const request = { uri: uri.toString(), budget };
    const { previews, version } = await foresee(server, request);
    const choices = trimChoices(previews);
    if (choices.length === 0) {
      await window.showInformationMessage(nothingToTrim(previews, budget));
      return;
    }
    const options = {
      title: `Trim to ${amount(budget)} tokens`,
      placeHolder: 'What is to go?',
      matchOnDescription: true,
    };
    const { document } = editor;
    const chosen = await window.showQuickPick(choices, {
      ...options,
      // The entry that the window would start at.
      onDidSelectItem: (item) => changes.mark(editor, typeof item === 'string' ? undefined : placeOf(choices, item)),
    });
    changes.mark(editor, undefined);
    if (chosen === undefined) return;
    const asked = { ...request, ...chosen.request };
    const preview = await server.execute(COMMANDS.trim, { ...asked, preview: true, changes: true });
    await changes.propose(document, {
      ...{ name: 'Trim', done: 'Trimmed', summary: preview.summary, lines: changeLines(preview.changes ?? []) },
      text: async () => preview.text,
      // The version holds the server to what was shown.
      apply: () => server.execute(COMMANDS.trim, { ...asked, version }),
    });
  } catch (error) {
    await window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

function placeOf(choices: readonly TrimChoice[], item: QuickPickItem): WireRange | undefined {
  const at = choices.find(({ label }) => label === item.label)?.at;
  return at && { start: at, end: at };
}

function askBudget(value: number): Thenable<number | undefined> {
  return window
    .showInputBox({
      title: 'Trim to Budget',
      prompt: 'How many tokens may the messages have? Leading instructions are not counted.',
      value: String(value),
      validateInput: (written) =>
        readBudget(written) === undefined ? 'A whole number, 1 or more: 8000, 8,000 or 8k.' : '',
    })
    .then((written) => (written === undefined ? undefined : readBudget(written)));
}

/** What settings or a configuration file say, as the server has put them together. */
async function configuredBudget(server: Server, uri: Uri): Promise<number> {
  const configured = await server
    .execute(COMMANDS.trim, { uri: uri.toString(), preview: true })
    .catch((): Partial<CommandResult> => ({})); // nothing is configured
  const first = configured.conversations?.find(({ unit, budget }) => unit === 'tokens' && budget > 0);
  return first?.budget ?? FIRST_BUDGET;
}

async function foresee(
  server: Server,
  request: { readonly uri: string; readonly budget: number },
): Promise<{ readonly previews: TrimPreviews; readonly version: number | undefined }> {
  const preview = async (more: object): Promise<readonly TrimPreview[]> => {
    const { conversations = [] } = await server.execute(COMMANDS.trim, { ...request, ...more, preview: true });
    return conversations;
  };
  const { conversations: plain = [], version } = await server.execute(COMMANDS.trim, { ...request, preview: true });
  const [pinned, extended] = await Promise.all([preview({ pinHead: true }), preview({ onEmpty: 'extend' })]);
  return { previews: { plain, pinned, extended }, version };
}
