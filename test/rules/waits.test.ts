// Which rules may only say that somebody has not finished typing, and which say what no further typing can mend.
import { expect, test } from 'vitest';
import { rules } from '../../server/src/core/index';

test('the rules that editors need not hold back in the entry edited last', () => {
  expect(rules.filter(({ waits }) => waits === false).map(({ id }) => id)).toEqual([
    'cache-control-too-many',
    'dialect-not-accepted',
    'messages-too-long',
    'pending-approval',
    'role-unsupported-by-model',
    'server-call',
    'system-role-in-messages',
    'thinking-cache-control',
    'thinking-while-disabled',
    'too-deep',
    'too-large',
    'tool-arguments-not-string',
    'tool-call-id-too-long',
    'tool-name-too-long',
  ]);
});

test('whatever is for want of another half or of more text waits', () => {
  const waiting = new Set(rules.filter(({ waits }) => waits !== false).map(({ id }) => id));
  for (const id of [
    'orphan-result',
    'unanswered-call',
    'content-missing',
    'role-invalid',
    'malformed-arguments',
    'syntax-error',
  ])
    expect(waiting).toContain(id);
});
