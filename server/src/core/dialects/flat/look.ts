import type { Look, LookSign } from '../look';
import { resultId, toolRoles } from '../shared/look';
import { hasCalls, isFlatCall, isFunctionCall, isMessage, isRowOrLegacyCall } from '../shared/otherPairs';
import type { PairLook } from '../types';

/** `tool_calls[].tool_call_id`, or `id` and `name` without `function`. */
const call: LookSign = { words: 'Flat tool_calls', isCertain: true };

export const look: Look = {
  signs: [call, resultId],
  roles: toolRoles,
  keys: {
    tool_calls: {
      calls: [
        { sign: call, has: ['tool_call_id'] },
        { sign: call, has: ['name', 'id'], isLikely: true },
      ],
    },
    tool_call_id: { sign: resultId, isLast: true },
  },
  colours: { ids: ['tool_call_id'] },
};

export const pairs: PairLook = {
  // It cannot read what stands inside `function`.
  areRead: (entry) => {
    const calls = entry.get('tool_calls');
    return hasCalls(calls) ? !calls.items().every(isFunctionCall) : isRowOrLegacyCall(entry);
  },
  areOwn: (entry) => {
    const calls = entry.get('tool_calls');
    return isMessage(entry) && hasCalls(calls) && isFlatCall(calls.items()[0]);
  },
};
