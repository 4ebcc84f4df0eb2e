import {
  CodeActionKind,
  DiagnosticTag,
  type InitializeParams,
  PositionEncodingKind,
  type ServerCapabilities,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { COMMANDS, SOURCE } from '../protocol/index';

export const FIX_ALL_KIND = `${CodeActionKind.SourceFixAll}.${SOURCE}`;
export const NORMALIZE_KIND = `${CodeActionKind.Source}.normalize.${SOURCE}`;

/** What the client can do, read once from `initialize`; the rest of the server asks nothing else. */
export interface ClientFeatures {
  /** Pulls, and pulls again when it is asked to; what cannot be asked would not see a changed configuration, and is pushed to. */
  readonly pullsDiagnostics: boolean;
  readonly relatedInformation: boolean;
  readonly unnecessaryTag: boolean;
  readonly codeDescription: boolean;
  readonly diagnosticData: boolean;
  readonly diagnosticVersion: boolean;
  readonly codeActionLiterals: boolean;
  readonly resolvesEdits: boolean;
  readonly preferredActions: boolean;
  readonly refreshesLenses: boolean;
  readonly showsDocuments: boolean;
  readonly documentChanges: boolean;
  readonly createsFiles: boolean;
  readonly appliesEdits: boolean;
  readonly configuration: boolean;
  readonly registersConfiguration: boolean;
  readonly registersWatchers: boolean;
  readonly workspaceFolders: boolean;
  readonly utf16Named: boolean;
}

export function readClient({ capabilities }: InitializeParams): ClientFeatures {
  const { textDocument, workspace, general, window } = capabilities;
  const pull = textDocument?.diagnostic;
  // Before 3.18 the details of diagnostics stood under `publishDiagnostics` alone, for pull clients too.
  const details = { ...textDocument?.publishDiagnostics, ...pull };
  const action = textDocument?.codeAction;
  return {
    pullsDiagnostics: pull !== undefined && workspace?.diagnostics?.refreshSupport === true,
    relatedInformation: details.relatedInformation === true,
    unnecessaryTag: details.tagSupport?.valueSet?.includes(DiagnosticTag.Unnecessary) === true,
    codeDescription: details.codeDescriptionSupport === true,
    diagnosticData: details.dataSupport === true,
    diagnosticVersion: textDocument?.publishDiagnostics?.versionSupport === true,
    codeActionLiterals: action?.codeActionLiteralSupport !== undefined,
    resolvesEdits: action?.dataSupport === true && action.resolveSupport?.properties.includes('edit') === true,
    preferredActions: action?.isPreferredSupport === true,
    refreshesLenses: workspace?.codeLens?.refreshSupport === true,
    showsDocuments: window?.showDocument?.support === true,
    documentChanges: workspace?.workspaceEdit?.documentChanges === true,
    createsFiles:
      workspace?.workspaceEdit?.documentChanges === true &&
      workspace.workspaceEdit.resourceOperations?.includes('create') === true,
    appliesEdits: workspace?.applyEdit === true,
    configuration: workspace?.configuration === true,
    registersConfiguration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    registersWatchers: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    workspaceFolders: workspace?.workspaceFolders === true,
    utf16Named: general?.positionEncodings?.includes(PositionEncodingKind.UTF16) === true,
  };
}

export function serverCapabilities(client: ClientFeatures): ServerCapabilities {
  return {
    ...(client.utf16Named && { positionEncoding: PositionEncodingKind.UTF16 }),
    // `willSave` tells a save that a person asked for from one that comes after a delay.
    textDocumentSync: {
      openClose: true,
      change: TextDocumentSyncKind.Incremental,
      willSave: true,
      save: { includeText: false },
    },
    ...(client.pullsDiagnostics && {
      diagnosticProvider: { identifier: SOURCE, interFileDependencies: false, workspaceDiagnostics: false },
    }),
    codeActionProvider: client.codeActionLiterals
      ? {
          codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite, FIX_ALL_KIND, NORMALIZE_KIND],
          resolveProvider: client.resolvesEdits,
        }
      : true,
    // Neovim before 0.10 shows lenses and does not say so.
    codeLensProvider: { resolveProvider: true },
    ...(client.appliesEdits && { executeCommandProvider: { commands: Object.values(COMMANDS) } }),
    ...(client.workspaceFolders && { workspace: { workspaceFolders: { supported: true, changeNotifications: true } } }),
  };
}
