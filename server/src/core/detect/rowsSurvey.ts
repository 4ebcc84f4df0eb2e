import type { Dialect } from '../dialects/index';
import type { JsonNode } from '../json/node';
import { MAX_FRUITLESS_ROWS, MIN_ALIKE, plainDialect } from './index';
import { PROBE, readList } from './list';
import { findConversations, type SearchOptions } from './search';
import type { DetectOptions, RowHabit, RowsOutlook } from './types';
import { isForeignName } from './veto';

/** What detection learns of JSON Lines, told some rows at a time. `detectDocument` with the outlook then sees what it would see in the whole. */
export class RowsSurvey {
  private readonly search: SearchOptions;
  private readonly isForeign: boolean;
  private readonly decided = new Set<Dialect>();
  private firstRow: number | undefined;
  private habit: RowHabit | undefined;
  private alike = 0;
  private rows = 0;

  constructor(options: Omit<DetectOptions, 'isRows' | 'outlook'>) {
    const isForced = options.dialect !== undefined;
    this.isForeign = !isForced && isForeignName(options.uri);
    this.search = { isForced, isNamed: options.isNamed === true };
  }

  /** Takes the next rows; they must be conversations of their own (`areRowsApart`). */
  add(root: JsonNode): void {
    const start = this.rows;
    for (const [index, row] of root.items().entries()) {
      if (this.firstRow === undefined && start + index >= MAX_FRUITLESS_ROWS) break;
      if (row.kind === 'object' || row.kind === 'array') this.look(root, row, start + index);
    }
    this.rows += root.size;
  }

  outlook(): RowsOutlook {
    const isHabit = this.alike >= this.rows * MIN_ALIKE;
    return {
      firstRow: this.isForeign ? undefined : this.firstRow,
      plain: plainDialect(this.decided),
      habit: isHabit ? this.habit : undefined,
    };
  }

  private look(root: JsonNode, row: JsonNode, index: number): void {
    for (const { list, body, side, tier, isTrace, dialect } of findConversations(row, this.search)) {
      if (this.firstRow === undefined) {
        this.firstRow = index;
        if (typeof list.key === 'string') this.habit = { key: list.key, side, tier, isTrace };
      }
      if (dialect !== undefined) this.decided.add(dialect);
      if (list.key === this.habit?.key && body?.parent === root) this.alike++;
    }
  }
}

/**
 * Whether rows are conversations of their own and not the messages of one, as far as their beginning tells: `later` when it
 * takes more rows, `together` when it takes all of them.
 */
export function areRowsApart(root: JsonNode): 'apart' | 'later' | 'together' {
  if (root.size <= PROBE) return 'later';
  return readList(root) === undefined ? 'apart' : 'together';
}
