// What each editor says of itself in `initialize`, cut to what the server reads. Those marked "recorded" were written down
// from the editor itself; the others follow its documentation and its source.
import type { ClientCapabilities } from 'vscode-languageserver-protocol/node';

export interface Profile {
  readonly name: string;
  readonly capabilities: ClientCapabilities;
  readonly initializationOptions?: object;
  /** How problems reach the editor. */
  readonly diagnostics: 'push' | 'pull';
  /** Whether the server may ask to be told of changed files; where not, it looks itself. */
  readonly watches: boolean;
  /** What the editor sends back of a diagnostic with a request for its fixes. */
  readonly sendsBack: 'all' | 'range and message';
  /** How it can fix on save: by the command, which edits the buffer, or by the action. */
  readonly fixesBy: 'command' | 'action';
}

const TAGS = { valueSet: [1, 2] as (1 | 2)[] };
const literals = (...valueSet: string[]) => ({ codeActionLiteralSupport: { codeActionKind: { valueSet } } });
const KINDS = ['', 'quickfix', 'refactor', 'refactor.rewrite', 'source', 'source.organizeImports'];
const pulls = { diagnostic: { dynamicRegistration: false } };
const resolvesEdits = { dataSupport: true, resolveSupport: { properties: ['edit'] } };

/** Recorded from 0.7.2. */
const neovim07: Profile = {
  name: 'Neovim 0.7',
  capabilities: {
    workspace: {
      applyEdit: true,
      workspaceFolders: true,
      workspaceEdit: { resourceOperations: ['rename', 'create', 'delete'] },
    },
    textDocument: {
      synchronization: { didSave: true },
      publishDiagnostics: { relatedInformation: true, tagSupport: TAGS },
      codeAction: { ...literals(...KINDS), ...resolvesEdits },
    },
  },
  diagnostics: 'push',
  watches: false,
  sendsBack: 'all',
  fixesBy: 'command',
};

/** It pulls, but cannot be asked to pull again, and on Linux it watches no files. */
const neovim010: Profile = {
  name: 'Neovim 0.10',
  capabilities: {
    general: { positionEncodings: ['utf-16'] },
    workspace: {
      applyEdit: true,
      configuration: true,
      workspaceFolders: true,
      didChangeConfiguration: { dynamicRegistration: false },
      didChangeWatchedFiles: { dynamicRegistration: false, relativePatternSupport: true },
      inlayHint: { refreshSupport: true },
      semanticTokens: { refreshSupport: true },
      workspaceEdit: { resourceOperations: ['rename', 'create', 'delete'] },
    },
    textDocument: {
      synchronization: { didSave: true, willSave: true, willSaveWaitUntil: true },
      ...pulls,
      publishDiagnostics: { relatedInformation: true, tagSupport: TAGS, dataSupport: true },
      codeAction: { ...literals(...KINDS), ...resolvesEdits, isPreferredSupport: true },
    },
  },
  diagnostics: 'push',
  watches: false,
  sendsBack: 'all',
  fixesBy: 'command',
};

/** Recorded from eglot 1.9 in Emacs 28. */
const eglot: Profile = {
  name: 'Emacs, eglot',
  capabilities: {
    workspace: {
      applyEdit: true,
      configuration: true,
      workspaceFolders: true,
      workspaceEdit: { documentChanges: true },
      didChangeWatchedFiles: { dynamicRegistration: true },
    },
    textDocument: {
      synchronization: { didSave: true, willSave: true, willSaveWaitUntil: true },
      publishDiagnostics: { relatedInformation: false, codeDescriptionSupport: false, tagSupport: TAGS },
      codeAction: { ...literals(...KINDS.slice(1)), isPreferredSupport: true },
    },
  },
  initializationOptions: { syntaxErrors: true },
  diagnostics: 'push',
  watches: true,
  sendsBack: 'all',
  fixesBy: 'command',
};

/** Recorded from lsp-mode 8.0.0 in Emacs 28. */
const lspMode: Profile = {
  name: 'Emacs, lsp-mode',
  capabilities: {
    workspace: {
      applyEdit: true,
      configuration: true,
      workspaceFolders: true,
      workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] },
      didChangeWatchedFiles: { dynamicRegistration: true },
    },
    textDocument: {
      synchronization: { didSave: true, willSave: true, willSaveWaitUntil: true },
      publishDiagnostics: { relatedInformation: true, tagSupport: TAGS, versionSupport: true },
      codeAction: {
        ...literals(...KINDS),
        isPreferredSupport: true,
        dataSupport: true,
        resolveSupport: { properties: ['edit', 'command'] },
      },
    },
  },
  diagnostics: 'push',
  watches: true,
  sendsBack: 'all',
  fixesBy: 'command',
};

/** Recorded from ALE 3.3.0 in Vim 9.0: it applies no edits that the server sends by itself, only those of an action. */
const ale: Profile = {
  name: 'Vim, ALE',
  capabilities: {
    workspace: {
      applyEdit: false,
      configuration: false,
      workspaceFolders: false,
      didChangeConfiguration: { dynamicRegistration: false },
    },
    textDocument: {
      synchronization: { didSave: true },
      publishDiagnostics: { relatedInformation: true },
      codeAction: literals(),
    },
  },
  initializationOptions: { syntaxErrors: true },
  diagnostics: 'push',
  watches: false,
  sendsBack: 'range and message',
  fixesBy: 'action',
};

const helix: Profile = {
  name: 'Helix 25.01',
  capabilities: {
    general: { positionEncodings: ['utf-8', 'utf-32', 'utf-16'] },
    workspace: {
      applyEdit: true,
      configuration: true,
      workspaceFolders: true,
      didChangeConfiguration: { dynamicRegistration: false },
      didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: false },
      workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] },
    },
    textDocument: {
      publishDiagnostics: { versionSupport: true, tagSupport: TAGS },
      codeAction: {
        ...literals(...KINDS),
        isPreferredSupport: true,
        disabledSupport: true,
        dataSupport: true,
        resolveSupport: { properties: ['edit', 'command'] },
      },
    },
  },
  diagnostics: 'push',
  watches: true,
  sendsBack: 'all',
  fixesBy: 'command',
};

const zed: Profile = {
  name: 'Zed',
  capabilities: {
    general: { positionEncodings: ['utf-16'] },
    workspace: {
      applyEdit: true,
      configuration: true,
      workspaceFolders: true,
      didChangeConfiguration: { dynamicRegistration: true },
      didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
      diagnostics: { refreshSupport: true },
      codeLens: { refreshSupport: true },
      workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] },
    },
    textDocument: {
      synchronization: { didSave: true },
      ...pulls,
      publishDiagnostics: { relatedInformation: true, versionSupport: true, dataSupport: true, tagSupport: TAGS },
      codeAction: {
        ...literals('', 'quickfix', 'refactor', 'refactor.rewrite', 'source'),
        isPreferredSupport: true,
        dataSupport: true,
        resolveSupport: { properties: ['kind', 'diagnostics', 'isPreferred', 'disabled', 'edit', 'command'] },
      },
    },
  },
  diagnostics: 'pull',
  watches: true,
  sendsBack: 'all',
  fixesBy: 'action',
};

const sublime: Profile = {
  name: 'Sublime Text, LSP',
  capabilities: {
    general: { positionEncodings: ['utf-16'] },
    workspace: {
      applyEdit: true,
      configuration: true,
      workspaceFolders: true,
      didChangeConfiguration: { dynamicRegistration: true },
      didChangeWatchedFiles: { dynamicRegistration: true },
      diagnostics: { refreshSupport: true },
      codeLens: { refreshSupport: true },
      workspaceEdit: { documentChanges: true, failureHandling: 'abort' },
    },
    textDocument: {
      synchronization: { didSave: true, willSave: true, willSaveWaitUntil: true },
      diagnostic: { dynamicRegistration: true, relatedDocumentSupport: true },
      publishDiagnostics: {
        relatedInformation: true,
        versionSupport: true,
        codeDescriptionSupport: true,
        dataSupport: true,
        tagSupport: TAGS,
      },
      codeAction: { ...literals('quickfix', 'refactor', 'source.fixAll', 'source.organizeImports'), ...resolvesEdits },
    },
  },
  diagnostics: 'pull',
  watches: true,
  sendsBack: 'all',
  fixesBy: 'action',
};

/** It says nothing of `workspace`, not even that it applies edits, and runs one server a language. */
const kate: Profile = {
  name: 'Kate',
  capabilities: {
    textDocument: {
      synchronization: { didSave: true },
      publishDiagnostics: { relatedInformation: true },
      codeAction: literals('quickfix', 'refactor', 'source'),
    },
  },
  initializationOptions: { syntaxErrors: true },
  diagnostics: 'push',
  watches: false,
  sendsBack: 'all',
  fixesBy: 'action',
};

export const profiles: readonly Profile[] = [neovim07, neovim010, eglot, lspMode, ale, helix, zed, sublime, kate];
