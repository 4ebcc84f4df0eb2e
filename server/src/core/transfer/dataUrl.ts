/** What a `data:` URL holds, if it holds base64. */
export interface DataUrl {
  readonly mediaType: string;
  readonly data: string;
}

const SCHEME = 'data:';
const ENCODING = ';base64';

/** Reads `data:image/png;base64,…`; undefined for another URL, and for data in another encoding. */
export function readDataUrl(url: string): DataUrl | undefined {
  if (url.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return undefined;
  const comma = url.indexOf(',');
  if (comma < 0) return undefined;
  const head = url.slice(SCHEME.length, comma);
  if (!head.toLowerCase().endsWith(ENCODING)) return undefined;
  const semicolon = head.indexOf(';');
  return { mediaType: head.slice(0, semicolon), data: url.slice(comma + 1) };
}

export function writeDataUrl(mediaType: string, data: string): string {
  return `${SCHEME}${mediaType}${ENCODING},${data}`;
}

/** Whether it is an address that a provider can fetch. */
export function isWebUrl(url: string): boolean {
  return /^https?:\/\//i.test(url.slice(0, 8));
}
