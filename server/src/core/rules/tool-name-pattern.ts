import { calledNames, declaredNames, nameValues, type ToolName } from '../model/toolNames';
import { isSent, pathOf, rowsFor, writePath } from '../targets/asked';
import { quoteBriefly } from '../text/quote';
import type { Rule } from './types';

export const toolNamePattern: Rule = {
  meta: {
    id: 'tool-name-pattern',
    summary: "A tool's name holds characters that the provider does not take.",
    severity: 'off',
    sides: ['request'],
    reach: 'exchange',
    needsSending: true,
    fixable: 'none',
    source: 'docs/design/providers.md, "Anthropic", "OpenAI", "Mistral"',
  },
  conversation: ({ conversation, target, report }) => {
    if (!isSent(conversation, target)) return;
    for (const row of rowsFor(conversation, target, 'tool-name-pattern')) {
      const { accepts, stored } = row.options;
      const pattern = new RegExp(row.options.pattern);
      const check = (found: ToolName, isWarning: boolean) => {
        const { node, name, message, steps } = found;
        if (pattern.test(name)) return;
        // No text was ever seen for what is only suspected.
        const path = isWarning
          ? undefined
          : message === undefined
            ? writePath(target, steps)
            : pathOf({ target, conversation }, message, node);
        report({
          at: node,
          message: `${target.name} refuses the tool name ${quoteBriefly(name)}: it wants ${accepts}. Rename the tool.`,
          ...(isWarning ? { severity: 'warning' } : {}),
          values: nameValues(found, path),
        });
      };
      for (const found of declaredNames(conversation)) check(found, false);
      // Where only declarations are known to be checked, a stored call is a suspicion.
      const isWarning = stored === 'warning';
      for (const found of calledNames(conversation, (name) => pattern.test(name))) check(found, isWarning);
    }
  },
};
