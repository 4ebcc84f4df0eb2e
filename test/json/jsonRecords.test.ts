import { describe, expect, it } from 'vitest';
import { looksLikeJsonl, parseRecords, splitRecords } from '../../server/src/core/json/records';
import { applyEdits } from '../../server/src/core/text/edits';

function read(text: string) {
  const { root, problems } = parseRecords({ text });
  return {
    kinds: root.items().map(({ kind }) => kind),
    faults: problems.map(({ row, fault, offset, length }) => [row, fault, text.slice(offset, offset + length)]),
    repaired: applyEdits(
      text,
      problems.flatMap(({ fix }) => fix ?? []),
    ),
  };
}

describe('rows', () => {
  it('are the lines that hold something', () => {
    const text = '\ufeff{"a":1}\r\n\r\n  \n// note\n [2] // two\n3';
    expect(splitRecords(text).map(({ start, end }) => text.slice(start, end))).toEqual(['{"a":1}', ' [2] // two', '3']);
    const { root, hasComments } = parseRecords({ text });
    expect(root.value()).toEqual([{ a: 1 }, [2], 3]);
    expect(hasComments).toBe(true);
    expect(root.items()[1]).toMatchObject({ key: 1, parent: root, kind: 'array' });
    expect(text.slice(root.items()[1]?.start, root.items()[1]?.end)).toBe('[2]');
    expect(root.raw()).toBe(text);
  });

  it('that do not parse keep their place and harm no other', () => {
    expect(read('{"a":1}\n{"a":\n{"a":3}\n')).toEqual({
      kinds: ['object', 'other', 'object'],
      faults: [[1, 'syntax', '']],
      repaired: '{"a":1}\n{"a":\n{"a":3}\n',
    });
  });

  it('follow the tape when the text before them changes', () => {
    const source = { text: '[1]\n[2]\n[3]\n' };
    const { root } = parseRecords(source);
    const last = root.items()[2];
    source.text = '[1]\n[2, 2]\n[3]\n';
    last?.tape.shift(7, 3);
    expect(last?.raw()).toBe('[3]');
    expect(root.end).toBe(source.text.length);
  });
});

describe('faults of rows have a name and a repair', () => {
  it('rows glued together', () => {
    expect(read('{"a":1}{"a":2} {"a":3}\r\n[4],[5]\n')).toEqual({
      kinds: ['other', 'other'],
      faults: [
        [0, 'glued-rows', '{'],
        [1, 'glued-rows', ','],
      ],
      repaired: '{"a":1}\r\n{"a":2}\r\n{"a":3}\r\n[4]\n[5]\n',
    });
  });

  it('a comma behind each row', () => {
    expect(read('{"a":1},\n{"a":2},\n').repaired).toBe('{"a":1}\n{"a":2}\n');
  });

  it('a raw line end in a string, one finding for all the lines it takes', () => {
    expect(read('{"a":"x\r\ny\n\n z","b":1}\n{"c":1}\n')).toEqual({
      kinds: ['other', 'other', 'other', 'object'],
      faults: [[0, 'raw-line-end', '"x']],
      repaired: '{"a":"x\\ny\\n\\n z","b":1}\n{"c":1}\n',
    });
  });

  it('a row cut off is no raw line end', () => {
    expect(read('{"a":"x\n{"b":"y"}\n{"c":"d"}\n').faults).toEqual([[0, 'syntax', '"x']]);
  });

  it('runs of NUL', () => {
    expect(read('\0\0\0{"a":1}\n\0\0\n{"a"\0:2}\n')).toEqual({
      kinds: ['other', 'other', 'other'],
      faults: [
        [0, 'nul', '\0\0\0'],
        [1, 'nul', '\0\0'],
        [2, 'nul', '\0'],
      ],
      repaired: '{"a":1}\n\n{"a":2}\n',
    });
  });

  it.each(['{"a":1}}', '1 2', '{"a":1} x', '{"a":1},{"b"', '[1]]{}'])('%s is left to a person', (row) => {
    const { faults, repaired } = read(`${row}\n{}`);
    expect(faults.map(([at, fault]) => [at, fault])).toEqual([[0, 'syntax']]);
    expect(repaired).toBe(`${row}\n{}`);
  });
});

describe('JSON Lines under another name', () => {
  it.each([
    ['{"a":1}\n{"a":2}\n', true],
    ['[]\n\n[1]', true],
    ['{"a":1}\n{"a":2}\n{"a":3}\n{"a":4}\n{"a":5}\n{"a":\n', true],
    ['{"a":1}\n{"a":\n', false],
    ['{\n  "a": 1,\n}\n}', false],
    ['[\n{"a":1},\n{"a":2}\n', false],
    ['{"a":1}', false],
    ['1\n2\n', false],
    ['', false],
  ])('%j', (text, expected) => {
    expect(looksLikeJsonl(text)).toBe(expected);
  });
});
