// What holds of rules and fixes on any conversation, however broken.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits, type DialectName as Dialect, hasOverlap, type Target } from '../../server/src/core/index';
import { conversation } from '../support/conversations';
import { fixText } from '../support/fixText';
import { findingsIn, open, optionsFor } from '../support/fixtures';

const RUNS = 120;

const setups: [Dialect, Target][] = [
  ['flat', 'own'],
  ['flat', 'strict'],
  ['chat', 'openai'],
  ['chat', 'mistral'],
  ['chat', 'strict'],
  ['messages', 'anthropic'],
  ['messages', 'minimax'],
  ['messages', 'strict'],
];

describe.each(setups)('%s for %s', (dialect, target) => {
  const config = { dialect, target };
  const text = conversation(dialect).map((entries) => JSON.stringify(entries, null, 1));

  test('no rule fails, and findings come in document order', () => {
    fc.assert(
      fc.property(text, (source) => {
        const { faults, findings } = open(source, 'a.json', config).analysis();
        expect(faults).toEqual([]);
        expect(findings.map(({ start }) => start)).toEqual(findings.map(({ start }) => start).sort((a, b) => a - b));
      }),
      { numRuns: RUNS },
    );
  });

  test('one place has one finding of a rule', () => {
    fc.assert(
      fc.property(text, (source) => {
        const said = findingsIn(source, 'a.json', config).map(({ rule, start, end }) => `${rule} ${start} ${end}`);
        expect(said).toEqual([...new Set(said)]);
      }),
      { numRuns: RUNS },
    );
  });

  test('every fix changes the text and leaves JSON', () => {
    fc.assert(
      fc.property(text, (source) => {
        for (const finding of findingsIn(source, 'a.json', config)) {
          for (const fix of finding.fixes) {
            expect(hasOverlap(fix.edits)).toBe(false);
            const after = applyEdits(source, fix.edits);
            expect(() => JSON.parse(after)).not.toThrow();
            expect(after).not.toBe(source);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  test('fix-all comes to rest with nothing safe left to do', () => {
    fc.assert(
      fc.property(text, (source) => {
        const options = optionsFor('a.json', config);
        const { text: after, remaining, edits, left } = fixText(source, options);
        expect(applyEdits(source, edits)).toBe(after);
        // Information is no fault: fix-all leaves it alone. What it holds back it tells of.
        const faults = remaining.filter(({ severity }) => severity === 'error' || severity === 'warning');
        const told = new Set(left.map(({ rule, pointer }) => `${rule} ${pointer}`));
        const safe = faults.filter((finding) => finding.fixes.some((fix) => fix.safety === 'safe'));
        expect(safe.filter(({ rule, pointer }) => !told.has(`${rule} ${pointer}`))).toEqual([]);
        expect(faults.length).toBeLessThanOrEqual(
          findingsIn(source, 'a.json', config).filter(({ severity }) => severity === 'error' || severity === 'warning')
            .length,
        );
        expect(fixText(after, options).edits).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});
