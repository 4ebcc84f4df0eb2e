/**
 * A glob as an automaton that is stepped through a path once, all its ways side by side: what it costs is the length of the glob
 * times that of the path, whatever the glob is. A regular expression would try the ways one after the other, and configuration
 * comes with untrusted workspaces.
 *
 * `*` and `?` stop at a slash, `**` as a whole segment does not; `[ab]`, `[!ab]`, `[a-z]`; `{a,b}`, nested too. All else stands
 * for itself.
 */
export class GlobMatcher {
  private readonly states: State[] = [];
  private readonly first: number;

  constructor(glob: string) {
    const end = this.add({ kind: 'end' });
    this.first = this.compile(parse(glob), end);
  }

  matches(path: string): boolean {
    let now = new Ways(this.states);
    let next = new Ways(this.states);
    now.enter(this.first);
    for (const character of path) {
      next.clear();
      for (const at of now.list) {
        const state = this.states[at];
        if (state?.kind === 'take' && state.takes(character)) next.enter(state.next);
      }
      if (next.list.length === 0) return false;
      [now, next] = [next, now];
    }
    return now.list.some((at) => this.states[at]?.kind === 'end');
  }

  private add(state: State): number {
    this.states.push(state);
    return this.states.length - 1;
  }

  /** The state that a sequence begins with, `next` being what follows it. */
  private compile(parts: readonly Part[], next: number): number {
    return parts.reduceRight((behind, part) => this.compilePart(part, behind), next);
  }

  private compilePart(part: Part, next: number): number {
    switch (part.kind) {
      case 'one':
        return this.add({ kind: 'take', takes: part.takes, next });
      case 'some': {
        const loop: number[] = [];
        const fork = this.add({ kind: 'fork', ways: loop });
        loop.push(this.add({ kind: 'take', takes: part.takes, next: fork }), next);
        return fork;
      }
      case 'optional':
        return this.add({ kind: 'fork', ways: [this.compile(part.parts, next), next] });
      case 'folders': {
        const loop: number[] = [];
        const fork = this.add({ kind: 'fork', ways: loop });
        const folder: Part[] = [{ kind: 'one', takes: isNoSlash }, { kind: 'some', takes: isNoSlash }, slash];
        loop.push(this.compile(folder, fork), next);
        return fork;
      }
      case 'either':
        return this.add({ kind: 'fork', ways: part.ways.map((way) => this.compile(way, next)) });
    }
  }
}

type Takes = (character: string) => boolean;

type State =
  | { readonly kind: 'take'; readonly takes: Takes; readonly next: number }
  | { readonly kind: 'fork'; readonly ways: readonly number[] }
  | { readonly kind: 'end' };

/** The states that the automaton is in at one place of the path, each once. */
class Ways {
  readonly list: number[] = [];
  private readonly states: readonly State[];
  private readonly seen: Uint8Array;
  private readonly visited: number[] = [];

  constructor(states: readonly State[]) {
    this.states = states;
    this.seen = new Uint8Array(states.length);
  }

  enter(from: number): void {
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (this.seen[at] === 1) continue;
      this.seen[at] = 1;
      this.visited.push(at);
      const state = this.states[at];
      if (state?.kind === 'fork') open.push(...state.ways);
      else this.list.push(at);
    }
  }

  clear(): void {
    for (const at of this.visited) this.seen[at] = 0;
    this.visited.length = 0;
    this.list.length = 0;
  }
}

type Part =
  | { readonly kind: 'one' | 'some'; readonly takes: Takes }
  | { readonly kind: 'optional'; readonly parts: readonly Part[] }
  /** Any number of folders with their slashes. */
  | { readonly kind: 'folders' }
  | { readonly kind: 'either'; readonly ways: readonly (readonly Part[])[] };

const isAny: Takes = () => true;
const isNoSlash: Takes = (character) => character !== '/';
const literal = (wanted: string): Part => ({ kind: 'one', takes: (character) => character === wanted });
const slash = literal('/');

/** Braces within braces, more than which nobody means; deeper ones stand for themselves. */
const MOST_NESTED = 20;

function parse(glob: string): readonly Part[] {
  return parseWay([...glob], 0, 0, closingBraces(glob)).parts;
}

/** From one place to the end, or to the comma or brace that ends a way of a choice. */
function parseWay(
  glob: readonly string[],
  from: number,
  depth: number,
  closing: ReadonlyMap<number, number>,
): { readonly parts: readonly Part[]; readonly end: number } {
  const parts: Part[] = [];
  const endsWay = (at: number) => at >= glob.length || (depth > 0 && (glob[at] === ',' || glob[at] === '}'));
  let at = from;
  while (!endsWay(at)) {
    const character = glob[at] ?? '';
    const startsSegment = at === from || glob[at - 1] === '/';
    if (character === '/' && glob[at + 1] === '*' && glob[at + 2] === '*' && endsWay(at + 3)) {
      // What a folder holds, and the folder's own name.
      parts.push({ kind: 'optional', parts: [slash, { kind: 'some', takes: isAny }] });
      at += 3;
    } else if (character === '*') {
      let stars = 1;
      while (glob[at + stars] === '*') stars++;
      const behind = at + stars;
      if (startsSegment && stars === 2 && glob[behind] === '/') {
        parts.push({ kind: 'folders' });
        at = behind + 1;
      } else if (startsSegment && stars === 2 && endsWay(behind)) {
        parts.push({ kind: 'some', takes: isAny });
        at = behind;
      } else {
        // A segment that is but a star is no empty one.
        if (startsSegment && (endsWay(behind) || glob[behind] === '/')) parts.push({ kind: 'one', takes: isNoSlash });
        parts.push({ kind: 'some', takes: isNoSlash });
        at = behind;
      }
    } else if (character === '?') {
      parts.push({ kind: 'one', takes: isNoSlash });
      at += 1;
    } else if (character === '[') {
      const set = parseSet(glob, at);
      parts.push(set?.part ?? literal('['));
      at = set?.end ?? at + 1;
    } else if (character === '{' && closing.has(at) && depth < MOST_NESTED) {
      const ways: (readonly Part[])[] = [];
      do {
        const way = parseWay(glob, at + 1, depth + 1, closing);
        ways.push(way.parts);
        at = way.end;
      } while (glob[at] === ',');
      parts.push({ kind: 'either', ways });
      at += 1;
    } else {
      parts.push(literal(character));
      at += 1;
    }
  }
  return { parts, end: at };
}

/** Where each brace that opens a choice is closed. One without a comma is none, nor is one that is never closed. */
function closingBraces(glob: string): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const open: { readonly at: number; hasComma: boolean }[] = [];
  for (const [at, character] of [...glob].entries()) {
    const last = open.at(-1);
    if (character === '{') open.push({ at, hasComma: false });
    else if (character === ',' && last !== undefined) last.hasComma = true;
    else if (character === '}' && last !== undefined) {
      open.pop();
      if (last.hasComma) closing.set(last.at, at);
    }
  }
  return closing;
}

/** `[ab]`, `[a-z]`, `[!a]`, `[^a]`; a `]` that comes first is a member. Undefined where nothing closes it. */
function parseSet(glob: readonly string[], from: number): { readonly part: Part; readonly end: number } | undefined {
  let at = from + 1;
  const isNegated = glob[at] === '!' || glob[at] === '^';
  if (isNegated) at += 1;
  const start = at;
  const ranges: (readonly [number, number])[] = [];
  for (; at < glob.length && glob[at] !== '/'; at++) {
    const member = glob[at] ?? '';
    if (member === ']' && at > start) {
      const isMember = (code: number) => ranges.some(([low, high]) => code >= low && code <= high);
      const takes: Takes = (character) => character !== '/' && isMember(codeOf(character)) !== isNegated;
      return { part: { kind: 'one', takes }, end: at + 1 };
    }
    const until = glob[at + 2];
    if (glob[at + 1] === '-' && until !== undefined && until !== ']') {
      ranges.push([codeOf(member), codeOf(until)]);
      at += 2;
    } else ranges.push([codeOf(member), codeOf(member)]);
  }
  return undefined;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
