import { CodeActionKind } from 'vscode-languageserver';
import { type ActionRequest, isInBrokenConversation, type Offer } from './offers';

/** The fixes of the findings at a place. The first safe one is preferred: it is what "fix all" would take. */
export function quickFixOffers({ document, candidates }: ActionRequest): Offer[] {
  return candidates.flatMap(({ finding, diagnostic }): Offer[] => {
    if (isInBrokenConversation(document, finding)) return [];
    const preferred = finding.fixes.find(({ safety }) => safety === 'safe');
    return finding.fixes.map((fix) => ({
      title: fix.title,
      kind: CodeActionKind.QuickFix,
      isPreferred: fix === preferred,
      diagnostics: diagnostic ? [diagnostic] : [],
      edits: () => fix.edits,
    }));
  });
}
