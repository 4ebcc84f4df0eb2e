import fc from 'fast-check';

/** Odd and even numbers from a seed: fast-check shrinks the value, and the decoration stays repeatable. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 0x100000000) * below);
  };
}

const key = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'id', 'role', 'content') },
  { weight: 1, arbitrary: fc.constantFrom('', '__proto__', 'constructor', 'a"b', 'x\\y', 'é', '7', 'k\n') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
);

const leaf = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e21, -2.5e-7, 12345678),
  fc.constantFrom(
    '',
    'x',
    'a "quoted" word',
    'back\\slash',
    '// no comment',
    '/* nor this */',
    ', ] }',
    '\\"',
    '\ud800',
  ),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.array(fc.constantFrom('\\', '"', 'a', '\n'), { maxLength: 60 }).map((parts) => parts.join('')),
);

/** Any JSON value; objects may have `__proto__` as an own key. */
export const json: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'json' },
    leaf,
    fc.array(tie('value'), { maxLength: 5, depthIdentifier: 'json' }),
    fc
      .array(fc.tuple(key, tie('value')), { maxLength: 5, depthIdentifier: 'json' })
      .map((entries) => JSON.parse(objectText(entries)) as unknown),
  ),
})).value;

function objectText(entries: readonly (readonly [string, unknown])[]): string {
  return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
}

export interface Decoration {
  readonly seed: number;
  readonly lineBreak: '\n' | '\r\n';
  readonly indent: string;
  /** `lines`: members on lines of their own; `wild`: anything anywhere; `row`: all on one line. */
  readonly style: 'lines' | 'wild' | 'row';
  readonly comments: boolean;
  readonly trailingCommas: boolean;
  readonly duplicates: boolean;
  readonly mark: boolean;
}

export const decoration: fc.Arbitrary<Decoration> = fc.record({
  seed: fc.nat(),
  lineBreak: fc.constantFrom('\n' as const, '\r\n' as const),
  indent: fc.constantFrom('  ', '\t', '    '),
  style: fc.constantFrom('lines' as const, 'lines' as const, 'wild' as const),
  comments: fc.boolean(),
  trailingCommas: fc.boolean(),
  duplicates: fc.boolean(),
  mark: fc.boolean(),
});

/** The value as JSONC text, decorated. Comments are numbered (`c1`, `c2`, …) so that they can be told apart. */
export function decorate(value: unknown, options: Decoration): string {
  return (options.mark ? '\ufeff' : '') + new Decorator(options).document(value);
}

class Decorator {
  private readonly options: Decoration;
  private readonly random: (below: number) => number;
  private comments = 0;

  constructor(options: Decoration) {
    this.options = options;
    this.random = randomFrom(options.seed);
  }

  document(value: unknown): string {
    return this.trivia('') + this.value(value, '') + this.trivia('');
  }

  private value(value: unknown, indent: string): string {
    if (Array.isArray(value)) {
      return this.list(
        '[',
        value.map((item) => (inner: string) => this.value(item, inner)),
        ']',
        indent,
      );
    }
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value);
      const members = entries.map(
        ([name, item]) =>
          (inner: string) =>
            this.member(name, item, inner),
      );
      const first = entries[0];
      if (this.options.duplicates && first !== undefined && this.chance(3)) {
        members.unshift((inner) => this.member(first[0], this.random(9), inner));
      }
      return this.list('{', members, '}', indent);
    }
    return this.scalar(value);
  }

  private member(name: string, value: unknown, indent: string): string {
    const before = this.options.style === 'wild' && this.chance(4) ? this.trivia(indent) : '';
    return `${this.scalar(name)}${before}:${this.inline()}${this.value(value, indent)}`;
  }

  private list(open: string, members: readonly ((indent: string) => string)[], close: string, indent: string): string {
    const isSplit = this.options.style === 'lines' && members.length > 0 && this.chance(3) === false;
    const inner = isSplit ? indent + this.options.indent : indent;
    const line = this.options.lineBreak;
    let text = open;
    for (const [i, member] of members.entries()) {
      if (isSplit) text += this.lineComment() + line + this.ownLine(inner) + inner;
      else text += this.trivia(inner);
      text += member(inner);
      if (this.options.style === 'wild') text += this.trivia(inner);
      if (i < members.length - 1 || (this.options.trailingCommas && this.chance(2))) text += ',';
    }
    return text + (isSplit ? this.lineComment() + line + this.ownLine(inner) + indent : this.trivia(inner)) + close;
  }

  private scalar(value: unknown): string {
    const text = JSON.stringify(value);
    if (!text.startsWith('"') || !this.chance(4)) return text;
    // The same text in another spelling.
    return text.replace(/[a-z](?![0-9a-f]{0,4}")/, (letter, at: number) =>
      text.charAt(at - 1) === '\\' || /\\u[0-9a-f]{0,3}$/.test(text.slice(0, at))
        ? letter
        : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  }

  private trivia(indent: string): string {
    if (this.options.style !== 'wild') return this.inline();
    const { lineBreak } = this.options;
    let text = '';
    for (let n = this.random(4); n > 0; n--) {
      const kind = this.random(7);
      if (kind === 0) text += lineBreak;
      else if (kind === 1) text += lineBreak + indent;
      else if (kind === 2) text += '\t';
      else if (kind === 3) text += this.random(9) === 0 ? '\r' : ' ';
      else if (kind === 4) text += this.comment(`//`, lineBreak);
      else if (kind === 5) text += this.comment('/*', '*/');
    }
    return text;
  }

  private inline(): string {
    const text = this.chance(2) ? ' ' : '';
    return this.options.comments && this.chance(9) ? `${text}${this.comment('/*', '*/')} ` : text;
  }

  private lineComment(): string {
    return this.chance(4) ? this.comment(' //', '') : '';
  }

  private ownLine(indent: string): string {
    const { lineBreak } = this.options;
    const comment = this.chance(6)
      ? this.comment('//', lineBreak)
      : this.chance(9)
        ? this.comment('/*', `*/${lineBreak}`)
        : '';
    if (comment !== '') return indent + comment;
    return this.chance(9) ? lineBreak : '';
  }

  private comment(open: string, close: string): string {
    if (!this.options.comments) return '';
    this.comments++;
    return `${open} c${this.comments} ["] ${close}`;
  }

  private chance(oneIn: number): boolean {
    return this.random(oneIn) === 0;
  }
}

/** Values compared whatever the order of their keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    const sorted: [string, unknown][] = Object.keys(part)
      .sort()
      .map((name) => [name, (part as Record<string, unknown>)[name]]);
    // Pairs, as an object would lose `__proto__`.
    return { object: sorted.flat() };
  });
}
