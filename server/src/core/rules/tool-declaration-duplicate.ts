import type { JsonNode } from '../json/node';
import { declaredNames } from '../model/toolNames';
import { quote } from '../text/quote';
import type { Rule } from './types';

export const toolDeclarationDuplicate: Rule = {
  meta: {
    id: 'tool-declaration-duplicate',
    summary: 'Two declared tools share a name.',
    severity: 'off',
    sides: ['request'],
    reach: 'length',
    fixable: 'none',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  conversation: ({ conversation, report }) => {
    const first = new Map<string, JsonNode>();
    for (const { tool, name } of declaredNames(conversation)) {
      const before = first.get(name);
      if (before === undefined) {
        first.set(name, tool);
        continue;
      }
      report({
        at: tool,
        message: `The tool ${quote(name)} is declared twice. Give one of the two another name or remove it.`,
        related: [{ message: 'The first declaration', at: before }],
        values: { name },
      });
    }
  },
};
