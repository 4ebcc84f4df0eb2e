import { isUtf8 } from 'node:buffer';

export type Decoded = { readonly text: string } | { readonly fault: DecodeFault };

/** Why bytes are no UTF-8. `text` is what can be made of them, with U+FFFD where nothing can; `offset` is the first fault in it. */
export interface DecodeFault {
  readonly message: string;
  readonly text: string;
  readonly offset: number;
}

/** Bytes as text, a byte order mark kept as its first character so that it can be written back. */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const utf16 = utf16Text(buffer);
  if (utf16 !== undefined)
    return { fault: { message: 'The file is UTF-16, not UTF-8. Save it as UTF-8.', text: utf16, offset: 0 } };
  if (isUtf8(buffer)) return { text: buffer.toString('utf8') };
  const text = buffer.toString('utf8');
  const offset = firstReplaced(text, buffer);
  const byte = buffer[Buffer.byteLength(text.slice(0, offset))] ?? 0;
  const message = `The file is not UTF-8: byte 0x${byte.toString(16).padStart(2, '0')} is no part of a character here. Save it as UTF-8.`;
  return { fault: { message, text, offset } };
}

const REPLACED = '\uFFFD';

/** The first U+FFFD that the bytes do not have themselves. */
function firstReplaced(text: string, buffer: Buffer): number {
  let byte = 0;
  let from = 0;
  for (let at = text.indexOf(REPLACED); at >= 0; at = text.indexOf(REPLACED, from)) {
    byte += Buffer.byteLength(text.slice(from, at));
    if (buffer[byte] !== 0xef || buffer[byte + 1] !== 0xbf || buffer[byte + 2] !== 0xbd) return at;
    byte += 3;
    from = at + 1;
  }
  return 0;
}

/** Every other byte of JSON in UTF-16 is zero, with a byte order mark before it or not. */
function utf16Text(buffer: Buffer): string | undefined {
  const [first, second] = buffer;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const isBig = first === 0xfe || first === 0;
  if (!isMarked && (buffer.length < 2 || (first === 0) === (second === 0))) return undefined;
  const whole = buffer.subarray(0, buffer.length & ~1);
  return (isBig ? Buffer.from(whole).swap16() : whole).toString('utf16le');
}
