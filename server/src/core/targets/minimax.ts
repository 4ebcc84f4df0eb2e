import type { TargetProfile } from './types';

/** docs/design/providers.md, "MiniMax". The texts carry no index. */
export const minimax: TargetProfile = {
  id: 'minimax',
  name: 'MiniMax',
  dialects: ['chat', 'messages'],
  models: ['minimax-', 'abab'],
  signs: { names: /minimax/ },
  paths: 'dots',
  rules: {
    'orphan-result': { severity: 'error', error: "invalid params, tool result's tool id({id}) not found (2013)" },
    'misplaced-result': {
      severity: 'error',
      error: 'invalid params, tool call result does not follow tool call (2013)',
    },
    'result-not-first': { severity: 'warning', when: { dialects: ['messages'] } },
    'unanswered-call': { severity: 'error', error: 'invalid params, tool call and result not match (2013)' },
    'open-call-at-tail': { severity: 'info', error: 'invalid params, tool call and result not match (2013)' },
    'duplicate-call-id': { severity: 'error', error: 'duplicate tool_call id: {id}' },
    'tool-arguments-invalid-json': {
      severity: 'error',
      error: 'invalid params, invalid function arguments json string, tool_call_id: {id} (2013)',
      when: { dialects: ['chat'] },
    },
  },
};
