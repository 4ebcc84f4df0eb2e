import type { JsonNode } from '../json/node';
import type { Message, Result } from './types';

/** A block inside the content of a result that is a block itself. */
export interface ResultBlock {
  readonly block: JsonNode;
  readonly result: Result;
  /** Its place as providers name it behind `content.`: `0.tool_result.content.2`. */
  readonly place: string;
}

/**
 * The blocks inside the results of a message. A row that is a result has its content's parts among its own; a block that is one has
 * a content of its own, in which what tools of all kinds send back stands.
 */
export function resultBlocks({ node, results }: Message): readonly ResultBlock[] {
  return results.flatMap((result) => {
    if (result.node === node || result.contentNode?.kind !== 'array') return [];
    return result.contentNode
      .items()
      .map((block, k) => ({ block, result, place: `${result.node.key}.tool_result.content.${k}` }));
  });
}
