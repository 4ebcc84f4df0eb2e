// One entry that is being typed leaves all the others what they are: each is found whole, at its place.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TranscriptDocument } from '../../server/src/core/index';
import {
  anyLayout,
  anyShape,
  callOf,
  entriesOf,
  exchanges,
  marginOf,
  print,
  printEntry,
  resultOf,
  Typist,
} from '../support/typing';

/** The entries of a text that are read as whole messages, as they stand. */
function wholeEntries(text: string): Map<number, string> {
  const { conversations } = TranscriptDocument.open(text, { uri: 'file:///a.json' });
  const whole = (conversations[0]?.messages ?? []).filter(({ shape }) => shape !== 'broken');
  return new Map(whole.map(({ node }) => [node.start, text.slice(node.start, node.end)]));
}

const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const setting = fc.record({
  shape: anyShape,
  layout: anyLayout,
  inBody: fc.boolean(),
  exchanges,
  at: share,
  isAuto: fc.boolean(),
  isCall: fc.boolean(),
});

test('an entry that is typed into a list leaves the others whole, at each key', () => {
  fc.assert(
    fc.property(setting, ({ shape, layout, inBody, exchanges, at, isAuto, isCall }) => {
      const { text, entries } = print(entriesOf(shape, exchanges), layout, inBody);
      fc.pre(wholeEntries(text).size === entries.length);
      const index = Math.floor(at * (entries.length - 1));
      const behind = (entries[index]?.end ?? 0) + 1;
      const entry = isCall ? callOf(shape, 'call_new') : resultOf(shape, 'call_1', 'print(f"{x!r}")');
      const typed = `\n${marginOf(layout, inBody)}${printEntry(entry, layout, inBody)},`;
      const typist = new Typist(text, behind, isAuto);
      for (const [i, key] of [...typed].entries()) {
        typist.key(key);
        const grown = typist.text.length - text.length;
        const found = wholeEntries(typist.text);
        for (const [k, { start, end }] of entries.entries()) {
          const moved = k <= index ? 0 : grown;
          expect(found.get(start + moved), `entry ${k} after ${JSON.stringify(typed.slice(0, i + 1))}`).toBe(
            text.slice(start, end),
          );
        }
      }
    }),
    { numRuns: 60, seed: 20261130 },
  );
});

const strokes = ['"', '{', '}', '[', ']', ',', ':', '\\', '/', '/*', '//', 'x', '""', '{}', '[]', '\n', "'", '-'];

test('a key that breaks an entry leaves the others whole', () => {
  fc.assert(
    fc.property(
      setting,
      share,
      fc.constantFrom(...strokes),
      fc.nat(2),
      ({ shape, layout, inBody, exchanges, at }, within, stroke, gone) => {
        const { text, entries } = print(entriesOf(shape, exchanges), layout, inBody);
        fc.pre(wholeEntries(text).size === entries.length);
        const index = Math.floor(at * entries.length);
        const place = entries[index] ?? { start: 0, end: 0 };
        const cut = place.start + 1 + Math.floor(within * (place.end - place.start - 1));
        const until = Math.min(cut + gone, place.end);
        const broken = text.slice(0, cut) + stroke + text.slice(until);
        const grown = broken.length - text.length;
        const found = wholeEntries(broken);
        for (const [k, { start, end }] of entries.entries()) {
          if (k === index) continue;
          const moved = k < index ? 0 : grown;
          expect(found.get(start + moved), `entry ${k} of ${broken}`).toBe(text.slice(start, end));
        }
      },
    ),
    { numRuns: 3000, seed: 20261130 },
  );
});
