// What the editor cuts is what the library trims; what the command prints is what the library prepares.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyEdits,
  type DialectName as Dialect,
  defaultResolvedConfig,
  prepare,
  prepareDocument,
  type Target,
  TranscriptDocument,
  trim,
  trimDocument,
  windowsOf,
} from '../../server/src/core/index';
import { conversation } from '../support/conversations';

const size = fc.oneof(
  fc.integer({ min: 1, max: 120 }).map((budget) => ({ budget })),
  fc.integer({ min: 1, max: 9 }).map((last) => ({ last })),
  fc.integer({ min: 20, max: 200 }).map((limit) => ({ limit, reserve: 10 })),
);
const how = fc.record({
  pinHead: fc.boolean(),
  step: fc.constantFrom(undefined, 5),
  onEmpty: fc.constantFrom<'fail' | 'extend'>('fail', 'extend'),
  summary: fc.constantFrom(undefined, 'They talked.'),
});

const lists: readonly (readonly [Dialect, Target])[] = [
  ['flat', 'own'],
  ['chat', 'openai'],
  ['chat', 'perplexity'],
  ['messages', 'anthropic'],
];

describe.each(lists)('%s for %s', (dialect, target) => {
  const history = fc.array(conversation(dialect), { minLength: 1, maxLength: 3 }).map((some) => some.flat());
  const config = { ...defaultResolvedConfig, file: dialect, dialect, target };
  const open = (list: readonly unknown[]) =>
    TranscriptDocument.open(JSON.stringify(list, undefined, 2), { uri: 'file:///a.json', config, isNamed: true });

  it('a text is cut like a value', () => {
    let cut = 0;
    fc.assert(
      fc.property(history, size, how, (list, window, more) => {
        const document = open(list);
        const options = { ...window, ...more };
        const { edits, windows } = trimDocument(document, options);
        if (String(document.conversations[0]?.dialect.id) !== dialect) return;
        const { messages, ...report } = trim(list, { ...options, dialect, target });
        expect(JSON.parse(applyEdits(document.text, edits))).toEqual(messages);
        expect(windows.map((one) => one.window)).toEqual([report]);
        expect(windowsOf(document, options)).toEqual(windows);
        const [one] = windows;
        if (one?.start === undefined) return;
        cut += 1;
        // The place that is shown is the first entry kept behind the head.
        const first = report.entries.findIndex(({ fate }) => fate === 'kept');
        expect(JSON.parse(document.text.slice(one.start.start, one.start.end))).toEqual(list[first]);
      }),
      { numRuns: 200 },
    );
    expect(cut).toBeGreaterThan(7);
  });

  it('a text is prepared like a value', () => {
    fc.assert(
      fc.property(history, size, how, (list, window, more) => {
        const document = open(list);
        if (String(document.conversations[0]?.dialect.id) !== dialect) return;
        const options = { ...window, ...more };
        const { text, conversations } = prepareDocument(document, options);
        const { messages, steps } = prepare(list, { ...options, dialect, target });
        expect(JSON.parse(text)).toEqual(messages);
        const trimmed = steps.find(({ step }) => step === 'trim');
        expect({ step: 'trim', ...conversations[0]?.window }).toEqual(trimmed);
      }),
      { numRuns: 120 },
    );
  });
});
