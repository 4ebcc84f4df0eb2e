import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { node, type Rewrite, value } from '../../server/src/core/json/rewrite';
import { rewriteValue } from '../../server/src/core/json/rewriteValue';
import { parseText } from '../../server/src/core/json/scan';
import { nodeOfValue, sourceOf } from '../../server/src/core/json/valueNode';
import { canonical, json } from '../support/jsonc';

describe('nodes of JavaScript values', () => {
  it('read like the text of the same value', () => {
    fc.assert(
      fc.property(json, (plain) => {
        const pairs = [[nodeOfValue(plain), parseText({ text: JSON.stringify(plain) }).root] as const];
        for (const [ofValue, ofText] of pairs) {
          if (ofText === undefined) throw new Error('does not parse');
          expect([ofValue.kind, ofValue.size, ofValue.text(), ofValue.key]).toEqual([
            ofText.kind,
            ofText.size,
            ofText.text(),
            ofText.key,
          ]);
          expect(canonical(ofValue.value())).toBe(canonical(ofText.value()));
          expect(ofValue.raw()).toBe(ofText.raw());
          const children = ofText.items();
          ofValue.items().forEach((item, i) => {
            const other = children[i];
            if (other !== undefined) pairs.push([item, other]);
          });
          for (const property of ofValue.properties()) {
            const other = ofText.get(property.name);
            if (other === undefined) throw new Error(`no ${property.name}`);
            expect(ofValue.get(property.name)).toBe(property.value);
            pairs.push([property.value, other]);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('have the kind `other` for what JSON cannot hold', () => {
    const things = [undefined, () => 1, Symbol('s'), 10n];
    const root = nodeOfValue(things);
    expect(root.items().map(({ kind }) => kind)).toEqual(['other', 'other', 'other', 'other']);
    expect(root.items().map(sourceOf)).toEqual(things);
    expect(root.items().map((item) => item.raw())).toEqual(['', '', '', '']);
  });

  it('leave undefined properties out', () => {
    const root = nodeOfValue({ a: undefined, b: 1, c: () => 1 });
    expect(root.size).toBe(2);
    expect(root.get('a')).toBeUndefined();
    expect(root.get('c')?.kind).toBe('other');
  });

  it('see what toJSON yields, and the value itself when it throws nothing useful', () => {
    const date = new Date(0);
    const root = nodeOfValue({
      date,
      bad: {
        toJSON: () => {
          throw new Error('no');
        },
      },
      odd: { toJSON: 'text', a: 1 },
    });
    expect(root.get('date')).toMatchObject({ kind: 'string' });
    expect(root.get('date')?.text()).toBe('1970-01-01T00:00:00.000Z');
    expect(sourceOf(root.get('date') ?? root)).toBe(date);
    expect(root.get('bad')?.kind).toBe('other');
    expect(root.get('odd')?.get('a')?.value()).toBe(1);
  });

  it('survive getters and proxies that throw, cycles, and hostile keys', () => {
    const cycle: Record<string, unknown> = JSON.parse('{"__proto__": 1, "constructor": 2}');
    cycle.self = cycle;
    Object.defineProperty(cycle, 'boom', {
      enumerable: true,
      get() {
        throw new Error('boom');
      },
    });
    const { proxy, revoke } = Proxy.revocable({}, {});
    cycle.proxy = proxy;
    revoke();
    const root = nodeOfValue(cycle);
    expect(root.get('__proto__')?.value()).toBe(1);
    expect(root.get('constructor')?.value()).toBe(2);
    expect(root.get('toString')).toBeUndefined();
    expect(root.get('boom')?.kind).toBe('other');
    expect(root.get('proxy')?.kind).toBe('other');
    expect(root.get('self')?.get('self')?.get('self')?.kind).toBe('object');
    expect(root.raw()).toBe('');
  });

  it('keep their children', () => {
    const root = nodeOfValue({ a: [1, { b: 2 }] });
    expect(root.get('a')).toBe(root.properties()[0]?.value);
    expect(root.get('a')?.items()[1]).toBe(root.get('a')?.items()[1]);
    expect(root.get('a')?.items()[1]).toMatchObject({ key: 1, start: -1, end: -1 });
  });
});

describe('rewriteValue', () => {
  it('keeps what is untouched by reference and never changes its input', () => {
    const input = { list: [{ a: 1 }, { b: [2] }], other: { c: 3 } };
    const before = JSON.stringify(input);
    Object.freeze(input.list);
    const root = nodeOfValue(input);
    const second = root.get('list')?.items()[1] ?? root;
    const rewrite: Rewrite = new Map([[second, { kind: 'properties', remove: [], set: [['d', value(4)]] }]]);
    const output = rewriteValue(root, rewrite) as typeof input;
    expect(output).toEqual({ list: [{ a: 1 }, { b: [2], d: 4 }], other: { c: 3 } });
    expect(output.list[0]).toBe(input.list[0]);
    expect(output.list[1]?.b).toBe(input.list[1]?.b);
    expect(output.other).toBe(input.other);
    expect(JSON.stringify(input)).toBe(before);
    expect(rewriteValue(root, new Map())).toBe(input);
  });

  it('moves, splices and embeds nodes with the changes inside them', () => {
    const input = { list: ['a', ' b ', 'c'], content: 'text' };
    const root = nodeOfValue(input);
    const list = root.get('list') ?? root;
    const [a, b, c] = list.items();
    const content = root.get('content');
    if (a === undefined || b === undefined || c === undefined || content === undefined) throw new Error('no nodes');
    const rewrite: Rewrite = new Map([
      [
        list,
        {
          kind: 'splice',
          remove: [a, b],
          insert: [
            { index: 3, items: [node(b), value(9)] },
            { index: 99, items: [node(a)] },
          ],
        },
      ],
      [b, { kind: 'replace', with: value('b') }],
      [
        content,
        {
          kind: 'replace',
          with: { kind: 'array', items: [{ kind: 'object', properties: [['text', node(content)]] }] },
        },
      ],
    ]);
    expect(rewriteValue(root, rewrite)).toEqual({ list: ['c', 'b', 9, 'a'], content: [{ text: 'text' }] });
  });

  it('handles __proto__ as any other key', () => {
    const root = nodeOfValue(JSON.parse('{"__proto__": {"x": 1}, "a": 2}'));
    const rewrite: Rewrite = new Map([[root, { kind: 'properties', remove: ['a'], set: [['constructor', value(1)]] }]]);
    const output = rewriteValue(root, rewrite) as object;
    expect(Object.keys(output)).toEqual(['__proto__', 'constructor']);
    expect('x' in output).toBe(false);
  });
});
