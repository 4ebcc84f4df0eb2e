import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  CodeActionTriggerKind,
  type Command,
  LSPErrorCodes,
  ResponseError,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { COMMANDS, type DeferredEdit } from '../../protocol/index';
import { type ClientFeatures, FIX_ALL_KIND, NORMALIZE_KIND } from '../capabilities';
import { toCodeAction, toCommand, toTextEdits, toWorkspaceEdit } from '../convert';
import type { OpenDocument } from '../openDocument';
import { conversionOf, refusalOf } from './conversion';
import { candidatesOf } from './findingOf';
import { coercionsOfFile, messageOffers } from './messageOffers';
import type { ActionRequest, Offer } from './offer';
import {
  convertOffers,
  expectOffers,
  fixAllOffers,
  fixFileOffers,
  fixRuleOffers,
  normalizeOffers,
  normalizeOneOffers,
  trimOffers,
} from './offers';
import { quickFixOffers } from './quickFixes';
import { editsOf } from './wholeFile';

/**
 * Who offers what, in the order of a menu. `isCostly`: looks at the whole file, so not in a menu that opens by itself. `isAside`: rewrites
 * the whole file whatever the problem is, so not among the fixes of one.
 */
const PROVIDERS: readonly {
  readonly kinds: readonly string[];
  readonly isCostly?: boolean;
  readonly isAside?: boolean;
  readonly offers: (request: ActionRequest) => readonly Offer[];
}[] = [
  { kinds: [CodeActionKind.QuickFix], offers: quickFixOffers },
  { kinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite], offers: messageOffers },
  { kinds: [CodeActionKind.QuickFix], offers: fixRuleOffers },
  { kinds: [CodeActionKind.QuickFix], offers: fixFileOffers },
  { kinds: [CodeActionKind.QuickFix], offers: expectOffers },
  { kinds: [CodeActionKind.RefactorRewrite], isCostly: true, isAside: true, offers: coercionsOfFile },
  { kinds: [CodeActionKind.RefactorRewrite], isCostly: true, isAside: true, offers: normalizeOneOffers },
  { kinds: [CodeActionKind.RefactorRewrite], isCostly: true, isAside: true, offers: trimOffers },
  { kinds: [CodeActionKind.RefactorRewrite], isCostly: true, isAside: true, offers: convertOffers },
  { kinds: [FIX_ALL_KIND], isCostly: true, offers: fixAllOffers },
  { kinds: [NORMALIZE_KIND], isCostly: true, offers: normalizeOffers },
];

/** What a person can do at a place of an open document. Clients that do not know action literals get commands. */
export function codeActions(
  document: OpenDocument,
  params: CodeActionParams,
  client: ClientFeatures,
): (CodeAction | Command)[] {
  if (document.analysis().dialect === undefined) return [];
  const { only, triggerKind } = params.context;
  const isAsked = (kind: string) =>
    only === undefined || only.length === 0 || only.some((asked) => `${kind}.`.startsWith(`${asked}.`));
  // VS Code asks at every cursor move; without a kind it wants what the light bulb shows.
  const isAnyKind = only === undefined || only.length === 0;
  const isByItself = triggerKind === CodeActionTriggerKind.Automatic && isAnyKind;
  const request = requestOf(document, params);
  const isAtProblem = isAnyKind && request.candidates.length > 0;
  return PROVIDERS.filter(({ kinds }) => kinds.some(isAsked))
    .filter(({ isCostly, isAside }) => !(isCostly && isByItself) && !(isAside && isAtProblem))
    .flatMap(({ offers }) => offers(request))
    .filter(({ kind }) => isAsked(kind))
    .flatMap((offer) => toAction(document, offer, client));
}

/** `codeAction/resolve`: the edit of an action that was offered without one. */
export function resolveEdit(document: OpenDocument, { wanted }: DeferredEdit, client: ClientFeatures): WorkspaceEdit {
  const refused = wanted.kind === 'convert' ? refusalOf(conversionOf(document, { to: wanted.to })) : undefined;
  if (refused !== undefined) throw new ResponseError<never>(LSPErrorCodes.RequestFailed, refused.message);
  return toWorkspaceEdit(document, editsOf(document, wanted), client);
}

function requestOf(document: OpenDocument, params: CodeActionParams): ActionRequest {
  const start = document.offsetAt(params.range.start);
  const end = document.offsetAt(params.range.end);
  const isByItself = params.context.triggerKind === CodeActionTriggerKind.Automatic;
  return { document, start, end, candidates: candidatesOf(document, params), isByItself };
}

function toAction(document: OpenDocument, offer: Offer, client: ClientFeatures): (CodeAction | Command)[] {
  const { uri, version } = document;
  if (client.codeActionLiterals) {
    if ('wanted' in offer && client.resolvesEdits) {
      const data: DeferredEdit = { uri, version, wanted: offer.wanted };
      return [toCodeAction({ ...offer, data }, client)];
    }
    const edits = 'wanted' in offer ? editsOf(document, offer.wanted) : offer.edits();
    if (edits.length === 0) return [];
    return [toCodeAction({ ...offer, edit: toWorkspaceEdit(document, edits, client) }, client)];
  }
  if (!client.appliesEdits) return []; // such a client has no way to apply anything
  if ('wanted' in offer) return [toCommand(offer.title, COMMANDS[offer.wanted.kind], { uri, ...offer.wanted })];
  const edits = toTextEdits(document, offer.edits());
  return edits.length === 0
    ? []
    : [toCommand(offer.title, COMMANDS.applyEdit, { uri, version, title: offer.title, edits })];
}
