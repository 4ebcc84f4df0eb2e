import type { JsonNode } from '../json/node';
import type { Dialect } from '../model/types';
import { HabitCount } from './habit';
import { MAX_FRUITLESS_ROWS, plainDialect } from './index';
import { PROBE, readList } from './list';
import { findConversations, type SearchOptions } from './search';
import type { DetectOptions, RowsOutlook } from './types';
import { isForeignName } from './veto';

/** What detection learns of JSON Lines, told some rows at a time. `detectDocument` with the outlook then sees what it would see in the whole. */
export class RowsSurvey {
  private readonly search: SearchOptions;
  private readonly isForeign: boolean;
  private readonly decided = new Set<Dialect>();
  private firstRow: number | undefined;
  private readonly habit = new HabitCount();
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
    return {
      firstRow: this.isForeign ? undefined : this.firstRow,
      plain: plainDialect(this.decided).id,
      habit: this.habit.of(this.rows),
    };
  }

  private look(root: JsonNode, row: JsonNode, index: number): void {
    for (const found of findConversations(row, this.search)) {
      this.firstRow ??= index;
      if (found.dialect !== undefined) this.decided.add(found.dialect);
      this.habit.add(found, root);
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
