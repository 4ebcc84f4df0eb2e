import { CodeActionKind } from 'vscode-languageserver';
import { dialectIds, dialectTitle, expectFault, type Finding, type RuleId, rules } from '../../core/index';
import { FIX_ALL_KIND, NORMALIZE_KIND } from '../capabilities';
import { reportedFindings } from '../diagnostics';
import type { OpenDocument } from '../openDocument';
import { sparedBySave } from '../view/quiet';
import { type ActionRequest, intactConversations, isInBrokenConversation, type Offer } from './offer';
import { configuredWindows, dropText, sizeText } from './trim';
import { normalizationOf, summaryOf } from './wholeFile';

const SAFELY_FIXABLE: ReadonlySet<RuleId> = new Set(
  rules.filter(({ fixable }) => fixable === 'safe').map(({ id }) => id),
);

/** One action for all problems of a rule, where the same mistake was made more than once. */
export function fixRuleOffers({ document, candidates }: ActionRequest): Offer[] {
  const ids = new Set(candidates.map(({ finding }) => finding.rule).filter((rule) => SAFELY_FIXABLE.has(rule)));
  return [...ids].flatMap((rule): Offer[] => {
    // Asked for by its rule, a fix of mere information is applied too.
    const same = document.transcript
      .findings()
      .filter(
        (finding) =>
          finding.rule === rule &&
          !isInBrokenConversation(document, finding) &&
          finding.proposals().some(({ safety }) => safety === 'safe'),
      );
    if (same.length < 2) return [];
    const title = `Fix all ${same.length} "${rule}" problems`;
    const diagnostics = candidates.flatMap((one) => (one.finding.rule === rule ? (one.diagnostic ?? []) : []));
    return [{ title, kind: CodeActionKind.QuickFix, diagnostics, wanted: { kind: 'fixAll', only: [rule] } }];
  });
}

export function fixAllOffers({ document, isByItself: onSave }: ActionRequest): Offer[] {
  const isSpared = onSave ? sparedBySave(document) : undefined;
  const isAnything = reportedFindings(document).some(
    (finding) => isSafelyFixable(document, finding) && isSpared?.(finding) !== true,
  );
  const title = 'Fix all problems that can be fixed safely';
  return isAnything ? [{ title, kind: FIX_ALL_KIND, wanted: { kind: 'fixAll', onSave } }] : [];
}

/** More rules than this in one menu help nobody. */
const MOST_EXPECTED = 3;

/** A file may be meant to have a fault: it says so itself. */
export function expectOffers({ document, candidates }: ActionRequest): Offer[] {
  const rules = [...new Set(candidates.map(({ finding }) => finding.rule))].slice(0, MOST_EXPECTED);
  return rules.flatMap((rule): Offer[] => {
    const of = candidates.filter(({ finding }) => finding.rule === rule);
    const [first] = of;
    if (first === undefined || isInBrokenConversation(document, first.finding)) return [];
    const edits = expectFault(document.transcript, first.finding);
    if (edits === undefined) return [];
    const diagnostics = of.flatMap(({ diagnostic }) => diagnostic ?? []);
    return [{ title: `Expect "${rule}" here`, kind: CodeActionKind.QuickFix, diagnostics, edits: () => edits }];
  });
}

/** The same beside the fixes of one problem, where the file has more that would be fixed. */
export function fixFileOffers({ document, candidates }: ActionRequest): Offer[] {
  if (candidates.length === 0) return [];
  let fixable = 0;
  for (const finding of reportedFindings(document)) {
    if (isSafelyFixable(document, finding)) fixable += 1;
    if (fixable === 2) break;
  }
  const title = 'Fix all of this file (safe fixes only)';
  return fixable < 2 ? [] : [{ title, kind: CodeActionKind.QuickFix, wanted: { kind: 'fixAll' } }];
}

export function normalizeOffers({ document }: ActionRequest): Offer[] {
  const result = normalizationOf(document);
  if (result.edits.length === 0) return [];
  const changed = result.conversations.filter(hasEntries).length;
  const what = changed > 1 ? `${changed} conversations` : 'conversation';
  return [{ title: `Normalize ${what} (${summaryOf(result)})`, kind: NORMALIZE_KIND, wanted: { kind: 'normalize' } }];
}

/** The conversation at the cursor alone, where the file holds more. */
export function normalizeOneOffers({ document, start, end }: ActionRequest): Offer[] {
  const { conversations } = document.analysis();
  if (conversations.length < 2) return [];
  const around = conversations.find((one) => one.start <= start && end <= one.end);
  const report = normalizationOf(document).conversations.find(({ pointer }) => pointer === around?.pointer);
  if (around === undefined || report === undefined || !hasEntries(report)) return [];
  const title = `Normalize this conversation (${summaryOf({ conversations: [report], edits: [] })})`;
  return [{ title, kind: CodeActionKind.RefactorRewrite, wanted: { kind: 'normalize', conversation: around.pointer } }];
}

/** The configured window, on the conversation at the cursor. */
export function trimOffers({ document, start, end }: ActionRequest): Offer[] {
  const { conversations } = document.analysis();
  const around = conversations.find((one) => one.start <= start && end <= one.end);
  const meant = configuredWindows(document).filter(({ pointer }) => pointer === around?.pointer);
  const drops = dropText(meant);
  const [first] = meant;
  if (first === undefined || drops === '') return [];
  const title = `Trim to ${sizeText(first.window).replace('window of ', '')} (${drops})`;
  return [{ title, kind: CodeActionKind.RefactorRewrite, wanted: { kind: 'trim', conversation: first.pointer } }];
}

/** The conversations of the file in another dialect, where the one at the cursor is in one. */
export function convertOffers({ document, start, end }: ActionRequest): Offer[] {
  const { conversations } = document.transcript;
  const requests = intactConversations(document).filter(
    ({ side, list }) => side === 'request' && list.kind === 'array',
  );
  const around = requests.find(({ list }) => list.start <= start && end <= list.end);
  const meant = around ?? (conversations.length === 1 ? requests[0] : undefined);
  if (meant === undefined) return [];
  const what = requests.length > 1 ? `all ${requests.length} conversations ` : '';
  // What it would cost is worked out when somebody chooses it: a menu must open at once.
  return dialectIds
    .filter((to) => to !== meant.dialect.id)
    .map((to) => ({
      title: `Convert ${what}to ${dialectTitle(to)}`,
      kind: CodeActionKind.RefactorRewrite,
      wanted: { kind: 'convert', to },
    }));
}

type Report = ReturnType<typeof normalizationOf>['conversations'][number];

function hasEntries({ drops, moved, inserted, renamed }: Report): boolean {
  return drops.length + moved.length + inserted.length + renamed.length > 0;
}

function isSafelyFixable(document: OpenDocument, finding: Finding<RuleId>): boolean {
  if (!SAFELY_FIXABLE.has(finding.rule) || isInBrokenConversation(document, finding)) return false;
  return finding.fixes.some(({ safety }) => safety === 'safe');
}
