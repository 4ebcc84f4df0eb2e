import type { TranscriptDocument } from '../document/document';
import type { JsonNode } from '../json/node';
import type { Rewrite } from '../json/rewrite';
import { textOf } from '../json/textOf';
import { type DecidedFix, isFault, type LiveFinding } from '../lint/finding';
import { textsThatGo } from '../model/edits/lostTexts';
import { takesMore } from '../model/edits/safety';
import { idsOf } from '../model/pairing/resultIds';
import type { Call, Result } from '../model/types';
import { plain } from '../text/quote';

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

/** What a fix takes out, in a few words. Renamed ids and roles are none of it. */
export function wentOf(finding: LiveFinding, fix: DecidedFix): WentText[] {
  const { rule, pointer } = finding;
  const texts = textsOf(fix).map((text) => plain(text).trim());
  return texts.filter((text) => text !== '').map((text) => ({ rule, pointer, text }));
}

function textsOf({ does, rewrite }: DecidedFix): string[] {
  switch (does.kind) {
    case 'drop-call':
    case 'drop-twin-call':
    case 'drop-result':
    case 'drop-second-result':
      return [...partsThatGo(does.of, rewrite).map(wordsOf), ...textsBeside(does.of, rewrite)];
    case 'drop-shadowed-member':
      return [does.of.raw()];
    case 'drop-entry':
    case 'drop-empty-member':
    case 'drop-marker':
    case 'drop-id':
    case 'lift-instruction':
    case 'merge':
    case 'choice':
      return textsThatGo(rewrite);
    default:
      return [];
  }
}

/** The call or result that a fix is about, and those that go along where it takes the list or the entry. */
function partsThatGo(of: Call | Result, rewrite: Rewrite): readonly (Call | Result)[] {
  if (!takesMore(rewrite, of)) return [of];
  const { node, calls, results } = of.message;
  return rewrite.get(node)?.kind === 'properties' ? calls : [...calls, ...results];
}

function wordsOf(part: Call | Result): string {
  if (part.kind === 'call') return `${textOf(part.nameNode)} ${textOf(part.argumentsNode)}`;
  if (part.contentNode?.kind !== 'array') return textOf(part.contentNode);
  return part.contentNode.items().map(wordsOfBlock).join(' ');
}

/** A text as it reads, and of all else what it is. */
function wordsOfBlock(block: JsonNode): string {
  const [text, type] = [block.get('text'), block.get('type')];
  if (text?.kind === 'string') return text.text();
  return type?.kind === 'string' ? `[${type.text()}]` : textOf(block);
}

/** What stands in other members of what goes. Ids are told by the finding. */
function textsBeside({ message }: Call | Result, rewrite: Rewrite): string[] {
  const told = [...message.calls, ...message.results].flatMap((part) => [
    ...idsIn(part),
    ...(part.kind === 'call' ? [part.nameNode, part.argumentsNode] : [part.contentNode]),
  ]);
  return textsThatGo(rewrite, new Set(told.filter((node) => node !== undefined)));
}

function idsIn(part: Call | Result): readonly (JsonNode | undefined)[] {
  return part.kind === 'call' ? [part.id.node] : idsOf(part).map(({ node }) => node);
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
