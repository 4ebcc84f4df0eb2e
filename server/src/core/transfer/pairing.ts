import type { CallPart, NeutralPairing, ResultPart, Turn } from './types';

/** The calls of the newest turn that declares an id, how many of them were answered, and the first call that they are one with. */
interface Declared {
  readonly turn: Turn;
  readonly calls: CallPart[];
  readonly first: CallPart;
  answered: number;
}

/**
 * The pairing of a source that pairs by ids. The call of a result is the one that is `known`, else the one of its id as it stands:
 * there may be no model to know any, and "0" pairs nothing there but is one id all the same. The newest turn that declares an id
 * owns the results that follow; where it declares it more than once, the first result is the first call's, and so on. A result in
 * front of every call of its id is the first one's.
 */
export function pairParts(
  turns: readonly Turn[],
  known: ReadonlyMap<ResultPart, CallPart> = new Map(),
): Pick<NeutralPairing, 'callOf' | 'sameAs'> {
  const callOf = new Map<ResultPart, CallPart>();
  const sameAs = new Map<CallPart, CallPart>();
  const declared = new Map<string, Declared>();
  /** Results that stand in front of every call of their id. */
  const early = new Map<string, ResultPart[]>();
  const declare = (call: CallPart, turn: Turn, id: string) => {
    const before = declared.get(id);
    const first = before?.answered === 0 ? before.first : call;
    if (first !== call) sameAs.set(call, first);
    if (before?.turn === turn) before.calls.push(call);
    else declared.set(id, { turn, calls: [call], first, answered: 0 });
    for (const result of early.get(id) ?? []) callOf.set(result, call);
    early.delete(id);
  };
  for (const turn of turns) {
    for (const part of turn.parts) {
      if (part.kind !== 'call' && part.kind !== 'result') continue;
      const id = writtenId(part)?.trim();
      if (part.kind === 'call') {
        if (id !== undefined) declare(part, turn, id);
        continue;
      }
      const there = id === undefined ? undefined : declared.get(id);
      const next = there?.calls[Math.min(there.answered++, there.calls.length - 1)];
      // Of calls that declare one id while it is open, the model keeps the first alone.
      const isAgain = there !== undefined && (there.calls.length > 1 || there.calls[0] !== there.first);
      const call = isAgain ? next : (known.get(part) ?? next);
      if (call !== undefined) callOf.set(part, call);
      else if (id !== undefined) addTo(early, id, part);
    }
  }
  return { callOf, sameAs };
}

function addTo<One>(lists: Map<string, One[]>, key: string, one: One): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [one]);
  else list.push(one);
}

/** An id exactly as it stands, padding and all; a number by its digits. */
export function writtenId({ id }: CallPart | ResultPart): string | undefined {
  if (id.node === undefined || id.fault === 'missing' || id.fault === 'not-scalar') return undefined;
  return id.node.kind === 'string' ? id.node.text() : id.text;
}
