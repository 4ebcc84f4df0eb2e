import type { Rule } from './types';

export const expectedFaultMissing: Rule = {
  meta: {
    id: 'expected-fault-missing',
    summary: 'A fault that the file declares as expected is not there.',
    severity: 'error',
    sides: ['request', 'response', 'assertion'],
    reach: 'list',
    fixable: 'safe',
    source: 'docs/design/rules.md, "Faults that a file declares"',
  },
  engine: true,
};
