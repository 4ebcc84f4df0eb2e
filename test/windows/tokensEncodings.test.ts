import { describe, expect, test } from 'vitest';
import { encodingNames, isEncodingName, loadEncoding } from '../../server/src/host/encodings';

describe('loadEncoding', () => {
  // Counts that OpenAI's own tokenizer gives.
  test.each([
    ['o200k_base', 'hello world', 2],
    ['cl100k_base', 'hello world', 2],
    ['o200k_base', 'antidisestablishmentarianism', 6],
    ['cl100k_base', 'antidisestablishmentarianism', 6],
    ['p50k_base', 'antidisestablishmentarianism', 5],
    ['r50k_base', 'antidisestablishmentarianism', 5],
    ['cl100k_base', '2 + 2 = 4', 7],
    ['cl100k_base', 'お誕生日おめでとう', 9],
  ] as const)('%s counts %j', async (name, text, tokens) => {
    expect((await loadEncoding(name))(text)).toBe(tokens);
  });

  test.each(encodingNames)('%s reads special tokens as text and knows no fault', async (name) => {
    const count = await loadEncoding(name);
    expect(count('')).toBe(0);
    expect(count('<|endoftext|>')).toBeGreaterThan(1);
    expect(count('\ud83d and \udc00')).toBeGreaterThan(2);
  });

  test.each(encodingNames)('%s takes a megabyte of one character in its stride', async (name) => {
    const count = await loadEncoding(name);
    for (const character of ['a', ' ', '7', '\n/', '=', '中']) {
      const before = performance.now();
      expect(count(character.repeat(500_000))).toBeGreaterThan(1000);
      // Without the guard it is minutes.
      expect(performance.now() - before).toBeLessThan(10_000);
    }
  });

  test('names are checked', () => {
    expect(encodingNames.every(isEncodingName)).toBe(true);
    for (const name of ['', 'o200k', 'toString', '__proto__']) expect(isEncodingName(name)).toBe(false);
  });
});
