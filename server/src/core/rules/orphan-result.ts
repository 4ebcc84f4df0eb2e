import { node, type Rewrite, value } from '../json/rewrite';
import { textOf } from '../json/textOf';
import { editOf } from '../model/edits/dialectEdit';
import { addSplice, dropResult } from '../model/edits/dropping';
import { offersForResult, relatedCalls } from '../model/edits/pairTogether';
import { arrive } from '../model/edits/placing';
import { resultValues, runOf } from '../model/pairing/exchange';
import type { Call, DialectEdit, Result } from '../model/types';
import { quote } from '../text/quote';
import type { ProposedFix, Rule, RuleContext } from './types';

export const orphanResult: Rule = {
  meta: {
    id: 'orphan-result',
    summary: 'A result has no call before it.',
    severity: 'error',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'safe',
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/pairing.md, "The repair pass"',
    foreign: 'pairs',
  },
  conversation: (context) => {
    const { conversation, pairing } = context;
    const orphans: { result: Result; later: Call | undefined }[] = [];
    for (const message of pairing.walked) {
      for (const result of message.results) {
        const outcome = pairing.results.get(result);
        if (outcome?.kind !== 'dropped' || outcome.rule !== 'orphan-result' || outcome.isExplained) continue;
        if (result.id.fault === 'missing' && context.enforces('tool-call-id-missing') && isStrictOnIds(context))
          continue;
        if (message.role === 'assistant' && context.enforces('tool-result-wrong-role')) continue;
        orphans.push({ result, later: outcome.call });
      }
    }
    for (const { result, later } of orphans) {
      const [meant] = later === undefined ? offersForResult(conversation, pairing, result.node) : [];
      const before = conversation.messages[result.message.index - 1];
      context.report({
        at: result.node,
        message: describe(result, later, meant?.call),
        related:
          later === undefined
            ? relatedCalls(conversation, pairing, result.node)
            : [{ message: 'The call comes here', at: later.node }],
        values: { ...resultValues(result), ...(before === undefined ? {} : { before: before.roleText }) },
        fixes: () => fixes(result, later, context),
        isUnnecessary: true,
      });
    }
  },
};

/** Without ids the results pair in order, unless somebody said that the provider is one that wants them. */
function isStrictOnIds({ conversation, pairing }: RuleContext): boolean {
  return pairing.mode === 'id' || conversation.isTargetChosen;
}

function describe(result: Result, later: Call | undefined, meant: Call | undefined): string {
  const { fault, text } = result.id;
  if (fault !== undefined) return 'This result has no id and stands where no call is open. Remove it or add its call.';
  if (later !== undefined) {
    return `The result for ${quote(text)} comes before its call. Move it behind the call or remove it.`;
  }
  const isNamed = meant !== undefined && meant.id.text !== '';
  const hint = isNamed ? `Did you mean ${quote(meant.id.text)}?` : 'Remove it or add the call.';
  return `The result for ${quote(text)} has no call before it. ${hint}`;
}

function fixes(result: Result, later: Call | undefined, context: RuleContext): ProposedFix[] {
  const { conversation, pairing } = context;
  const proposed: ProposedFix[] = [];
  const drop = dropResult(conversation, pairing, result);
  const run = later === undefined ? undefined : runOf(pairing, later);
  if (run !== undefined && drop !== undefined) {
    const rewrite: Rewrite = new Map(drop);
    arrive(rewrite, conversation, pairing, run, [node(result.node)]);
    proposed.push({ title: 'Move the result behind its call', does: { kind: 'choice' }, rewrite });
  } else proposed.push(...offersForResult(conversation, pairing, result.node));
  if (drop !== undefined)
    proposed.push({ title: 'Remove the result', does: { kind: 'drop-result', of: result }, rewrite: drop });
  const text = textOf(result.contentNode);
  if (text !== '') {
    const note = asNote(result, text, editOf(conversation.dialect));
    if (note !== undefined)
      proposed.push({ title: 'Keep its text as a user note', does: { kind: 'choice' }, rewrite: note });
  }
  return proposed;
}

/** A tool message becomes a user message; a block becomes a text block, behind what leads the message. */
function asNote(result: Result, text: string, edit: DialectEdit): Rewrite | undefined {
  const { node: block, message: holder } = result;
  if (block === holder.node) return new Map([[block, { kind: 'replace', with: value(edit.message('user', text)) }]]);
  const content = holder.contentNode;
  if (holder.role !== 'user' || content?.kind !== 'array') return undefined;
  const rewrite: Rewrite = new Map();
  addSplice(rewrite, content, [block], [{ index: content.size, items: [edit.textPart(text)] }]);
  return rewrite;
}
