import { marksOf } from '../json/marksOf';
import type { JsonNode } from '../json/node';
import { Sign } from './signature';
import type { CallRow, CallRows } from './vocabulary';

/** What stands under `tool_calls` says of its dialect; 0 for padding (`null`) and for an empty list. */
export function callsSign(calls: JsonNode, rows: CallRows): number {
  if (calls.kind === 'null') return 0;
  if (calls.kind !== 'array') return Sign.strong;
  let bits = 0;
  for (const call of calls.items()) bits |= Sign.strong | (call.kind === 'object' ? callSign(call, rows) : 0);
  return bits;
}

function callSign(call: JsonNode, { keys, rows }: CallRows): number {
  const marks = marksOf(call, keys);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    if (row !== undefined && (marks & row.has) === row.has && (marks & row.lacks) === 0 && fits(call, row)) {
      return row.bits;
    }
  }
  return 0;
}

function fits(call: JsonNode, { types, when }: CallRow): boolean {
  if (types !== undefined) {
    const type = call.get('type');
    if (type?.kind !== 'string' || !types.includes(type.text())) return false;
  }
  return when === undefined || when(call);
}
