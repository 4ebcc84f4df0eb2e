import type { Rule } from './types';

export const syntaxError: Rule = {
  meta: {
    id: 'syntax-error',
    summary: 'The text is not JSON.',
    severity: 'error',
    sides: ['request', 'response', 'assertion'],
    reach: 'list',
    fixable: 'choice',
    source: 'docs/design/rules.md, "Rules of our own"',
  },
  engine: true,
};
