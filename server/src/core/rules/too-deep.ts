import type { Rule } from './types';

export const tooDeep: Rule = {
  meta: {
    id: 'too-deep',
    summary: 'Arrays and objects are nested too deep to be checked.',
    severity: 'error',
    sides: ['request', 'response', 'assertion'],
    reach: 'list',
    fixable: 'none',
    waits: false,
    source: 'docs/design/rules.md, "Any input is answered"',
  },
  engine: true,
};
