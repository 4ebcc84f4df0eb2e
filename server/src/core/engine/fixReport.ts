import { textsThatGo } from '../model/lostTexts';
import { plain } from '../text/quote';
import type { TranscriptDocument } from './document';
import { type DecidedFix, isFault, type LiveFinding } from './finding';

/** A text that a fix took out, so that who runs it unseen can read afterwards what went. */
export interface WentText {
  readonly rule: string;
  /** Of the finding, in the text as the fix found it. */
  readonly pointer: string;
  /** The first words of what went. */
  readonly text: string;
}

/** A fault that no safe fix mends, and why it is left to a person. */
export interface LeftFault {
  readonly rule: string;
  readonly pointer: string;
  readonly why: string;
}

/** Ids and names go with what they belong to, and are no loss to tell of. */
const TELLS_NOTHING = /^(?:[\w.:|-]{0,80})$/;
/** Texts that are named of one fix. */
const MOST_TEXTS = 3;

/** What a fix takes out, in a few words. Renamed ids and roles are none of it. */
export function wentOf(finding: LiveFinding, fix: DecidedFix): WentText[] {
  const { does } = fix;
  if (!does.kind.startsWith('drop-') && does.kind !== 'choice') return [];
  const { rule, pointer } = finding;
  const gone = does.kind === 'drop-shadowed-member' ? [does.of.raw()] : textsThatGo(fix.rewrite);
  const told = gone.filter((text) => /\s/.test(text.trim()) || !TELLS_NOTHING.test(text));
  const texts = told.length > 0 ? told : gone.slice(-1);
  return texts.slice(0, MOST_TEXTS).map((text) => ({ rule, pointer, text: plain(text).trim() }));
}

/**
 * What is left of a document, with the reasons; the two ends of what may be a pair are told once. A safe fix is left where the others
 * and it together would leave more faults than there were.
 */
export function leftIn(
  document: TranscriptDocument,
  isAsked: (finding: LiveFinding) => boolean,
  isUnsafeToo: boolean,
): LeftFault[] {
  const told = new Set<string>();
  const left: LeftFault[] = [];
  if (isUnsafeToo) return left;
  for (const finding of document.findings()) {
    if (!isFault(finding) || !isAsked(finding)) continue;
    const why = reasonOf(finding.proposals());
    if (why === undefined) continue;
    const key = `${finding.conversation} ${why === MORE_FAULTS ? `${finding.rule} ${finding.pointer}` : why}`;
    if (told.has(key)) continue;
    told.add(key);
    left.push({ rule: finding.rule, pointer: finding.pointer, why });
  }
  return left;
}

const MORE_FAULTS = 'mending it here would leave more problems than it mends';

function reasonOf(proposals: readonly DecidedFix[]): string | undefined {
  if (proposals.some(({ safety }) => safety === 'safe')) return MORE_FAULTS;
  return proposals.find(({ why }) => why !== undefined)?.why;
}
