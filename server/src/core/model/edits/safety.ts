import { compactJson } from '../../json/compactJson';
import type { JsonNode } from '../../json/node';
import type { Rewrite } from '../../json/rewrite';
import { isSilentEntry, saysNothing } from '../../json/silence';
import { textOf } from '../../json/textOf';
import { quote } from '../../text/quote';
import type { Halves } from '../pairing/halves';
import { isStub } from '../stubs';
import type { Call, Message, Result } from '../types';
import { isSigned } from './dropping';
import { holdsText, LABELS, textsThatGo } from './lostTexts';
import { brokenNeighbours, type Neighbourhood } from './newNeighbours';

/**
 * `safe`: goes into fix-all, which runs unseen: it destroys nothing and makes nothing up. `unsafe`: a choice, offered to the
 * person only.
 */
export type Safety = 'safe' | 'unsafe';

/**
 * What a fix does, of one kind of `KINDS`, with what it is done to. A rule says this much and no more: whether it is safe is decided
 * here. With `unless` a rule gives a reason of its own, in words, why it is a choice; no rule can make a fix safer than it is.
 */
export type Deed = (
  | { readonly kind: 'choice' | 'pair' | 'set-role' | 'text-to-message' | 'repair-row' }
  | { readonly kind: 'drop-entry'; readonly of: Message }
  | { readonly kind: 'drop-call' | 'insert-result'; readonly of: Call }
  | { readonly kind: 'drop-twin-call'; readonly of: Call; readonly twin: Call | undefined }
  | { readonly kind: 'drop-result'; readonly of: Result }
  | { readonly kind: 'drop-second-result'; readonly of: Result; readonly twin: Result }
  | { readonly kind: 'drop-id'; readonly of: Message; readonly id: string }
  | { readonly kind: 'drop-empty-member' | 'drop-marker'; readonly of: JsonNode }
  | { readonly kind: 'drop-shadowed-member'; readonly of: JsonNode; readonly twin: JsonNode | undefined }
  | { readonly kind: 'drop-expectation' | 'fill-in' | 'trim' | 'rename-pair' | 'rename-member' }
  | { readonly kind: 'write-as-text' | 'read-text' | 'replace-surrogate' }
  | {
      readonly kind: 'move-result' | 'move-part' | 'move-instruction' | 'lift-instruction' | 'merge';
      readonly of: Message;
    }
) & { readonly unless?: string | undefined };

export type DeedKind = Deed['kind'];

/** Every kind of rewrite that a fix may be. `docs/design/safety.md` says of each what goes, what is made up, and what forbids it. */
export const deedKinds: readonly DeedKind[] = [
  ...([
    'choice',
    'drop-call',
    'drop-empty-member',
    'drop-entry',
    'drop-expectation',
    'drop-id',
    'drop-marker',
  ] as const),
  ...([
    'drop-result',
    'drop-second-result',
    'drop-shadowed-member',
    'drop-twin-call',
    'fill-in',
    'insert-result',
  ] as const),
  ...(['lift-instruction', 'merge', 'move-instruction', 'move-part', 'move-result', 'pair', 'read-text'] as const),
  ...([
    'rename-member',
    'rename-pair',
    'repair-row',
    'replace-surrogate',
    'set-role',
    'text-to-message',
    'trim',
  ] as const),
  'write-as-text',
];

export interface Verdict {
  readonly safety: Safety;
  /** Why it is left to a person, in words that stand behind "left:"; only where evidence forbids it, not for a plain choice. */
  readonly why?: string;
}

const SAFE: Verdict = { safety: 'safe' };
const CHOICE: Verdict = { safety: 'unsafe' };

/** What a fix is judged by: the conversation as it stands, and what its target has rules about. */
export interface Evidence extends Neighbourhood {
  readonly halves: () => Halves;
}

/**
 * Decides whether a fix may run unseen. Without evidence, nothing that may have another half is thrown away. `breaks` are words
 * for the title of a fix that would put another fault in the place of the one it mends.
 */
export function judge(
  deed: Deed,
  rewrite: Rewrite,
  evidence: Evidence | undefined,
): Verdict & { readonly breaks?: string } {
  const verdict = judgeAlone(deed, rewrite, () => evidence?.halves());
  if (verdict.safety === 'unsafe' || evidence === undefined) return verdict;
  const breaks = brokenNeighbours(rewrite, evidence, deed.kind === 'move-instruction' ? 'instruction' : undefined);
  return breaks === undefined ? verdict : { ...left(`mending it leaves another fault: ${breaks}`), breaks };
}

function judgeAlone(deed: Deed, rewrite: Rewrite, halves: () => Halves | undefined): Verdict {
  const verdict = judgeKind(deed, halves);
  if (verdict.safety === 'unsafe') return verdict;
  if (deed.unless !== undefined) return { safety: 'unsafe', why: deed.unless };
  const part = partOf(deed);
  if (part !== undefined && takesMore(rewrite, part)) return judgeEntry(part.message, rewrite, halves());
  return judgeTexts(rewrite, mayGo(deed));
}

/** The call or result that a deed takes out. */
function partOf(deed: Deed): Call | Result | undefined {
  switch (deed.kind) {
    case 'drop-call':
    case 'drop-twin-call':
    case 'drop-result':
    case 'drop-second-result':
      return deed.of;
    default:
      return undefined;
  }
}

/** Whatever the kind promises: a text that somebody wrote and that stands nowhere afterwards is not thrown away unseen. */
function judgeTexts(rewrite: Rewrite, may: ReadonlySet<JsonNode> | 'all'): Verdict {
  const [gone] = textsThatGo(rewrite, may);
  return gone === undefined ? SAFE : left(`this would take the text ${quote(gone)} with it`);
}

/** Whether the entry goes with the last of its calls and results, or its list of calls does. */
export function takesMore(rewrite: Rewrite, part: Call | Result): boolean {
  const { node, calls } = part.message;
  if (rewrite.get(node)?.kind === 'properties') return calls.length > 1;
  const change = node === part.node || node.parent === undefined ? undefined : rewrite.get(node.parent);
  return change?.kind === 'splice' && change.remove.includes(node);
}

/** Known for each message, since each of its parts may be the one that takes all others along. */
const ofEntries = new WeakMap<Halves, Map<Message, Verdict>>();

function judgeEntry(entry: Message, rewrite: Rewrite, halves: Halves | undefined): Verdict {
  if (halves === undefined) return left(UNSEEN);
  const known = ofEntries.get(halves) ?? new Map<Message, Verdict>();
  ofEntries.set(halves, known);
  let verdict = known.get(entry);
  if (verdict === undefined) {
    const parts = [...entry.calls, ...entry.results].filter((part) => isDropped(part, halves));
    const refused = parts.map((part) => judgePart(part, halves)).find(({ safety }) => safety === 'unsafe');
    verdict = refused ?? judgeTexts(rewrite, new Set(parts.map(({ node }) => node)));
    known.set(entry, verdict);
  }
  return verdict;
}

function isDropped(part: Call | Result, { pairing }: Halves): boolean {
  const outcome = part.kind === 'call' ? pairing.calls.get(part) : pairing.results.get(part);
  return outcome?.kind === 'dropped';
}

function judgePart(part: Call | Result, halves: Halves): Verdict {
  if (part.kind === 'call') {
    const outcome = halves.pairing.calls.get(part);
    const isTwin = outcome?.kind === 'dropped' && outcome.rule === 'duplicate-call-id';
    return isTwin ? judgeTwinCall(part, outcome.first, halves) : judgeDroppedCall(part, halves);
  }
  const outcome = halves.pairing.results.get(part);
  const isSecond = outcome?.kind === 'dropped' && outcome.kept !== undefined;
  return isSecond && outcome.kept !== undefined
    ? judgeSecondResult(part, outcome.kept)
    : judgeDroppedResult(part, halves);
}

/** What the evidence says of a kind of deed, whatever else its rewrite may take along. */
export function judgeKind(deed: Deed, halves: () => Halves | undefined): Verdict {
  switch (deed.kind) {
    case 'choice':
    case 'pair':
    case 'set-role':
    case 'text-to-message':
    case 'repair-row':
      return CHOICE;
    case 'drop-entry':
      return isSilentEntry(deed.of.node)
        ? SAFE
        : left('the entry says something, and nobody knows what it was meant to be');
    case 'drop-call':
      return judgeDroppedCall(deed.of, halves());
    case 'insert-result':
      return judgeInsertion(deed.of, halves());
    case 'drop-twin-call':
      return judgeTwinCall(deed.of, deed.twin, halves());
    case 'drop-result':
      return judgeDroppedResult(deed.of, halves());
    case 'drop-second-result':
      return judgeSecondResult(deed.of, deed.twin);
    case 'drop-id':
      return judgeDroppedId(deed.of, deed.id, halves());
    case 'drop-empty-member':
      return saysNothing(deed.of) ? SAFE : left(`what stands there was written by somebody`);
    case 'drop-shadowed-member':
      return deed.twin !== undefined && compactJson(deed.of) === compactJson(deed.twin)
        ? SAFE
        : left('the two values differ, and nobody knows which one was meant');
    case 'merge':
      return judgeMerge(deed.of);
    case 'move-result':
    case 'move-part':
      return isSigned(deed.of) ? left(SIGNED) : SAFE;
    default:
      return SAFE;
  }
}

const SIGNED = 'signed reasoning stands in the turn, and its signature covers the turn';
const CALLS_TOO = 'calls stand in the message of the result, and would go with it';
const UNSEEN = 'what could be its other half cannot be told';

function left(why: string): Verdict {
  return { safety: 'unsafe', why };
}

function judgeDroppedCall(call: Call, halves: Halves | undefined): Verdict {
  if (halves === undefined) return left(UNSEEN);
  if (isSigned(call.message)) return left(SIGNED);
  const [result] = halves.resultsFor(call).best;
  if (result !== undefined)
    return left(`${wordsOfResult(result)} could answer ${wordsOfCall(call)}; pair them or remove it`);
  if (halves.resultsFor(call).isAny || halves.bearersOf(call).isFollowed)
    return left(`a result further on could answer ${wordsOfCall(call)}; pair them or remove it`);
  return SAFE;
}

function judgeInsertion(call: Call, halves: Halves | undefined): Verdict {
  if (halves === undefined) return left(UNSEEN);
  const { best, isAny } = halves.resultsFor(call);
  const [result] = best;
  if (result !== undefined)
    return left(`${wordsOfResult(result)} could answer ${wordsOfCall(call)}; pair them or remove it`);
  return isAny ? left(`a result further on could answer ${wordsOfCall(call)}; pair them or remove it`) : SAFE;
}

/** Both calls say the same, and no second result tells that there were two. */
function judgeTwinCall(call: Call, twin: Call | undefined, halves: Halves | undefined): Verdict {
  if (halves === undefined) return left(UNSEEN);
  if (isSigned(call.message)) return left(SIGNED);
  if (twin === undefined || compactJson(call.node) !== compactJson(twin.node))
    return left(`the two calls with the id ${quote(call.id.text)} differ; give one of them an id of its own`);
  return halves.bearersOf(call).count > 1 || halves.resultsFor(call).isAny
    ? left(
        `more than one result answers ${quote(call.id.text)}; give one of the calls and its result an id of their own`,
      )
    : SAFE;
}

function judgeDroppedResult(result: Result, halves: Halves | undefined): Verdict {
  if (halves === undefined) return left(UNSEEN);
  if (isSigned(result.message)) return left(SIGNED);
  if (holdsCalls(result)) return left(CALLS_TOO);
  const { best, isAny } = halves.callsFor(result.node);
  const [call] = best;
  if (call !== undefined)
    return left(`${wordsOfResult(result)} could answer ${wordsOfOpen(call)}; pair them or remove it`);
  if (isAny) return left(`${wordsOfResult(result)} could answer a call with an id like it; pair them or remove it`);
  const outcome = halves.pairing.results.get(result);
  const named = outcome?.kind === 'dropped' ? outcome.call : undefined;
  if (named === undefined) return SAFE;
  // It stands in front of a call that has its answer: of two texts for one call neither goes unasked.
  const of = halves.pairing.calls.get(named);
  const answer = of?.kind === 'kept' ? of.answer : undefined;
  return answer === undefined ? SAFE : judgeSecondResult(result, answer);
}

/** An equal twin stays, or what goes is a known stub or blank: of two texts that differ neither goes unasked. */
function judgeSecondResult(result: Result, twin: Result): Verdict {
  if (isSigned(result.message)) return left(SIGNED);
  if (holdsCalls(result)) return left(CALLS_TOO);
  if (isTwin(result, twin)) return SAFE;
  if (isStub(result) || saysNothing(result.contentNode)) {
    const [name] = textsBeside(result, twin);
    if (name === undefined) return SAFE;
    return left(`${wordsOfResult(result)} holds ${quote(name)}, which the other one does not`);
  }
  return left(`the results for ${quote(result.id.text)} differ; keep the first or the second`);
}

/** Where the message is the result, what else stands in it goes along. */
function holdsCalls({ node, message }: Result): boolean {
  return node === message.node && !saysNothing(message.callsNode);
}

/** Everything that one says, the other says too; the keys may stand in another order. */
function isTwin({ node, contentNode }: Result, twin: Result): boolean {
  if (textOf(contentNode) !== textOf(twin.contentNode)) return false;
  return node.properties().every(({ name, value }) => {
    if (value === contentNode) return true;
    const other = twin.node.get(name);
    return other === undefined ? saysNothing(value) : textOf(other).trim() === textOf(value).trim();
  });
}

/** The members by which a result says more than its content, in words, and more than the result that stays. */
function textsBeside({ node, contentNode }: Result, twin: Result): string[] {
  return node.properties().flatMap(({ name, value }) => {
    if (value === contentNode || LABELS.has(name) || !holdsText(value)) return [];
    const other = twin.node.get(name);
    return other !== undefined && textOf(other).trim() === textOf(value).trim() ? [] : [name];
  });
}

/** Role, content and calls any message may bear, and a merge keeps or needs no second time. */
function judgeMerge({ node, roleNode, contentNode, callsNode }: Message): Verdict {
  const merged = new Set<unknown>([roleNode?.key, contentNode?.key, callsNode?.key]);
  const over = node.properties().find(({ name, value }) => !merged.has(name) && !saysNothing(value));
  return over === undefined ? SAFE : left(`${quote(over.name)} of the second message would go`);
}

function judgeDroppedId(message: Message, id: string, halves: Halves | undefined): Verdict {
  if (halves === undefined) return left(UNSEEN);
  const { best, isAny } = halves.callsFor(message.node);
  const [call] = best;
  if (call !== undefined)
    return left(`the message could be the answer to ${wordsOfOpen(call)}; make it a result or remove the id`);
  return isAny || halves.isNamed(id) ? left(`a call has the id ${quote(id)} or one like it`) : SAFE;
}

/** What the kind of the deed allows to go, evidence being for it. */
function mayGo(deed: Deed): ReadonlySet<JsonNode> | 'all' {
  switch (deed.kind) {
    case 'drop-call':
    case 'drop-twin-call':
    case 'drop-result':
    case 'drop-second-result':
      return new Set([deed.of.node]);
    case 'drop-entry':
    case 'drop-id':
    case 'drop-expectation':
    case 'drop-marker':
    // Written anew, every character of it: what these do is held by tests of their own.
    case 'write-as-text':
    case 'read-text':
    case 'trim':
    case 'rename-pair':
    case 'rename-member':
      return 'all';
    default:
      return new Set();
  }
}

export function wordsOfCall(call: Call): string {
  const name = call.nameNode?.kind === 'string' ? call.nameNode.text() : '';
  if (call.id.text !== '') return `the call ${quote(call.id.text)}`;
  return name === '' ? 'a call without an id' : `the call of ${quote(name)}`;
}

export function wordsOfOpen({ call, id, kind }: { call: Call | undefined; id: string; kind: string }): string {
  if (call !== undefined) return wordsOfCall(call);
  if (id !== '') return `the call ${quote(id)}`;
  return kind === 'unreadable' ? 'a call in an entry that cannot be read' : 'a call in another shape';
}

export function wordsOfResult(of: {
  readonly kind: string;
  readonly ids?: readonly { text: string }[];
  readonly id?: { text: string };
}): string {
  const id = of.id?.text ?? of.ids?.[0]?.text ?? '';
  if (of.kind === 'unreadable') return 'an entry that cannot be read';
  return id === '' ? 'a result without an id' : `the result for ${quote(id)}`;
}
