import type { JsonNode } from '../json/node';
import type { Found } from './found';
import type { RowHabit } from './types';

/** Share of the rows that must hold their conversation under one key before the others are taken at their word. */
const MIN_ALIKE = 0.5;

/**
 * Counts under which key rows have their conversation. What most of them do decides, not what the first one does: rows are the
 * same rows wherever a file begins, and once the first conversation is normalized to nothing.
 */
export class HabitCount {
  private readonly keys = new Map<string, { readonly habit: RowHabit; rows: number }>();

  add({ list, body, side, tier, isTrace }: Found, root: JsonNode): void {
    const { key } = list;
    if (typeof key !== 'string' || body?.parent !== root) return;
    const known = this.keys.get(key);
    if (known === undefined) this.keys.set(key, { habit: { key, side, tier, isTrace }, rows: 1 });
    else known.rows += 1;
  }

  of(rows: number): RowHabit | undefined {
    const [most] = [...this.keys.values()].sort((a, b) => b.rows - a.rows);
    return most === undefined || most.rows < rows * MIN_ALIKE ? undefined : most.habit;
  }
}
