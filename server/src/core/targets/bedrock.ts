import { anthropic } from './anthropic';
import type { TargetProfile, TargetRule } from './types';

/**
 * Claude through Bedrock's InvokeModel: Anthropic's texts behind Bedrock's own words (docs/design/providers.md,
 * "Bedrock and Vertex").
 */
export const bedrock: TargetProfile = {
  ...anthropic,
  id: 'bedrock',
  name: 'Amazon Bedrock',
  unwrittenDialect: 'converse',
  models: [],
  signsAs: 'anthropic',
  rules: {
    ...Object.fromEntries(Object.entries(anthropic.rules).map(([rule, listed]) => [rule, relayed(listed)])),
    // Merged by the first-party API since 2024; here reports went on longer, and a probe of 2026 found it accepted.
    'roles-not-alternating': {
      severity: 'warning',
      error:
        'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.',
    },
    'first-message-not-user': {
      severity: 'error',
      error:
        'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
    },
  },
};

function relayed(listed: TargetRule | readonly TargetRule[]): TargetRule | readonly TargetRule[] {
  const rows = 'severity' in listed ? [listed] : listed;
  return rows.map((row) =>
    row.error === undefined ? row : { ...row, error: `The model returned the following errors: ${row.error}` },
  );
}
