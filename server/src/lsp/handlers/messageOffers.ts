import { CodeActionKind } from 'vscode-languageserver';
import { coercionRewrite, type MessageRewrite, messageRewrites, rewriteText } from '../../core/index';
import type { OpenDocument } from '../openDocument';
import type { Candidate } from './findingOf';
import { type ActionRequest, intactConversations, type Offer } from './offer';

/**
 * Text to message, in place. What a coercion would clear gets it as a quick fix; where nothing is reported it is a rewrite.
 */
export function messageOffers({ document, start, end, candidates }: ActionRequest): Offer[] {
  return messageRewrites(intactConversations(document), start, end).map((rewrite) => {
    const cleared = rewrite.kind === 'coerce' ? candidates.filter((candidate) => isCleared(candidate, rewrite)) : [];
    return {
      title: rewrite.title,
      kind: cleared.length > 0 ? CodeActionKind.QuickFix : CodeActionKind.RefactorRewrite,
      diagnostics: cleared.flatMap(({ diagnostic }) => diagnostic ?? []),
      edits: () => editsOfRewrite(document, rewrite),
    };
  });
}

/** The coercions for all messages of the file. */
export function coercionsOfFile({ document }: ActionRequest): Offer[] {
  const rewrite = coercionRewrite(intactConversations(document));
  if (rewrite === undefined) return [];
  const { title } = rewrite;
  return [{ title, kind: CodeActionKind.RefactorRewrite, edits: () => editsOfRewrite(document, rewrite) }];
}

function editsOfRewrite({ transcript: { root } }: OpenDocument, { rewrite }: MessageRewrite) {
  return root === undefined ? [] : rewriteText(root, rewrite());
}

function isCleared({ finding }: Candidate, { clears, entries }: MessageRewrite): boolean {
  if (!clears.includes(finding.rule)) return false;
  return entries.some((entry) => entry.start <= finding.start && finding.end <= entry.end);
}
