/** The longest text that a JavaScript engine holds is about so long; no message can be longer. */
const MAX_BODY = 512 * 1024 * 1024;

/** Far more than `Content-Length` and `Content-Type` take. */
const MAX_HEADER = 16 * 1024;

const CR = 13;
const LF = 10;

/**
 * Follows the frames of the base protocol (`Content-Length: 12`, an empty line, twelve bytes) and says when they cannot be
 * followed any more. The protocol library reports such a header or waits for it for ever, and hears nothing that comes after.
 */
export class FrameWatch {
  /** Of the header that is being read. */
  private header = '';
  /** Bytes of the body that are still to come. */
  private missing = 0;
  private fault: string | undefined;

  /** What is wrong with the bytes so far; undefined while they can be read. */
  see(chunk: Uint8Array): string | undefined {
    let at = 0;
    while (this.fault === undefined && at < chunk.length) {
      if (this.missing > 0) {
        const taken = Math.min(this.missing, chunk.length - at);
        this.missing -= taken;
        at += taken;
      } else {
        at = this.readHeader(chunk, at);
      }
    }
    return this.fault;
  }

  /** Reads on in the header, to its end or the chunk's; the place behind. */
  private readHeader(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      this.header += String.fromCharCode(byte);
      if (this.header.length > MAX_HEADER) {
        this.fault = `no header ends within ${MAX_HEADER} bytes; a message starts with "Content-Length: …" and an empty line`;
        return chunk.length;
      }
      if (byte === LF && this.header.endsWith('\r\n\r\n')) {
        this.endHeader();
        return at + 1;
      }
      // A line end by itself ends no header, so that the next one would be waited for in vain.
      if (byte === LF && this.header.charCodeAt(this.header.length - 2) !== CR) {
        this.fault = 'a line of a header ends with a line feed alone instead of carriage return and line feed';
        return chunk.length;
      }
    }
    return chunk.length;
  }

  private endHeader(): void {
    const lines = this.header.split('\r\n').filter((line) => line !== '');
    this.header = '';
    const lengths: string[] = [];
    for (const line of lines) {
      const colon = line.indexOf(':');
      if (colon < 0) {
        this.fault = `a header line without a colon: ${quoted(line)}`;
        return;
      }
      if (line.slice(0, colon).trim().toLowerCase() === 'content-length') lengths.push(line.slice(colon + 1).trim());
    }
    const length = lengths.at(-1);
    if (length === undefined) this.fault = 'a header without Content-Length';
    else if (!/^\d+$/.test(length)) this.fault = `Content-Length is ${quoted(length)}, which is no number of bytes`;
    else if (Number(length) > MAX_BODY) this.fault = `Content-Length is ${quoted(length)}, more than any message has`;
    else this.missing = Number(length);
  }
}

/** Short and on one line: what came need not be a header at all, and may hold anything. */
function quoted(text: string): string {
  const short = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return JSON.stringify(short).replace(/[^\x20-\x7e…]/g, '?');
}
