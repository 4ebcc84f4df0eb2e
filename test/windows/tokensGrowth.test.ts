import { describe, test } from 'vitest';
import { estimateText, estimateTokens, estimateValue } from '../../server/src/core/index';
import { guardRuns } from '../../server/src/core/window/tokens/guard';
import { cl100kBase } from '../../server/src/host/encodings/cl100kBase';
import { o200kBase } from '../../server/src/host/encodings/o200kBase';
import { random } from '../bench/transcripts';
import { expectLinear } from '../support/growth';

const shapes: readonly [string, string][] = [
  ['prose', 'The crane reads the tide gauge before every evening. '],
  ['one letter', 'a'],
  ['line ends and slashes', '\n/'],
  ['marks with accents', '!\u0301'],
  ['Chinese', '港口的夜班'],
  ['blanks', ' '],
];

describe('an estimate', () => {
  test.each(shapes)('of %s', (_, text) => {
    expectLinear(400_000, (size) => {
      const long = text.repeat(Math.ceil(size / text.length));
      return () => estimateText(long);
    });
  });
});

describe('a guarded count', () => {
  test.each(shapes)('cuts %s', (_, text) => {
    expectLinear(200_000, (size) => {
      const long = text.repeat(Math.ceil(size / text.length));
      return () => guardRuns(long);
    });
  });

  test.each([o200kBase, cl100kBase])('by $name of letters by chance', (encoding) => {
    expectLinear(10_000, (size) => {
      const chance = random(size);
      const letters = Array.from({ length: size }, () => String.fromCharCode(97 + Math.floor(chance() * 26))).join('');
      return () => estimateTokens(letters, { encoding });
    });
  });

  test('by o200k_base of line ends and slashes, which it takes for one word', () => {
    expectLinear(20_000, (size) => {
      const long = '\n/'.repeat(size);
      return () => estimateTokens(long, { encoding: o200kBase });
    });
  });
});

describe('a value', () => {
  const count = (text: string) => text.length;

  test('of many parts', () => {
    expectLinear(10_000, (size) => {
      const content = Array.from({ length: size }, (_, i) => ({ type: 'text', text: `line ${i}` }));
      return () => estimateValue({ role: 'user', content }, count);
    });
  });

  test('of nested lists', () => {
    expectLinear(10_000, (size) => {
      let content: unknown = 'x';
      for (let i = 0; i < size; i++) content = [content];
      return () => estimateValue({ role: 'user', content }, count);
    });
  });

  test('of an unknown block with quotes and backslashes', () => {
    expectLinear(50_000, (size) => {
      const block = { type: 'unknown', note: '\\"'.repeat(size), text: 'AAAA'.repeat(size) };
      return () => estimateValue(block, count);
    });
  });

  test('of a JPEG that is nothing but segments', () => {
    expectLinear(50_000, (size) => {
      const data = Buffer.from([0xff, 0xd8, ...Array.from({ length: size }, () => [0xff, 0xe0, 0, 2]).flat()]);
      const source = { type: 'base64', media_type: 'image/jpeg', data: data.toString('base64') };
      return () => estimateValue([{ type: 'image', source }], count);
    });
  });
});
