import type { JsonNode } from '../../../json/node';
import { isWebUrl, readDataUrl } from '../../../transfer/dataUrl';
import type { LossLog } from '../../../transfer/lossLog';
import type { MediaPart, Part } from '../../../transfer/types';
import { filled, loseOthers } from '../../shared/transfer/turns';

const IMAGE_KEYS: ReadonlySet<string> = new Set(['url', 'detail']);
const PART_KEYS: ReadonlySet<string> = new Set(['type', 'image_url', 'file', 'cache_control']);
/** An id beside the data names a file that only its own provider has. */
const FILE_KEYS: ReadonlySet<string> = new Set(['file_data', 'filename']);

/** `image_url`: an address, or the image itself in a data URL. */
export function readChatImage(part: JsonNode, lossLog: LossLog): Part[] {
  const image = part.get('image_url');
  const url = image?.kind === 'string' ? image : image?.get('url');
  if (url?.kind !== 'string') return lose(part, 'an image without an address', lossLog);
  loseOthers(lossLog, part, PART_KEYS, "the part's");
  if (image?.kind === 'object') loseOthers(lossLog, image, IMAGE_KEYS, "the image's");
  const detail = filled(image?.get('detail'));
  if (detail !== undefined && detail.text() !== 'auto')
    lossLog.lose(detail, "the image's level of detail has no equal");
  const source = sourceOf(url);
  if (source === undefined) return lose(part, 'an image that is neither base64 nor on the web', lossLog);
  return [{ kind: 'media', at: part, media: 'image', source, cache: filled(part.get('cache_control')) }];
}

/** `file`: a document in a data URL. An id names a file that only its own provider has. */
export function readChatFile(part: JsonNode, lossLog: LossLog): Part[] {
  const file = part.get('file');
  const data = file?.get('file_data');
  if (data?.kind !== 'string') {
    const isKept = file?.get('file_id') !== undefined;
    return lose(part, isKept ? 'a file that only its own provider has, by its id' : 'a file without data', lossLog);
  }
  loseOthers(lossLog, part, PART_KEYS, "the part's");
  if (file?.kind === 'object') loseOthers(lossLog, file, FILE_KEYS, "the file's");
  const source = sourceOf(data);
  const isDocument = source?.kind === 'base64' && source.mediaType.toLowerCase() === 'application/pdf';
  if (source === undefined || !isDocument) return lose(part, 'a file that is no PDF in base64', lossLog);
  const cache = filled(part.get('cache_control'));
  return [{ kind: 'media', at: part, media: 'document', source, title: filled(file?.get('filename')), cache }];
}

function sourceOf(url: JsonNode): MediaPart['source'] | undefined {
  const text = url.text();
  const data = readDataUrl(text);
  if (data !== undefined) return { kind: 'base64', mediaType: data.mediaType, data: data.data };
  return isWebUrl(text) ? { kind: 'url', url } : undefined;
}

function lose(part: JsonNode, reason: string, lossLog: LossLog): Part[] {
  lossLog.lose(part, reason);
  return [];
}
