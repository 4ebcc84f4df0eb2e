import { changeProperties, type Rewrite, value } from '../json/rewrite';
import { dropResult } from '../model/edits/dropping';
import type { Call, Result } from '../model/types';
import { isSent } from '../targets/asked';
import { isNamedResult } from '../targets/namedResults';
import { quote } from '../text/quote';
import type { ProposedFix, Rule, RuleContext } from './types';

export const toolCallIdMissing: Rule = {
  meta: {
    id: 'tool-call-id-missing',
    summary: 'A result has no id, so nobody knows which call it answers.',
    severity: 'off',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'safe',
    source: 'docs/design/providers.md, "OpenAI", "Mistral"',
  },
  conversation: (context) => {
    const { conversation, pairing, target, report } = context;
    reportOtherKeys(context);
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

/**
 * The id stands under the key of another framework. Logs and data sets keep it so and pair by it; a provider that gets the body
 * as it stands reads its own key alone.
 */
function reportOtherKeys({ conversation, pairing, target, enforces, report }: RuleContext): void {
  const ownKey = conversation.dialect.strayId;
  if (ownKey === undefined || !enforces('tool-call-id-missing')) return;
  for (const message of pairing.walked) {
    for (const { node, id, also } of message.results) {
      if (id.fault !== undefined || id.key === ownKey) continue;
      if (!isSent(conversation, target)) return;
      report({
        at: node,
        message: `This result has its id under "${id.key}", which ${target.name} does not read. It wants "${ownKey}".`,
        values: { i: message.index },
        fixes: () => {
          if (also.length > 0) return [];
          const rewrite: Rewrite = new Map();
          changeProperties(rewrite, node, { remove: [id.key], set: [[ownKey, value(id.text)]] });
          return [{ title: `Give the id as "${ownKey}"`, does: { kind: 'rename-member' }, rewrite }];
        },
      });
    }
  }
}

function isExplained(result: Result, { pairing }: RuleContext): boolean {
  const outcome = pairing.results.get(result);
  return outcome?.kind === 'dropped' && outcome.isExplained;
}

function isOpen(call: Call, { pairing }: RuleContext): boolean {
  const outcome = pairing.calls.get(call);
  return outcome?.kind === 'kept' && outcome.answer === undefined && call.id.text !== '';
}

function fixes(result: Result, call: Call | undefined, { conversation, pairing }: RuleContext): ProposedFix[] {
  const proposed: ProposedFix[] = [];
  const drop = dropResult(conversation, pairing, result);
  // A result that pairs by its place is kept by normalization.
  const does = {
    kind: pairing.results.get(result)?.kind === 'dropped' ? 'drop-result' : 'choice',
    of: result,
  } as const;
  if (drop !== undefined) proposed.push({ title: 'Remove the result', does, rewrite: drop });
  if (call !== undefined) {
    const rewrite: Rewrite = new Map();
    changeProperties(rewrite, result.node, { set: [[result.id.key, value(call.id.text)]] });
    const title = `Answer the open call ${quote(call.id.text)} with it`;
    proposed.unshift({ title, does: { kind: 'choice' }, rewrite });
  }
  return proposed;
}
