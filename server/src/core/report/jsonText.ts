/** JSON, in which no character stands raw that could steer a terminal: `JSON.stringify` escapes the lower ones alone. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(/[\x7f-\x9f]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`);
}
