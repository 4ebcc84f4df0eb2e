import { marksOf } from '../json/marksOf';
import type { JsonNode } from '../json/node';
import { Sign } from './signature';
import { type BlockTable, firstOf } from './vocabulary';

export interface ContentSign {
  /** Dialect bits. */
  readonly bits: number;
  /** A string, null, or a list that may be blocks: what makes a message of a role. */
  readonly isContent: boolean;
}

const TEXT: ContentSign = { bits: Sign.textContent, isContent: true };
const NOTHING: ContentSign = { bits: 0, isContent: true };
const OTHER: ContentSign = { bits: 0, isContent: false };

/** Reads what kind of content a message has, never the content itself. */
export function contentSign(content: JsonNode, table: BlockTable): ContentSign {
  switch (content.kind) {
    case 'string':
      return TEXT;
    case 'null':
      return NOTHING;
    case 'array':
      return blockListSign(content, table);
    case 'object':
      return { bits: singleBlockSign(content), isContent: false };
    default:
      return OTHER;
  }
}

function blockListSign(content: JsonNode, table: BlockTable): ContentSign {
  let bits = 0;
  let objects = 0;
  for (const block of content.items()) {
    if (block.kind !== 'object') continue;
    objects++;
    bits |= blockSign(block, table);
  }
  return { bits, isContent: objects * 2 >= content.size };
}

function blockSign(block: JsonNode, table: BlockTable): number {
  const type = block.get('type');
  if (type?.kind !== 'string') return untypedBlockSign(block, table);
  const name = type.text();
  const rows = table.types.get(name);
  if (rows !== undefined) return firstOf(rows, block);
  for (const [ending, of] of table.endings) if (name.endsWith(ending)) return firstOf(of, block);
  for (const [beginning, of] of table.beginnings) if (name.startsWith(beginning)) return firstOf(of, block);
  return 0;
}

function untypedBlockSign(block: JsonNode, table: BlockTable): number {
  const marks = marksOf(block, table.untypedKeys);
  if (marks === 0) return 0;
  for (const { bit, rows } of table.untyped) if ((marks & bit) !== 0) return firstOf(rows, block);
  return (marks & table.odd) !== 0 ? Sign.oddContent : 0;
}

/** MCP's sampling messages hold one block, not a list of them. */
function singleBlockSign(content: JsonNode): number {
  if (content.get('parts')?.kind === 'array') return Sign.foreign;
  return content.get('type')?.kind === 'string' ? Sign.oddContent : 0;
}
