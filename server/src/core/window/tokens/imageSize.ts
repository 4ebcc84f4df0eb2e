export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Segments of a JPEG that are looked at before its size has to come: cameras put previews and colour profiles first. */
const MOST_SEGMENTS = 200;

/** Width and height out of the head of a PNG, JPEG, GIF or WebP in base64; undefined for anything else. Reads single bytes only. */
export function imageSize(base64: string): ImageSize | undefined {
  const image = new Bytes(base64);
  const size = pngSize(image) ?? gifSize(image) ?? webpSize(image) ?? jpegSize(image);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

function pngSize(image: Bytes): ImageSize | undefined {
  if (image.text(1, 3) !== 'PNG' || image.text(12, 4) !== 'IHDR') return undefined;
  return sizeOf(image.big(16, 4), image.big(20, 4));
}

function gifSize(image: Bytes): ImageSize | undefined {
  if (image.text(0, 4) !== 'GIF8') return undefined;
  return sizeOf(image.little(6, 2), image.little(8, 2));
}

/** A simple lossy, a lossless, or an extended file: the size stands in a different place in each. */
function webpSize(image: Bytes): ImageSize | undefined {
  if (image.text(0, 4) !== 'RIFF' || image.text(8, 4) !== 'WEBP') return undefined;
  switch (image.text(12, 4)) {
    case 'VP8 ':
      return sizeOf(mask(image.little(26, 2)), mask(image.little(28, 2)));
    case 'VP8L':
      return sizeOf(oneMore(mask(image.little(21, 2))), oneMore(mask(shift(image.little(22, 3)))));
    case 'VP8X':
      return sizeOf(oneMore(image.little(24, 3)), oneMore(image.little(27, 3)));
    default:
      return undefined;
  }
}

/** Goes from segment to segment to the frame header, which has the size. */
function jpegSize(image: Bytes): ImageSize | undefined {
  if (image.big(0, 2) !== 0xffd8) return undefined;
  let at = 2;
  for (let segment = 0; segment < MOST_SEGMENTS; segment++) {
    while (image.big(at, 2) === 0xffff) at++;
    const marker = image.big(at, 2);
    const length = image.big(at + 2, 2);
    if (marker === undefined || length === undefined || length < 2) return undefined;
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return sizeOf(image.big(at + 7, 2), image.big(at + 5, 2));
    at += 2 + length;
  }
  return undefined;
}

function sizeOf(width: number | undefined, height: number | undefined): ImageSize | undefined {
  return width === undefined || height === undefined ? undefined : { width, height };
}

/** WebP keeps 14 bits of a size; the second one of a lossless file begins six bits into its bytes. */
function mask(value: number | undefined): number | undefined {
  return value === undefined ? undefined : value & 0x3fff;
}

function shift(value: number | undefined): number | undefined {
  return value === undefined ? undefined : value >> 6;
}

function oneMore(value: number | undefined): number | undefined {
  return value === undefined ? undefined : value + 1;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The URL-safe alphabet ends in - and _ instead. */
const PLUS = 62;

/** Bytes of a base64 text, decoded one at a time: an image of megabytes costs no more than its head. */
export class Bytes {
  private readonly base64: string;

  constructor(base64: string) {
    this.base64 = base64;
  }

  /** An unsigned number, its first byte the most significant; undefined beyond the end. */
  big(at: number, count: number): number | undefined {
    let value = 0;
    for (let i = 0; i < count; i++) {
      const byte = this.byte(at + i);
      if (byte === undefined) return undefined;
      value = value * 256 + byte;
    }
    return value;
  }

  /** An unsigned number, its last byte the most significant; undefined beyond the end. */
  little(at: number, count: number): number | undefined {
    let value = 0;
    for (let i = count - 1; i >= 0; i--) {
      const byte = this.byte(at + i);
      if (byte === undefined) return undefined;
      value = value * 256 + byte;
    }
    return value;
  }

  text(at: number, count: number): string {
    let text = '';
    for (let i = 0; i < count; i++) text += String.fromCharCode(this.byte(at + i) ?? 0);
    return text;
  }

  private byte(at: number): number | undefined {
    // Three bytes are four characters of six bits: byte k of a group ends in character k + 1.
    const first = Math.floor(at / 3) * 4 + (at % 3);
    const high = this.bits(first);
    const low = this.bits(first + 1);
    if (high === undefined || low === undefined) return undefined;
    const kept = 2 * (at % 3) + 2;
    return ((high << kept) | (low >> (6 - kept))) & 0xff;
  }

  private bits(at: number): number | undefined {
    const letter = this.base64.charAt(at);
    const value = letter === '-' ? PLUS : letter === '_' ? PLUS + 1 : ALPHABET.indexOf(letter || '=');
    return value < 0 ? undefined : value;
  }
}
