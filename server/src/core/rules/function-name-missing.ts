import type { Rule } from './types';

export const functionNameMissing: Rule = {
  meta: {
    id: 'function-name-missing',
    summary: 'A legacy function message does not name its function.',
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    fixable: 'none',
    source: 'docs/design/providers.md, "OpenAI"',
  },
  message: ({ index, node, role, shape }, { report }) => {
    if (shape !== 'message' || role !== 'function') return;
    const name = node.get('name');
    if (name !== undefined && name.kind !== 'null') return;
    report({
      at: node,
      message: 'A message of role "function" pairs by name, and this one has no "name". Write the function\'s name.',
      values: { i: index },
    });
  },
};
