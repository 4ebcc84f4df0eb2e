import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { applyEdits, type Edit, hasOverlap, sortEdits } from '../../server/src/core/text/edits';
import { LineIndex } from '../../server/src/core/text/lineIndex';

const text = fc.array(fc.constantFrom('a', 'é', '\u{1f600}', '\n', '\r\n', '\r', ' ')).map((parts) => parts.join(''));

describe('LineIndex', () => {
  it('counts lines as the protocol does', () => {
    const index = new LineIndex('ab\r\nc\rd\n');
    expect(index.lineCount).toBe(4);
    expect([0, 2, 3, 4, 5, 6, 8].map((offset) => index.positionAt(offset))).toEqual([
      { line: 0, character: 0 },
      { line: 0, character: 2 },
      { line: 0, character: 2 },
      { line: 1, character: 0 },
      { line: 1, character: 1 },
      { line: 2, character: 0 },
      { line: 3, character: 0 },
    ]);
  });

  it('brings places outside the text into it', () => {
    const index = new LineIndex('ab\ncd');
    expect(index.positionAt(-1)).toEqual({ line: 0, character: 0 });
    expect(index.positionAt(99)).toEqual({ line: 1, character: 2 });
    expect(index.offsetAt({ line: 0, character: 99 })).toBe(2);
    expect(index.offsetAt({ line: 9, character: 0 })).toBe(5);
    expect(index.offsetAt({ line: -1, character: 5 })).toBe(0);
    expect(index.offsetAt({ line: 1, character: -5 })).toBe(3);
    expect(new LineIndex('').positionAt(0)).toEqual({ line: 0, character: 0 });
  });

  it('agrees with the document that language servers use', () => {
    fc.assert(
      fc.property(text, fc.nat(40), fc.nat(8), fc.nat(8), (content, offset, line, character) => {
        const index = new LineIndex(content);
        const document = TextDocument.create('file:///x', 'json', 1, content);
        expect(index.lineCount).toBe(document.lineCount);
        expect(index.positionAt(offset)).toEqual(document.positionAt(offset));
        expect(index.offsetAt({ line, character })).toBe(document.offsetAt({ line, character }));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('edits', () => {
  it('are applied in the order of the text, insertions at one place in the order given', () => {
    const edits: Edit[] = [
      { start: 3, end: 3, text: 'x' },
      { start: 3, end: 3, text: 'y' },
      { start: 0, end: 1, text: '' },
      { start: 3, end: 4, text: 'D' },
    ];
    expect(applyEdits('abcde', edits)).toBe('bcxyDe');
    expect(sortEdits(edits).map(({ start }) => start)).toEqual([0, 3, 3, 3]);
  });

  it('overlap when they touch the same characters, not when they meet', () => {
    const overlapping = [
      { start: 0, end: 3, text: '' },
      { start: 2, end: 4, text: '' },
    ];
    expect(hasOverlap(overlapping)).toBe(true);
    expect(() => applyEdits('abcde', overlapping)).toThrow(RangeError);
    expect(
      hasOverlap([
        { start: 0, end: 2, text: '' },
        { start: 2, end: 2, text: 'x' },
        { start: 2, end: 4, text: '' },
      ]),
    ).toBe(false);
  });

  it('come to what one replacement after the other gives', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 30 }),
        fc.array(fc.tuple(fc.nat(30), fc.nat(4), fc.string()), { maxLength: 6 }),
        (content, raw) => {
          const edits: Edit[] = [];
          let at = 0;
          for (const [skip, length, by] of raw) {
            const start = at + (skip % 5);
            const end = start + length;
            if (end > content.length) break;
            edits.push({ start, end, text: by });
            at = end + 1;
          }
          const oneByOne = [...edits]
            .reverse()
            .reduce((done, { start, end, text: by }) => done.slice(0, start) + by + done.slice(end), content);
          expect(applyEdits(content, [...edits].reverse())).toBe(oneByOne);
        },
      ),
    );
  });
});
