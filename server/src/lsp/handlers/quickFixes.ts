import { CodeActionKind } from 'vscode-languageserver';
import { type ActionRequest, isInBrokenConversation, type Offer } from './offer';

/** The fixes of the findings at a place. Preferred is what "fix all" would take, or what pairs a call and a result. */
export function quickFixOffers({ document, candidates }: ActionRequest): Offer[] {
  return candidates.flatMap(({ finding, diagnostic }): Offer[] => {
    if (isInBrokenConversation(document, finding)) return [];
    return finding.fixes.map((fix) => ({
      title: fix.title,
      kind: CodeActionKind.QuickFix,
      isPreferred: fix.isPreferred === true,
      diagnostics: diagnostic ? [diagnostic] : [],
      edits: () => fix.edits,
    }));
  });
}
