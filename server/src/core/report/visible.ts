/**
 * Text of a transcript for a terminal: no character that could steer it comes through (escape sequences, bidirectional overrides).
 * Each becomes one sign of width one, so that marks below the line stay aligned. Tabs stay.
 */
export function visible(text: string): string {
  return STEERING.test(text) ? text.replace(ALL_STEERING, signOf) : text;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const STEERING = /[\0-\x08\n-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]/;
const ALL_STEERING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
  /[\0-\x08\n-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udfff]/gu;

function signOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code); // ␀ to ␟
  return code === 0x7f ? '␡' : '\uFFFD';
}
