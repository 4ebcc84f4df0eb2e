import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FrameWatch } from '../../server/src/lsp/frameWatch';

const bytes = (text: string) => new TextEncoder().encode(text);
const frame = (body: string) => `Content-Length: ${bytes(body).length}\r\n\r\n${body}`;

/** The fault that is told for these bytes, in these pieces. */
function faultOf(whole: Uint8Array, cuts: readonly number[] = []): string | undefined {
  const watch = new FrameWatch();
  const ends = [...cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b), whole.length];
  let start = 0;
  let fault: string | undefined;
  for (const end of ends) {
    fault = watch.see(whole.subarray(start, end));
    start = end;
  }
  return fault;
}

describe('messages that can be cut apart', () => {
  test.each([
    ['one after the other', frame('{}') + frame('[]') + frame('{"a":"ü😀"}')],
    ['with more headers, in any spelling', 'content-length:2\r\nContent-Type: x/y; charset=utf-8\r\n\r\n{}'],
    ['that are empty', 'Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n{}'],
    ['that look like a header inside', frame('Content-Length: -5\r\n\r\n')],
    ['half of which is still to come', 'Content-Length: 400\r\n\r\n{'],
    ['whose header is still to come', 'Content-Le'],
  ])('%s', (_, text) => {
    expect(faultOf(bytes(text))).toBeUndefined();
  });
});

describe('bytes that no message can be found in', () => {
  test.each([
    ['a negative length', 'Content-Length: -1\r\n\r\n', 'Content-Length is "-1"'],
    ['no number', 'Content-Length: NaN\r\n\r\n', '"NaN"'],
    ['half a number', 'Content-Length: 12abc\r\n\r\n', '"12abc"'],
    ['a fraction', 'Content-Length: 1.5\r\n\r\n', '"1.5"'],
    ['nothing', 'Content-Length:\r\n\r\n', '""'],
    ['more than a string holds', 'Content-Length: 536870913\r\n\r\n', 'more than any message'],
    ['infinitely many digits', `Content-Length: ${'9'.repeat(400)}\r\n\r\n`, 'more than any message'],
    ['no length', 'X: 1\r\n\r\n', 'without Content-Length'],
    ['an empty header', '\r\n\r\n', 'without Content-Length'],
    ['a line without a colon', 'hello\r\n\r\n', 'without a colon: "hello"'],
    ['line feeds alone', 'Content-Length: 2\n\n{}', 'line feed alone'],
    ['a header that never ends', 'x'.repeat(20_000), 'no header ends'],
    ['a fault behind sound messages', `${frame('{}')}Content-Length: -1\r\n\r\n`, '"-1"'],
  ])('%s', (_, text, told) => {
    expect(faultOf(bytes(text))).toContain(told);
  });

  test('are quoted briefly, on one line, without control characters', () => {
    const fault = faultOf(bytes(`Content-Length: \u001b[31m${'secret '.repeat(100)}\r\n\r\n`)) ?? '';
    expect(fault.length).toBeLessThan(120);
    expect(fault).not.toMatch(/\p{Cc}/u);
  });
});

test('how the bytes arrive makes no difference', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 12 }).map(frame),
    fc.constantFrom('Content-Length: 3', '\r\n', '\r\n\r\n', '\n', ':', '-5', '{}', 'Content-Length: -5\r\n\r\n'),
  );
  const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), cuts, (pieces, where) => {
      const whole = bytes(pieces.join(''));
      expect(faultOf(whole, where)).toBe(faultOf(whole));
    }),
    { seed: 20261130, numRuns: 500 },
  );
});
