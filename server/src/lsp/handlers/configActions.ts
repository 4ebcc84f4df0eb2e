import { type CodeAction, CodeActionKind, type CodeActionParams, type WorkspaceEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import {
  type CheckedConfig,
  type ConfigEdit,
  defaultConfig,
  globOfFile,
  isRuleId,
  leaveOutFile,
  resolveConfig,
  turnOffRule,
} from '../../core/index';
import type { ClientFeatures } from '../capabilities';
import { CONFIG_NAME, keyIn, readConfigText } from '../config/configFiles';
import { toCodeAction, toFileEdit } from '../convert';
import type { OpenDocument } from '../openDocument';
import type { Session } from '../session';
import { pathUnder } from '../uris';
import { candidatesOf } from './findingOf';

/** A menu of more rules than this helps nobody. */
const MAX_RULES = 3;

/** The configuration file that governs a document, or the one to begin. */
interface Place {
  readonly uri: string;
  readonly folder: string;
  /** As it stands in the editor, else on the disk; undefined: there is none yet. */
  readonly text: string | undefined;
  /** Of the editor; null where it is not open. */
  readonly version: number | null;
}

/**
 * What a person can say in the configuration instead of mending the text: that a rule does not hold here or anywhere, that a file
 * is no transcript. Offered where there is a finding, behind its fixes, to clients that take an edit of another file.
 */
export async function configActions(
  session: Session,
  document: OpenDocument,
  params: CodeActionParams,
): Promise<CodeAction[]> {
  const { client } = session;
  const { only = [] } = params.context;
  const isAsked = only.length === 0 || only.some((kind) => kind === CodeActionKind.QuickFix || kind === '');
  if (!isAsked || !client.codeActionLiterals) return [];
  const candidates = candidatesOf(document, params);
  const place = candidates.length === 0 ? undefined : await placeOf(session, document);
  const glob = place && globOfFile(pathUnder(place.folder, document.uri));
  if (place === undefined || glob === undefined) return [];
  const key = keyIn(place.uri);
  const options = key === undefined ? {} : { key };
  const rules = [...new Set(candidates.map(({ finding }) => finding.rule))].filter(isRuleId);
  const offers = rules.slice(0, MAX_RULES).flatMap((rule) => {
    const isOff = (config: ReturnType<typeof configOf>) => config.rules[rule] === 'off';
    const diagnostics = candidates.flatMap((one) => (one.finding.rule === rule ? (one.diagnostic ?? []) : []));
    return [
      {
        title: `Turn off rule "${rule}" for this file`,
        diagnostics,
        change: turnOffRule(place.text, rule, { ...options, glob }),
        isDone: isOff,
      },
      {
        title: `Turn off rule "${rule}" everywhere`,
        diagnostics,
        change: turnOffRule(place.text, rule, options),
        isDone: isOff,
      },
    ];
  });
  const leaveOut = {
    title: 'Not a transcript: leave this file out',
    diagnostics: [],
    change: leaveOutFile(place.text, glob, options),
    isDone: (config: ReturnType<typeof configOf>) => config.file === 'none',
  };
  return [...offers, leaveOut].flatMap(({ title, diagnostics, change, isDone }): CodeAction[] => {
    // A file that cannot be edited has a diagnostic of its own. And where an override sets the rule again, nothing would change here.
    if ('refused' in change || !isDone(configOf(place, change, document))) return [];
    const edit = editOf(place, change, client);
    return [toCodeAction({ title, kind: CodeActionKind.QuickFix, diagnostics, edit }, client)];
  });
}

function editOf({ uri, text, version }: Place, { edits }: ConfigEdit, client: ClientFeatures): WorkspaceEdit {
  const lines = TextDocument.create(uri, 'jsonc', 0, text ?? '');
  return toFileEdit(lines, edits, { version, isNew: text === undefined }, client);
}

/** The nearest one; where there is none, a new one at the root of the workspace folder, if the client can make files. */
async function placeOf({ settings, documents, client }: Session, { uri }: OpenDocument): Promise<Place | undefined> {
  const found = await settings.configFileOf(uri);
  if (found !== undefined) {
    const open = documents.get(found.uri);
    return open === undefined ? { ...found, version: null } : { ...found, text: open.text, version: open.version };
  }
  const folder = settings.folderOf(uri);
  if (folder === undefined || !client.createsFiles) return undefined;
  const made = `${folder}/${CONFIG_NAME}`;
  const open = documents.get(made); // begun, and not saved yet
  return { uri: made, folder, text: open?.text, version: open?.version ?? null };
}

/** What would hold for the document then. */
function configOf(place: Place, { text }: ConfigEdit, document: OpenDocument) {
  const config: CheckedConfig = { ...defaultConfig, ...readConfigText(place.uri, text)?.config };
  return resolveConfig(config, pathUnder(place.folder, document.uri));
}
