import type { JsonNode } from '../json/node';
import { resultBlocks } from '../model/resultBlocks';
import type { Message } from '../model/types';
import { isSent, rowsFor } from '../targets/asked';
import { listed, quoteBriefly } from '../text/quote';
import type { Rule } from './types';

export const imageMediaTypeInvalid: Rule = {
  meta: {
    id: 'image-media-type-invalid',
    summary: 'An image has a media type that the provider does not take.',
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    needsSending: true,
    fixable: 'none',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  message: (message, { conversation, target, report }) => {
    if (message.shape !== 'message' || !isSent(conversation, target)) return;
    const types = rowsFor(conversation, target, 'image-media-type-invalid').flatMap(({ options }) => options.types);
    for (const { image, j } of images(message)) {
      const source = image.get('source');
      const mediaType = source?.get('media_type');
      if (source?.get('type')?.text() !== 'base64' || mediaType?.kind !== 'string' || types.includes(mediaType.text()))
        continue;
      report({
        at: image,
        message: `${target.name} does not take ${quoteBriefly(mediaType.text())}. Convert the image to ${listed(types.map(subtype), 'or')}.`,
        values: {
          i: message.index,
          j,
          type: mediaType.text(),
          path: `messages.${message.index}.content.${j}.image.source.base64.media_type`,
        },
      });
    }
  },
};

/** Images of the message and of the results in it, by the place of their block. */
function images(message: Message): { image: JsonNode; j: number | string }[] {
  const own = message.parts.map(({ node }, j) => ({ image: node, j }));
  const sent = resultBlocks(message).map(({ block, place }) => ({ image: block, j: place }));
  return [...own, ...sent].filter(({ image }) => image.get('type')?.text() === 'image');
}

/** "image/png" as people say it. */
function subtype(type: string): string {
  return type.slice(type.indexOf('/') + 1);
}
