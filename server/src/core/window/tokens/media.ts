import type { JsonNode } from '../../json/node';
import { Bytes, imageSize } from './imageSize';
import { imageTokens, type MediaRule } from './imageTokens';

/**
 * What an image, document, sound or film costs, by the provider's published rule: never by the length of its base64, which the model
 * doesn't see. Undefined for what is none.
 */
export function mediaTokens(part: JsonNode): number | undefined {
  const media = readMedia(part);
  if (media === undefined) return undefined;
  const { rule, payload, detail } = media;
  switch (media.kind) {
    case 'image':
      return imageTokens(rule, payload === undefined ? undefined : imageSize(payload), detail);
    case 'audio':
      return Math.ceil(audioSeconds(payload) * AUDIO_TOKENS_PER_SECOND[rule]);
    case 'video':
      return Math.ceil((bytesOf(payload, USUAL_VIDEO_BYTES) / VIDEO_BYTES_PER_SECOND) * VIDEO_TOKENS_PER_SECOND);
    case 'text':
      return Math.ceil(bytesOf(payload, PAGE_BYTES) / BYTES_PER_TOKEN);
    case 'document':
      return Math.max(1, Math.round(bytesOf(payload, PAGE_BYTES) / PAGE_BYTES)) * PAGE_TOKENS[rule];
  }
}

/** OpenAI, "Realtime": a token for 100 ms of sound that is heard. Gemini, "Understand and count tokens": 32 a second. */
const AUDIO_TOKENS_PER_SECOND: Readonly<Record<MediaRule, number>> = { openai: 10, anthropic: 10, gemini: 32 };
/** What an MP3 of speech usually has; a WAV says it itself. */
const AUDIO_BYTES_PER_SECOND = 16_000;
const USUAL_AUDIO_BYTES = 30 * AUDIO_BYTES_PER_SECOND;

/** Gemini, "Understand and count tokens": about 300 a second, sound included. */
const VIDEO_TOKENS_PER_SECOND = 300;
const VIDEO_BYTES_PER_SECOND = 250_000;
const USUAL_VIDEO_BYTES = 30 * VIDEO_BYTES_PER_SECOND;

/** Anthropic, "PDF support": 1,500 to 3,000 tokens a page, its image among them. Gemini: 258. OpenAI sends text and image of a page. */
const PAGE_TOKENS: Readonly<Record<MediaRule, number>> = { anthropic: 2250, openai: 1500, gemini: 258 };
/** A guess: pages cannot be counted without unpacking the file. */
const PAGE_BYTES = 60_000;
/** A text file in base64: prose and code, near enough. */
const BYTES_PER_TOKEN = 4;

interface Media {
  readonly kind: 'image' | 'audio' | 'video' | 'text' | 'document';
  readonly rule: MediaRule;
  /** The base64 itself; undefined for what stands behind a URL or an id. */
  readonly payload: string | undefined;
  readonly detail?: string;
}

function readMedia(part: JsonNode): Media | undefined {
  const type = textAt(part, 'type');
  switch (type) {
    case 'image_url':
    case 'input_image':
      return openaiImage(part);
    case 'input_audio':
      return { kind: 'audio', rule: 'openai', payload: payloadOf(part.get('input_audio')) };
    case 'input_file':
      return { kind: 'document', rule: 'openai', payload: payloadOf(part) };
    case 'file':
    case 'media':
    case 'image':
    case 'audio':
    case 'video':
    case 'document':
      return stored(part, type);
    case '':
      return inline(part) ?? bedrock(part);
    default:
      return undefined;
  }
}

function openaiImage(part: JsonNode): Media {
  const image = part.get('image_url');
  const url = image?.kind === 'object' ? textAt(image, 'url') : (image?.text() ?? '');
  const detail = textAt(part, 'detail') || (image === undefined ? '' : textAt(image, 'detail'));
  return { kind: 'image', rule: 'openai', payload: fromDataUrl(url), detail };
}

/** Blocks of Anthropic, MCP and the AI SDK, and OpenAI's `file`. Their media type says more than their type. */
function stored(part: JsonNode, type: string): Media | undefined {
  const source = part.get('source');
  const file = part.get('file');
  // A document of plain text or of blocks is read as what it holds.
  const sourceType = source === undefined ? '' : textAt(source, 'type');
  if (sourceType === 'text' || sourceType === 'content') return undefined;
  const holder = [source, file, part].find((one) => one?.kind === 'object') ?? part;
  const mime = textAt(holder, 'media_type') || textAt(holder, 'mediaType') || textAt(holder, 'mimeType');
  const kind = kindOf(mime) ?? (type === 'image' || type === 'audio' || type === 'video' ? type : 'document');
  return { kind, rule: file === undefined ? 'anthropic' : 'openai', payload: payloadOf(holder) };
}

function inline(part: JsonNode): Media | undefined {
  const blob = part.get('inlineData') ?? part.get('inline_data') ?? part.get('fileData') ?? part.get('file_data');
  if (blob?.kind !== 'object') return undefined;
  const mime = textAt(blob, 'mimeType') || textAt(blob, 'mime_type');
  return { kind: kindOf(mime) ?? 'document', rule: 'gemini', payload: payloadOf(blob) };
}

function bedrock(part: JsonNode): Media | undefined {
  for (const kind of ['image', 'document', 'video', 'audio'] as const) {
    const block = part.get(kind);
    const source = block?.get('source');
    if (source?.kind === 'object' && textAt(source, 'text') === '') {
      return { kind, rule: 'anthropic', payload: payloadOf(source) };
    }
  }
  return undefined;
}

function kindOf(mime: string): Media['kind'] | undefined {
  const [family] = mime.split('/', 1);
  if (family === 'image' || family === 'audio' || family === 'video' || family === 'text') return family;
  return mime === '' ? undefined : 'document';
}

/** Keys that hold base64 or a data URL, over all wire shapes. */
const PAYLOAD_KEYS = ['data', 'bytes', 'file_data', 'image', 'url'];

function payloadOf(holder: JsonNode | undefined): string | undefined {
  if (holder === undefined) return undefined;
  for (const key of PAYLOAD_KEYS) {
    const text = textAt(holder, key);
    if (text === '' || /^https?:/i.test(text)) continue;
    return text.startsWith('data:') ? fromDataUrl(text) : text;
  }
  return undefined;
}

function fromDataUrl(url: string): string | undefined {
  if (!url.startsWith('data:')) return undefined;
  const comma = url.indexOf(',');
  return comma < 0 ? undefined : url.slice(comma + 1);
}

function bytesOf(payload: string | undefined, otherwise: number): number {
  return payload === undefined ? otherwise : (payload.length * 3) / 4;
}

function audioSeconds(payload: string | undefined): number {
  const bytes = bytesOf(payload, USUAL_AUDIO_BYTES);
  const head = new Bytes(payload ?? '');
  const rate = head.text(0, 4) === 'RIFF' && head.text(8, 4) === 'WAVE' ? head.little(28, 4) : undefined;
  return bytes / (rate || AUDIO_BYTES_PER_SECOND);
}

function textAt(node: JsonNode, key: string): string {
  return node.get(key)?.text() ?? '';
}
