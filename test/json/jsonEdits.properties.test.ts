import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rewriteText } from '../../server/src/core/json/jsonEdits';
import type { JsonNode } from '../../server/src/core/json/node';
import { parseRecords } from '../../server/src/core/json/records';
import type { Change, NewJson, Rewrite } from '../../server/src/core/json/rewrite';
import { rewriteValue } from '../../server/src/core/json/rewriteValue';
import { parseText } from '../../server/src/core/json/scan';
import { applyEdits, type Edit, hasOverlap, sortEdits } from '../../server/src/core/text/edits';
import { canonical, decorate, decoration, json, randomFrom } from '../support/jsonc';

function allNodes(node: JsonNode, into: JsonNode[] = []): JsonNode[] {
  into.push(node);
  for (const item of node.items()) allNodes(item, into);
  for (const property of node.properties()) allNodes(property.value, into);
  return into;
}

/** Random changes of random nodes; new JSON embeds nodes from anywhere, itself included. */
class RewriteMaker {
  private readonly nodes: readonly JsonNode[];
  private readonly random: (below: number) => number;
  private readonly root: JsonNode;

  constructor(root: JsonNode, seed: number) {
    this.root = root;
    this.nodes = allNodes(root).filter((node) => node !== root || node.start >= 0);
    this.random = randomFrom(seed);
  }

  make(): Rewrite {
    const rewrite: Rewrite = new Map();
    for (let n = 1 + this.random(3); n > 0; n--) {
      const node = this.pick(this.nodes);
      // JSON Lines has no root that could be replaced.
      if (node !== undefined) rewrite.set(node, this.change(node, node === this.root && node.start === 0));
    }
    return rewrite;
  }

  private change(node: JsonNode, isWhole: boolean): Change {
    const kind = this.random(4);
    if (node.kind === 'array' && (kind > 0 || isWhole)) return kind === 1 ? this.items(node) : this.splice(node);
    if (node.kind === 'object' && kind > 0) return this.properties(node);
    return { kind: 'replace', with: this.newJson(2, node) };
  }

  private items(node: JsonNode): Change {
    const items: NewJson[] = node
      .items()
      .flatMap((item) => (this.random(4) === 0 ? [] : [{ kind: 'node', node: item }]));
    for (let n = this.random(3); n > 0 && items.length > 1; n--) {
      const [moved] = items.splice(this.random(items.length), 1);
      if (moved !== undefined) items.splice(this.random(items.length + 1), 0, moved);
    }
    for (let n = this.random(3); n > 0; n--) items.splice(this.random(items.length + 1), 0, this.newJson(2, node));
    return { kind: 'items', items };
  }

  private splice(node: JsonNode): Change {
    const insert: { index: number; items: NewJson[] }[] = [];
    for (let n = this.random(3); n > 0; n--) {
      insert.push({ index: this.random(node.size + 1), items: [this.newJson(2, node), this.newJson(1, node)] });
    }
    return { kind: 'splice', remove: node.items().filter(() => this.random(3) === 0), insert };
  }

  private properties(node: JsonNode): Change {
    const names = [...node.properties().map(({ name }) => name), 'new', 'a', '__proto__'];
    const remove = names.filter(() => this.random(4) === 0);
    const set = names
      .filter(() => this.random(4) === 0)
      .map((name) => [name, this.random(9) === 0 ? undefinedValue : this.newJson(2, node)] as const);
    return { kind: 'properties', remove, set };
  }

  private newJson(depth: number, around: JsonNode): NewJson {
    const kind = this.random(depth > 0 ? 6 : 4);
    if (kind === 3) return { kind: 'text', parts: this.texts(around) };
    if (kind === 0) return { kind: 'node', node: this.pick([around, ...this.nodes]) ?? around };
    if (kind <= 2) return { kind: 'value', value: this.pick(VALUES) };
    const parts = Array.from({ length: this.random(3) }, () => this.newJson(depth - 1, around));
    if (kind === 4) return { kind: 'array', items: parts };
    return { kind: 'object', properties: parts.map((part, i) => [`p${i}`, part]) };
  }

  private texts(around: JsonNode): (JsonNode | string)[] {
    const strings = [around, ...this.nodes].filter(({ kind }) => kind === 'string');
    return Array.from({ length: this.random(4) }, () => this.pick([...strings, '', 'é"\n', '\ud83d']) ?? 'x');
  }

  private pick<T>(list: readonly T[]): T | undefined {
    return list[this.random(list.length)];
  }
}

const undefinedValue: NewJson = { kind: 'value', value: undefined };
const VALUES: readonly unknown[] = [1, 'text', null, [], {}, { role: 'user', content: [{ type: 'text' }] }, [1, [2]]];

function commentsIn(text: string): { start: number; end: number }[] {
  const comments: { start: number; end: number }[] = [];
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"|\/\/[^\n\r]*|\/\*.*?\*\//gs)) {
    if (!match[0].startsWith('"')) comments.push({ start: match.index, end: match.index + match[0].length });
  }
  return comments;
}

/** Elements, properties and replaced values: all that a change may take out of its place. */
function touchedSpans(rewrite: Rewrite): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  for (const [node, change] of rewrite) {
    if (change.kind === 'replace' && change.with.kind !== 'array') spans.push(node);
    else if (change.kind === 'replace') spans.push(...(node.kind === 'array' ? node.items() : [node]));
    else if (change.kind === 'items' || change.kind === 'splice') spans.push(...node.items());
    else {
      const removed = new Set(change.remove);
      for (const [name, with_] of change.set) if (with_ === undefinedValue) removed.add(name);
      for (const { name, keyStart, value } of node.properties()) {
        spans.push(removed.has(name) ? { start: keyStart, end: value.end } : value);
      }
    }
  }
  return spans;
}

/** What edits take away outside of what the rewrite names: nothing but commas and white space. */
function expectNothingElseGone(text: string, edits: readonly Edit[], rewrite: Rewrite): void {
  const isTouched = new Uint8Array(text.length);
  for (const { start, end } of touchedSpans(rewrite)) isTouched.fill(1, start, end);
  for (const { start, end } of edits) {
    for (let i = start; i < end; i++) {
      if (isTouched[i] === 0 && !/[,\s]/.test(text.charAt(i))) {
        throw new Error(`${JSON.stringify(text.slice(start, end))} is taken from ${JSON.stringify(text)}`);
      }
    }
  }
}

function expectCommentsSurvive(text: string, edits: readonly Edit[], after: string, rewrite: Rewrite): void {
  const spans = touchedSpans(rewrite);
  const outside = commentsIn(text).filter(
    ({ start, end }) => !spans.some((span) => span.start <= start && end <= span.end),
  );
  let at = 0;
  for (const { start, end } of outside) {
    expect(edits.some((edit) => edit.start < end && start < edit.end)).toBe(false);
    const found = after.indexOf(text.slice(start, end), at);
    expect(found).toBeGreaterThanOrEqual(0);
    at = found + 1;
  }
}

describe('edits of the text', () => {
  it('come to what the rewritten value is, and touch nothing else', () => {
    let withComments = 0;
    let withEdits = 0;
    fc.assert(
      fc.property(json, decoration, fc.nat(), (value, options, seed) => {
        const text = decorate(value, options);
        const { root } = parseText({ text });
        if (root === undefined) throw new Error('does not parse');
        const rewrite = new RewriteMaker(root, seed).make();
        const edits = rewriteText(root, rewrite);
        expect(sortEdits(edits)).toEqual(edits);
        expect(hasOverlap(edits)).toBe(false);
        const after = applyEdits(text, edits);
        const result = parseText({ text: after });
        if (result.root === undefined) throw new Error(`${result.problem?.message}: ${JSON.stringify([text, after])}`);
        expect(canonical(result.root.value())).toBe(canonical(rewriteValue(root, rewrite)));
        expectNothingElseGone(text, edits, rewrite);
        expectCommentsSurvive(text, edits, after, rewrite);
        if (edits.length > 0) withEdits++;
        if (edits.length > 0 && commentsIn(text).length > 0) withComments++;
        if (text.startsWith('\ufeff')) expect(after.startsWith('\ufeff')).toBe(true);
      }),
      { numRuns: 3000 },
    );
    expect(withEdits).toBeGreaterThan(1500);
    expect(withComments).toBeGreaterThan(300);
  });

  it('come to what the rewritten rows are, a line each', () => {
    const lines = fc.record({
      rows: fc.array(json, { maxLength: 5 }),
      isLastOpen: fc.boolean(),
      blank: fc.boolean(),
    });
    fc.assert(
      fc.property(lines, decoration, fc.nat(), ({ rows, isLastOpen, blank }, options, seed) => {
        const random = randomFrom(seed);
        const line = options.lineBreak;
        const texts = rows.map((row, i) => decorate(row, { ...options, style: 'row', mark: false, seed: seed + i }));
        const parts = texts.map((row) => (blank && random(3) === 0 ? `${line} ${line}` : '') + row);
        const text = (options.mark ? '\ufeff' : '') + parts.join(line) + (isLastOpen || rows.length === 0 ? '' : line);
        const { root, problems } = parseRecords({ text });
        expect(problems).toEqual([]);
        expect(canonical(root.value())).toBe(canonical(rows));
        const rewrite = new RewriteMaker(root, seed).make();
        const edits = rewriteText(root, rewrite);
        expect(hasOverlap(edits)).toBe(false);
        const after = applyEdits(text, edits);
        const result = parseRecords({ text: after });
        expect(result.problems).toEqual([]);
        expect(canonical(result.root.value())).toBe(canonical(rewriteValue(root, rewrite)));
        expectNothingElseGone(text, edits, rewrite);
        expectCommentsSurvive(text, edits, after, rewrite);
        if (result.root.size > 0 && root.size > 0 && !options.comments) {
          expect(after.endsWith(line)).toBe(text.endsWith(line));
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('move no more elements than the new order needs', () => {
    const order = fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(order, decoration, (keys, options) => {
        const text = decorate(
          keys.map((_, i) => `e${i}`),
          options,
        );
        const { root } = parseText({ text });
        if (root === undefined) throw new Error('does not parse');
        const old = keys.map((_, i) => i).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
        const items: NewJson[] = old.flatMap((i) =>
          root
            .items()
            .slice(i, i + 1)
            .map((node) => ({ kind: 'node', node })),
        );
        const edits = rewriteText(root, new Map([[root, { kind: 'items', items }]]));
        const moved = root
          .items()
          .filter(({ start, end }) => edits.some((edit) => edit.start < end && start < edit.end));
        expect(moved).toHaveLength(old.length - longestRun(old));
      }),
      { numRuns: 1000 },
    );
  });
});

/** Length of the longest increasing subsequence, the slow and plain way. */
function longestRun(numbers: readonly number[]): number {
  const lengths: number[] = [];
  for (const [i, number] of numbers.entries()) {
    const before = lengths.filter((_, j) => j < i && (numbers[j] ?? 0) < number);
    lengths.push(1 + Math.max(0, ...before));
  }
  return Math.max(0, ...lengths);
}
