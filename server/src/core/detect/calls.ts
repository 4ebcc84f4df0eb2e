import type { JsonNode } from '../json/node';
import { Sign } from './signature';

/** Dialect bits of what stands under `tool_calls`; 0 for padding (`null`) and for an empty list. */
export function callsSign(calls: JsonNode): number {
  if (calls.kind === 'null') return 0;
  if (calls.kind !== 'array') return Sign.strong;
  let bits = 0;
  for (const call of calls.items()) bits |= Sign.strong | (call.kind === 'object' ? callSign(call) : 0);
  return bits;
}

function callSign(call: JsonNode): number {
  if (call.get('toolCallId') !== undefined) return Sign.foreign;
  const fn = call.get('function');
  // inspect_ai writes the function's name there, with `arguments` beside it.
  if (fn?.kind === 'object' || fn?.kind === 'string') return Sign.chatCall;
  if (call.get('tool_call_id') !== undefined) return Sign.flatCall;
  const type = call.get('type');
  const typeName = type?.kind === 'string' ? type.text() : '';
  if (typeName === 'function' || typeName === 'custom') return Sign.chatCall;
  if (call.get('name') === undefined) return 0;
  // LangChain: {name, args, id, type: "tool_call"}.
  if (typeName === 'tool_call' || (call.get('args') !== undefined && call.get('arguments') === undefined)) {
    return Sign.foreign;
  }
  return call.get('id') === undefined ? Sign.bareCall : Sign.flatCall;
}
