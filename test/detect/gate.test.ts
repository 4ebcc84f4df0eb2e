// Holds what opens the text test for entries that have no role: the types that looks list, and no others.
import { expect, test } from 'vitest';
import { hasTranscriptText, valuePattern } from '../../server/src/core/detect/gate';
import { ITEM_TYPES } from '../../server/src/core/detect/vocabulary';

function takes(names: readonly string[], text: string): boolean | undefined {
  return valuePattern(names)?.test(text);
}

test('a type of an item is told in any spelling of JSON, and where it stands whole', () => {
  expect(takes(['tool_call', 'thought'], ':"thought"')).toBe(true);
  expect(takes(['tool_call', 'thought'], ' :\n  "tool_call",')).toBe(true);
  expect(takes(['tool_call', 'thought'], ': "tool_calls"')).toBe(false);
  expect(takes(['tool_call', 'thought'], ', "thought"')).toBe(false);
});

test('without such types nothing is asked, and no blank text passes', () => {
  expect(valuePattern([])).toBeUndefined();
  expect(hasTranscriptText('[{"type": ""}]')).toBe(false);
});

test('every type of the looks opens it, and a foreign one does not', () => {
  expect(ITEM_TYPES.filter((type) => !hasTranscriptText(`[{"type": "${type}"}]`))).toEqual([]);
  expect(hasTranscriptText('[{"type": "FeatureCollection"}]')).toBe(false);
});
