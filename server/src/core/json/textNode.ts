import { decodeString } from './decode';
import type { KeyMarks } from './keyMarks';
import type { JsonKind, JsonNode, JsonProperty } from './node';
import { ARRAY, FALSE, NULL, NUMBER, OBJECT, OTHER, PLAIN_STRING, STRING, type Tape, TRUE } from './tape';
import { buildValue } from './value';

/** Objects with more members than this get a name table at the first look-up, so that reading every key stays linear. */
const MEMBERS_BEFORE_TABLE = 16;

const KINDS: readonly JsonKind[] = [
  'object',
  'array',
  'string',
  'string',
  'number',
  'boolean',
  'boolean',
  'null',
  'other',
];

/** A value of a source text. Everything is read from the tape and the text when asked for, and children are made once. */
export class TextNode implements JsonNode {
  readonly tape: Tape;
  readonly index: number;
  parent: JsonNode | undefined;
  key: string | number;
  // Few fields: a large file has a hundred thousand of these, and what they weigh is what collecting them costs.
  /** All elements of an array; values of an object's members by ordinal, with holes where nobody has asked yet. */
  private children: (TextNode | undefined)[] | undefined;
  /** Made for objects that somebody looks through whole, or that are large. */
  private names: { readonly members: readonly TextProperty[]; table: Map<string, TextNode> | undefined } | undefined;
  private memberCount = -1;

  constructor(tape: Tape, index: number, parent: JsonNode | undefined, key: string | number) {
    this.tape = tape;
    this.index = index;
    this.parent = parent;
    this.key = key;
  }

  get kind(): JsonKind {
    return KINDS[this.tape.kindOf(this.index)] ?? 'other';
  }

  get start(): number {
    return this.tape.startOf(this.index);
  }

  get end(): number {
    return this.tape.endOf(this.index);
  }

  /** Whether a fault of the text lies in this value (tolerant reading only). */
  get isBroken(): boolean {
    return this.tape.isBroken(this.index);
  }

  get size(): number {
    if (this.children !== undefined) return this.children.length;
    if (this.memberCount < 0) this.memberCount = this.countMembers();
    return this.memberCount;
  }

  get(key: string): TextNode | undefined {
    if (this.tape.kindOf(this.index) !== OBJECT) return undefined;
    if (this.size > MEMBERS_BEFORE_TABLE) return this.nameTable().get(key);
    let found = -1;
    let ordinal = -1;
    const { tape } = this;
    const last = tape.behind(this.index);
    for (let i = this.index + 1, n = 0; i < last; i = tape.behind(i + 1), n++) {
      if (!isNamed(tape, i, key)) continue;
      found = i;
      ordinal = n;
    }
    return found < 0 ? undefined : this.member(ordinal, found + 1, key);
  }

  /** See `marksOf`: makes no nodes. */
  marks(names: KeyMarks): number {
    const { tape } = this;
    if (tape.kindOf(this.index) !== OBJECT) return 0;
    const { text } = tape.source;
    const last = tape.behind(this.index);
    let found = 0;
    for (let i = this.index + 1; i < last; i = tape.behind(i + 1)) {
      const isPlain = tape.kindOf(i) === PLAIN_STRING;
      found |= isPlain ? names.ofText(text, tape.startOf(i) + 1, tape.endOf(i) - 1) : names.of(nameOf(tape, i));
    }
    return found;
  }

  items(): readonly TextNode[] {
    if (this.tape.kindOf(this.index) !== ARRAY) return [];
    if (this.children === undefined) {
      // Of the right length from the start: growing arrays reserve room for sixteen more, and most lists are short.
      const items = new Array<TextNode>(this.size);
      const last = this.tape.behind(this.index);
      for (let i = this.index + 1, n = 0; i < last; i = this.tape.behind(i), n++) {
        items[n] = new TextNode(this.tape, i, this, n);
      }
      this.children = items;
    }
    return (this.children ?? []) as readonly TextNode[];
  }

  properties(): readonly JsonProperty[] {
    return this.namedMembers();
  }

  text(): string {
    const kind = this.tape.kindOf(this.index);
    if (kind !== STRING && kind !== PLAIN_STRING) return '';
    return decodeString(this.tape.source.text, this.start, this.end);
  }

  raw(): string {
    return this.tape.rawOf(this.index);
  }

  value(): unknown {
    switch (this.tape.kindOf(this.index)) {
      case OBJECT:
      case ARRAY:
        return this.parsed();
      case STRING:
      case PLAIN_STRING:
        return this.text();
      case NUMBER:
        return Number(this.raw());
      case TRUE:
        return true;
      case FALSE:
        return false;
      case NULL:
        return null;
      default:
        return undefined;
    }
  }

  /** For `spliceItems`: other elements in the array's place. */
  setItems(items: TextNode[]): void {
    this.children = items;
  }

  private parsed(): unknown {
    if (this.tape.isPlain) {
      try {
        return JSON.parse(this.raw());
      } catch {
        // A string holds what JSON refuses: built from the nodes.
      }
    }
    return buildValue(this);
  }

  private namedMembers(): readonly TextProperty[] {
    if (this.names !== undefined) return this.names.members;
    if (this.tape.kindOf(this.index) !== OBJECT) return [];
    const members: TextProperty[] = [];
    const { tape } = this;
    const last = tape.behind(this.index);
    for (let i = this.index + 1; i < last; i = tape.behind(i + 1)) {
      const name = nameOf(tape, i);
      members.push(new TextProperty(tape, i, name, this.member(members.length, i + 1, name)));
    }
    markShadowed(members);
    this.names = { members, table: undefined };
    return members;
  }

  private member(ordinal: number, index: number, name: string): TextNode {
    this.children ??= new Array<TextNode | undefined>(this.size);
    const known = this.children[ordinal];
    if (known !== undefined) return known;
    const made = new TextNode(this.tape, index, this, name);
    this.children[ordinal] = made;
    return made;
  }

  private nameTable(): Map<string, TextNode> {
    const members = this.namedMembers();
    const { names } = this;
    const table = names?.table ?? new Map(members.map(({ name, value }) => [name, value]));
    if (names !== undefined) names.table = table;
    return table;
  }

  private countMembers(): number {
    const { tape } = this;
    const kind = tape.kindOf(this.index);
    if (kind !== OBJECT && kind !== ARRAY) return 0;
    const last = tape.behind(this.index);
    let n = 0;
    for (let i = this.index + 1; i < last; i = tape.behind(kind === OBJECT ? i + 1 : i)) n++;
    return n;
  }
}

class TextProperty implements JsonProperty {
  readonly name: string;
  readonly value: TextNode;
  isShadowed = false;
  private readonly tape: Tape;
  private readonly index: number;

  constructor(tape: Tape, index: number, name: string, value: TextNode) {
    this.tape = tape;
    this.index = index;
    this.name = name;
    this.value = value;
  }

  get keyStart(): number {
    return this.tape.startOf(this.index);
  }

  get keyEnd(): number {
    return this.tape.endOf(this.index);
  }
}

function markShadowed(members: readonly TextProperty[]): void {
  if (members.length < 2) return;
  const later = new Set<string>();
  for (let i = members.length - 1; i >= 0; i--) {
    const member = members[i];
    if (member === undefined) continue;
    member.isShadowed = later.has(member.name);
    later.add(member.name);
  }
}

function nameOf(tape: Tape, index: number): string {
  // A key without quotes, in text that is read tolerantly.
  if (tape.kindOf(index) === OTHER) return tape.rawOf(index);
  return decodeString(tape.source.text, tape.startOf(index), tape.endOf(index));
}

function isNamed(tape: Tape, index: number, name: string): boolean {
  const length = tape.endOf(index) - tape.startOf(index) - 2;
  if (tape.kindOf(index) === PLAIN_STRING) {
    return length === name.length && tape.source.text.startsWith(name, tape.startOf(index) + 1);
  }
  // An escape is longer than what it stands for, so a shorter literal cannot be it.
  return (length >= name.length || tape.kindOf(index) === OTHER) && nameOf(tape, index) === name;
}
