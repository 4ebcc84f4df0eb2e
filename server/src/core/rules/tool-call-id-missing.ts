import { changeProperties, type Rewrite, value } from '../json/rewrite';
import { dropResult } from '../model/dropping';
import type { Call, Result } from '../model/types';
import { isNamedResult } from '../targets/namedResults';
import { quote } from '../text/quote';
import type { ProposedFix, Rule, RuleContext } from './types';

export const toolCallIdMissing: Rule = {
  meta: {
    id: 'tool-call-id-missing',
    summary: 'A result has no id, so nobody knows which call it answers.',
    severity: {},
    sides: ['request'],
    fixable: 'safe',
    source: 'spec 02b §1.3, §3',
  },
  conversation: (context) => {
    const { conversation, pairing, target, report } = context;
    // A list without any id pairs in order: that is how it was meant, unless somebody says where it goes.
    if (pairing.mode === 'order' && !conversation.isTargetChosen) return;
    let open: Call[] = [];
    for (const message of pairing.walked) {
      for (const result of message.results) {
        if (result.id.fault !== 'missing' || isExplained(result, context)) continue;
        if (isNamedResult(result, conversation, target)) continue;
        const call = open.length === 1 ? open[0] : undefined;
        report({
          at: result.node,
          message: `This result has no "${result.id.key}". Name the call that it answers or remove it.`,
          values: { i: message.index },
          fixes: () => fixes(result, call, context),
          isUnnecessary: pairing.results.get(result)?.kind === 'dropped',
        });
      }
      if (message.calls.length > 0) open = message.calls.filter((call) => isOpen(call, context));
    }
  },
};

function isExplained(result: Result, { pairing }: RuleContext): boolean {
  const fate = pairing.results.get(result);
  return fate?.kind === 'dropped' && fate.isExplained;
}

function isOpen(call: Call, { pairing }: RuleContext): boolean {
  const fate = pairing.calls.get(call);
  return fate?.kind === 'kept' && fate.answer === undefined && call.id.text !== '';
}

function fixes(result: Result, call: Call | undefined, { conversation, pairing }: RuleContext): ProposedFix[] {
  const proposed: ProposedFix[] = [];
  const drop = dropResult(conversation, pairing, result);
  // A result that pairs by its place is kept by normalization.
  const safety = pairing.results.get(result)?.kind === 'dropped' ? 'safe' : 'unsafe';
  if (drop !== undefined) proposed.push({ title: 'Remove the result', safety, rewrite: drop });
  if (call !== undefined) {
    const rewrite: Rewrite = new Map();
    changeProperties(rewrite, result.node, { set: [[result.id.key, value(call.id.text)]] });
    const title = `Answer the open call ${quote(call.id.text)} with it`;
    proposed.unshift({ title, safety: 'unsafe', rewrite });
  }
  return proposed;
}
