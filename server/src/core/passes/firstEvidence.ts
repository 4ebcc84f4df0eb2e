import type { TranscriptDocument } from '../document/document';
import { type Deed, judgeKind, type Verdict } from '../model/edits/safety';
import { pairingOf } from '../model/pairing/asSent';
import { type Halves, halvesOf } from '../model/pairing/halves';
import type { Call, Message, Result } from '../model/types';
import type { Edit } from '../text/edits';

interface Known {
  readonly part: Call | Result | Message;
  readonly halves: Halves;
}

/**
 * What a later pass of fix-all may throw away or make up is judged once more, on the document as it was before the first fix: what
 * an earlier pass uncovered is no evidence, and what forbade it then forbids it still.
 */
export class FirstEvidence {
  private readonly document: TranscriptDocument;
  private known: AllKnown | undefined;

  constructor(document: TranscriptDocument) {
    this.document = document;
  }

  /** The verdict of the first document on a deed of a later one; `edits` lead from the first text to the later one. */
  judge(deed: Deed, edits: readonly Edit[]): Verdict {
    const of = partOf(deed);
    if (of === undefined) return SAFE;
    this.known ??= readAll(this.document);
    const at = placeBefore(of.node.start, edits);
    const there = at === undefined ? undefined : this.known.at.get(at);
    // What was moved stands where an edit put it: it is known by its words, and by all that says the same.
    const meant = there ?? this.known.saying.get(of.node.raw()) ?? [];
    const known = meant.filter(({ part }) => kindOf(part) === kindOf(of));
    if (known.length === 0) return REFUSED;
    for (const { part, halves } of known) {
      // Of two equal calls one stays, with the answer.
      if (deed.kind !== 'drop-twin-call' && hadHalf(part, halves)) return REFUSED;
      const verdict = judgeKind(sameDeed(deed, part), () => halves);
      if (verdict.safety === 'unsafe') return verdict;
    }
    return SAFE;
  }
}

interface AllKnown {
  readonly at: ReadonlyMap<number, readonly Known[]>;
  /** By source text; a few of each, since one that forbids is enough. */
  readonly saying: ReadonlyMap<string, readonly Known[]>;
}

const MOST_ALIKE = 100;

const SAFE: Verdict = { safety: 'safe' };
const REFUSED: Verdict = { safety: 'unsafe', why: 'another fix brought this to light; look at it before more goes' };

function partOf(deed: Deed): Call | Result | Message | undefined {
  switch (deed.kind) {
    case 'drop-call':
    case 'drop-twin-call':
    case 'insert-result':
    case 'drop-result':
    case 'drop-id':
      return deed.of;
    default:
      // Judged by what stands there itself, which is the same before and after.
      return undefined;
  }
}

function sameDeed(deed: Deed, part: Call | Result | Message): Deed {
  const isCall = 'kind' in part && part.kind === 'call';
  const isResult = 'kind' in part && part.kind === 'result';
  if ((deed.kind === 'drop-call' || deed.kind === 'insert-result') && isCall) return { kind: deed.kind, of: part };
  if (deed.kind === 'drop-result' && isResult) return { kind: deed.kind, of: part };
  if (deed.kind === 'drop-id' && !isCall && !isResult && !('kind' in part)) return { ...deed, of: part };
  return deed;
}

function kindOf(part: Call | Result | Message): string {
  return 'kind' in part ? part.kind : 'message';
}

/** A call that had its answer, a result that had its call. */
function hadHalf(part: Call | Result | Message, { pairing }: Halves): boolean {
  if (!('kind' in part)) return false;
  if (part.kind === 'result') return pairing.results.get(part)?.kind === 'kept';
  const outcome = pairing.calls.get(part);
  return outcome?.kind === 'kept' && outcome.answer !== undefined;
}

function readAll({ conversations }: TranscriptDocument): AllKnown {
  const at = new Map<number, Known[]>();
  const saying = new Map<string, Known[]>();
  for (const conversation of conversations) {
    const halves = halvesOf(conversation, pairingOf(conversation));
    for (const message of conversation.messages) {
      for (const part of [message, ...message.calls, ...message.results]) {
        add(at, part.node.start, { part, halves });
        add(saying, part.node.raw(), { part, halves });
      }
    }
  }
  return { at, saying };
}

function add<Key>(known: Map<Key, Known[]>, key: Key, one: Known): void {
  const there = known.get(key);
  if (there === undefined) known.set(key, [one]);
  else if (there.length < MOST_ALIKE) there.push(one);
}

/** Where a place of the later text stood in the first; undefined in what an edit put in. `edits` are sorted and disjoint. */
export function placeBefore(place: number, edits: readonly Edit[]): number | undefined {
  // How far each edit has moved what stands behind it.
  let [low, high] = [0, edits.length];
  const moves = movesOf(edits);
  while (low < high) {
    const middle = (low + high) >> 1;
    const edit = edits[middle];
    if (edit !== undefined && edit.start + (moves[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  const before = edits[low - 1];
  if (before === undefined) return place;
  const end = before.start + (moves[low - 1] ?? 0) + before.text.length;
  return place < end ? undefined : place - (moves[low] ?? 0);
}

const known = new WeakMap<readonly Edit[], readonly number[]>();

/** For each edit the sum of what those before it have added; one more at the end for all of them. */
function movesOf(edits: readonly Edit[]): readonly number[] {
  let moves = known.get(edits);
  if (moves === undefined) {
    const sums = [0];
    let sum = 0;
    for (const { start, end, text } of edits) {
      sum += text.length - (end - start);
      sums.push(sum);
    }
    moves = sums;
    known.set(edits, moves);
  }
  return moves;
}
