import { type Rewrite, value } from '../json/rewrite';
import { isRead } from '../model/entries';
import { idsOf } from '../model/pairing/resultIds';
import type { PairingId } from '../model/types';
import { quote } from '../text/quote';
import type { Rule } from './types';

export const untrimmedCallId: Rule = {
  meta: {
    id: 'untrimmed-call-id',
    summary: 'White space stands around the id of a call or result.',
    severity: 'warning',
    sides: ['request'],
    reach: 'message',
    fixable: 'safe',
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/pairing.md, "Ids"',
    foreign: 'pairs',
  },
  message: (message, context) => {
    // A provider's pattern leaves no room for white space: the fault is reported once, as what it rejects.
    if (!isRead(message) || context.enforces('tool-call-id-pattern')) return;
    const report = (id: PairingId) => {
      const { node } = id;
      if (!id.isPadded || id.fault !== undefined || node === undefined) return;
      context.report({
        at: node,
        message: `White space stands around the id ${quote(id.text)}. Trim it, or only tolerant readers will pair it.`,
        fixes: () => {
          const rewrite: Rewrite = new Map([[node, { kind: 'replace', with: value(id.text) }]]);
          return [{ title: 'Trim the id', does: { kind: 'trim' }, rewrite }];
        },
      });
    };
    for (const call of message.calls) report(call.id);
    for (const result of message.results) for (const id of idsOf(result)) report(id);
  },
};
