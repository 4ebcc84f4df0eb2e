import { countExactly, type Encoding } from '../core/index';

/** The public encodings that counts can be exact in. */
export const encodingNames = ['o200k_base', 'cl100k_base', 'p50k_base', 'r50k_base'] as const;

export type EncodingName = (typeof encodingNames)[number];

/** Each a chunk of its own, some megabytes large, that is read when it is asked for: the commands start without. */
const encodings: Readonly<Record<EncodingName, () => Promise<Encoding>>> = {
  o200k_base: async () => (await import('./encodings/o200kBase')).o200kBase,
  cl100k_base: async () => (await import('./encodings/cl100kBase')).cl100kBase,
  p50k_base: async () => (await import('./encodings/p50kBase')).p50kBase,
  r50k_base: async () => (await import('./encodings/r50kBase')).r50kBase,
};

export function isEncodingName(name: string): name is EncodingName {
  return Object.hasOwn(encodings, name);
}

/** The exact count of an encoding, safe on any text: time grows with its length alone. */
export async function loadEncoding(name: EncodingName): Promise<(text: string) => number> {
  const encoding = await encodings[name]();
  return (text) => countExactly(text, encoding);
}
