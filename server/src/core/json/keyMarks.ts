/** Names of members to look for, each with a bit: one walk over an object then says which of them it has. */
export class KeyMarks {
  private readonly bits = new Map<string, number>();
  /** By length; most names of most objects are of none. */
  private readonly byLength: (readonly Candidate[] | undefined)[] = [];

  constructor(names: readonly string[]) {
    for (const name of new Set(names)) {
      const bit = 1 << this.bits.size;
      this.bits.set(name, bit);
      this.byLength[name.length] = [
        ...(this.byLength[name.length] ?? []),
        { name, bit, first: name.charCodeAt(0), last: name.charCodeAt(name.length - 1) },
      ];
    }
  }

  get size(): number {
    return this.bits.size;
  }

  /** The bit of a name; 0 where it is none of them. */
  of(name: string): number {
    return this.bits.get(name) ?? 0;
  }

  /** The same of a name as it stands in a text, from `start` to `end`. */
  ofText(text: string, start: number, end: number): number {
    const candidates = this.byLength[end - start];
    if (candidates === undefined) return 0;
    const first = text.charCodeAt(start);
    const last = text.charCodeAt(end - 1);
    for (let i = 0; i < candidates.length; i++) {
      const candidate = candidates[i];
      if (candidate === undefined || candidate.first !== first || candidate.last !== last) continue;
      if (text.startsWith(candidate.name, start)) return candidate.bit;
    }
    return 0;
  }
}

interface Candidate {
  readonly name: string;
  readonly bit: number;
  readonly first: number;
  readonly last: number;
}
