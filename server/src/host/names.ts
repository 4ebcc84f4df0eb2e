import { isUtf8 } from 'node:buffer';

/** Bytes of UTF-8 that one character takes at most. */
const LONGEST = 4;
const FIRST_ESCAPE = 0xdc00;

/**
 * A name as a string that leads back to its bytes: those that are no UTF-8 become lone surrogates, U+DC80 to U+DCFF, which no
 * name in UTF-8 can hold. (Python does the same.)
 */
export function nameOfBytes(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  let name = '';
  for (let at = 0; at < bytes.length; ) {
    let length = 1;
    while (length <= LONGEST && !isUtf8(bytes.subarray(at, at + length))) length++;
    if (length > LONGEST || at + length > bytes.length) {
      name += String.fromCharCode(FIRST_ESCAPE + (bytes[at] ?? 0));
      at += 1;
    } else {
      name += bytes.toString('utf8', at, at + length);
      at += length;
    }
  }
  return name;
}

const ESCAPES = /([\udc80-\udcff]+)/u;

/** A path as the file system takes it. */
export function systemPath(path: string): string | Buffer {
  if (!ESCAPES.test(path)) return path;
  return Buffer.concat(
    path
      .split(ESCAPES)
      .map((part, index) =>
        index % 2 === 0
          ? Buffer.from(part, 'utf8')
          : Buffer.from(Array.from(part, (one) => one.charCodeAt(0) - FIRST_ESCAPE)),
      ),
  );
}

/** What a program is told of such a path: each byte that is no UTF-8 has become U+FFFD, and which it was is lost. */
export function lossyName(name: string): string {
  const path = systemPath(name);
  return typeof path === 'string' ? path : path.toString('utf8');
}
