import type { Rule } from './types';

export const tooLarge: Rule = {
  meta: {
    id: 'too-large',
    summary: 'The text is too large to be checked.',
    severity: 'error',
    sides: ['request', 'response', 'assertion'],
    reach: 'list',
    fixable: 'none',
    waits: false,
    source: 'docs/design/rules.md, "Any input is answered"',
  },
  engine: true,
};
