import { blockIndex } from '../model/pairing/exchange';
import { pathOf, rowsFor } from '../targets/asked';
import { quoteBriefly } from '../text/quote';
import type { Rule } from './types';

export const serverToolIdPattern: Rule = {
  meta: {
    id: 'server-tool-id-pattern',
    summary: "The id of a call of the provider's own tool lacks the prefix that it gives.",
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    fixable: 'none',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  message: (message, { conversation, target, report }) => {
    for (const part of message.parts) {
      const { node } = part;
      if (part.kind !== 'server-call' || node.get('type')?.text() !== 'server_tool_use') continue;
      const id = part.id.node;
      if (id?.kind !== 'string') continue;
      const patterns = rowsFor(conversation, target, 'server-tool-id-pattern').map(({ options }) => options.pattern);
      if (patterns.every((pattern) => new RegExp(pattern).test(id.text()))) continue;
      report({
        at: id,
        message: `${target.name} never gave the id ${quoteBriefly(id.text())}: its own begin with "srvtoolu_". Restore it on both.`,
        values: {
          i: message.index,
          j: blockIndex(part),
          id: id.text(),
          path: pathOf({ target, conversation }, message, id),
        },
      });
    }
  },
};
