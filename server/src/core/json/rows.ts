import type { JsonKind, JsonNode, JsonProperty } from './node';
import type { TextSource } from './tape';
import type { TextNode } from './textNode';

/** The rows of JSON Lines as the elements of one array that the text never writes down. */
export class RowsNode implements JsonNode {
  readonly kind: JsonKind = 'array';
  readonly start = 0;
  readonly parent = undefined;
  readonly key = '';
  readonly source: TextSource;
  readonly firstIndex: number;
  private rows: readonly TextNode[] = [];

  /** `firstIndex`: rows of the file that stand before the text. */
  constructor(source: TextSource, firstIndex = 0) {
    this.source = source;
    this.firstIndex = firstIndex;
  }

  get end(): number {
    return this.source.text.length;
  }

  get size(): number {
    return this.rows.length;
  }

  get(_key: string): undefined {
    return undefined;
  }

  items(): readonly TextNode[] {
    return this.rows;
  }

  properties(): readonly JsonProperty[] {
    return [];
  }

  text(): string {
    return '';
  }

  raw(): string {
    return this.source.text;
  }

  value(): unknown {
    return this.rows.map((row) => row.value());
  }

  setItems(rows: readonly TextNode[]): void {
    this.rows = rows;
  }
}
