import type { Look, LookSign } from '../look';
import { resultId, toolRoles } from '../shared/look';

/** `tool_calls[].tool_call_id`, or `id` and `name` without `function`. */
const call: LookSign = { words: 'Flat tool_calls', isCall: true };

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
};
