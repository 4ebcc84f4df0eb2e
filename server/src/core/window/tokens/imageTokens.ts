import type { ImageSize } from './imageSize';

/** Whose published rule an image is counted by: who reads the shape that it stands in. */
export type MediaRule = 'anthropic' | 'openai' | 'gemini';

/** What an image costs; one whose size cannot be read (behind a URL, in another format) costs what a large screenshot does. */
export function imageTokens(rule: MediaRule, size: ImageSize | undefined, detail = ''): number {
  switch (rule) {
    case 'anthropic':
      return size === undefined ? ANTHROPIC_MOST : anthropicTokens(size);
    case 'openai':
      if (detail === 'low') return OPENAI_BASE;
      return openaiTokens(size ?? OPENAI_USUAL);
    case 'gemini':
      return size === undefined ? GEMINI_TILE_TOKENS : geminiTokens(size);
  }
}

/** Anthropic, "Vision": width × height ÷ 750, after scaling to 1568 pixels on the long edge and about 1,600 tokens. */
const ANTHROPIC_PIXELS_PER_TOKEN = 750;
const ANTHROPIC_LONGEST_EDGE = 1568;
const ANTHROPIC_MOST = 1600;

function anthropicTokens({ width, height }: ImageSize): number {
  const scale = Math.min(1, ANTHROPIC_LONGEST_EDGE / Math.max(width, height));
  const tokens = Math.ceil((width * scale * height * scale) / ANTHROPIC_PIXELS_PER_TOKEN);
  return Math.min(tokens, ANTHROPIC_MOST);
}

/** OpenAI, "Images and vision", models that count in tiles: 85 + 170 a tile of 512 pixels; detail "low" is 85. */
const OPENAI_BASE = 85;
const OPENAI_TILE_TOKENS = 170;
const OPENAI_TILE = 512;
const OPENAI_LONGEST_EDGE = 2048;
const OPENAI_SHORT_EDGE = 768;
const OPENAI_USUAL: ImageSize = { width: 1024, height: 1024 };

function openaiTokens({ width, height }: ImageSize): number {
  const fit = Math.min(1, OPENAI_LONGEST_EDGE / Math.max(width, height));
  const shrink = Math.min(1, OPENAI_SHORT_EDGE / (Math.min(width, height) * fit));
  const tiles = (edge: number) => Math.max(1, Math.ceil(Math.round(edge * fit * shrink) / OPENAI_TILE));
  return OPENAI_BASE + OPENAI_TILE_TOKENS * tiles(width) * tiles(height);
}

/** Gemini, "Understand and count tokens": 258 up to 384 pixels on both edges, else 258 a tile of 768. */
const GEMINI_TILE_TOKENS = 258;
const GEMINI_SMALL = 384;
const GEMINI_TILE = 768;

function geminiTokens({ width, height }: ImageSize): number {
  if (Math.max(width, height) <= GEMINI_SMALL) return GEMINI_TILE_TOKENS;
  return GEMINI_TILE_TOKENS * Math.ceil(width / GEMINI_TILE) * Math.ceil(height / GEMINI_TILE);
}
