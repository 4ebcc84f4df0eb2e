import { calledNames, declaredNames, nameValues, type ToolName } from '../model/toolNames';
import { isSent, pathOf, rowsFor, writePath } from '../targets/asked';
import { quoteBriefly } from '../text/quote';
import type { Rule } from './types';

export const toolNameTooLong: Rule = {
  meta: {
    id: 'tool-name-too-long',
    summary: "A tool's name is longer than the provider takes.",
    severity: 'off',
    sides: ['request'],
    reach: 'exchange',
    needsSending: true,
    fixable: 'none',
    waits: false,
    source: 'docs/design/providers.md, "Anthropic", "OpenAI", "Mistral"',
  },
  conversation: ({ conversation, target, report }) => {
    if (!isSent(conversation, target)) return;
    for (const row of rowsFor(conversation, target, 'tool-name-too-long')) {
      const { max, certain = max, stored } = row.options;
      // Above the one it may be refused, above the other it is. Stored calls are held against the looser one alone.
      const check = (found: ToolName, isWarning: boolean) => {
        const { node, name, message, steps } = found;
        if (name.length <= max) return;
        // No text was ever seen for what is only suspected.
        const path = isWarning
          ? undefined
          : message === undefined
            ? writePath(target, steps)
            : pathOf({ target, conversation }, message, node);
        report({
          at: node,
          message: `The name ${quoteBriefly(name)} has ${name.length} characters; ${takes(target.name, max, certain, name.length)}. Shorten it.`,
          ...(isWarning ? { severity: 'warning' } : {}),
          values: nameValues(found, path),
        });
      };
      for (const found of declaredNames(conversation)) check(found, max < certain && found.name.length <= certain);
      const isWarning = stored === 'warning';
      for (const found of calledNames(conversation, (name) => name.length <= certain)) check(found, isWarning);
    }
  },
};

function takes(target: string, max: number, certain: number, length: number): string {
  if (max === certain || length > certain) return `${target} takes ${certain}`;
  return `${target} may refuse over ${max}`;
}
