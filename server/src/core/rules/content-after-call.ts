import { node, type Rewrite } from '../json/rewrite';
import { addSplice, isSigned } from '../model/edits/dropping';
import { isInterrupted } from '../model/pairing/broken';
import { blockIndex, gapOf, known } from '../model/pairing/exchange';
import type { Run } from '../model/pairing/pairing';
import type { Call, Part } from '../model/types';
import { quoteBriefly } from '../text/quote';
import type { ProposedFix, Rule, RuleContext } from './types';

export const contentAfterCall: Rule = {
  meta: {
    id: 'content-after-call',
    summary: 'Something other than further calls stands behind a call in the same assistant turn.',
    severity: 'off',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'safe',
    source: 'docs/design/providers.md, "Anthropic"',
  },
  conversation: (context) => {
    const { conversation, pairing } = context;
    // Elsewhere calls have a list or entries of their own, and nothing can stand behind them in the content.
    if (conversation.dialect.calls !== 'parts') return;
    for (const run of pairing.runs) {
      const found = firstBehind(run, context);
      if (found === undefined || isTail(run, context)) continue;
      if (isInterrupted(run.turn.messages, context.conversation.messages)) continue;
      const { call, behind } = found;
      const gap = gapOf(conversation, pairing, run);
      context.report({
        at: behind.node,
        message: `This stands behind the call ${quoteBriefly(call.id.text)}. Calls come last in a turn: move it in front.`,
        related: [{ message: 'The call', at: call.node }],
        values: known({ i: gap.i, ids: idsBefore(run, behind), j: blockIndex(behind) }),
        fixes: () => (behind.message === call.message ? inMessage(behind, context) : ofTurn(run, call, context)),
      });
    }
  },
};

/** The first part that is no call behind the first kept call of a calling turn. */
function firstBehind(run: Run, { pairing }: RuleContext): { call: Call; behind: Part } | undefined {
  let call: Call | undefined;
  for (const message of run.turn.messages) {
    for (const part of message.parts) {
      if (part.kind === 'call') call ??= pairing.calls.get(part)?.kind === 'kept' ? part : undefined;
      else if (call !== undefined && part.kind !== 'result') return { call, behind: part };
    }
  }
  return undefined;
}

/** A turn that waits for its results is not sent as it stands. */
function isTail(run: Run, { pairing }: RuleContext): boolean {
  return run.calls.every((call) => {
    const outcome = pairing.calls.get(call);
    return outcome?.kind === 'kept' && outcome.isTail && outcome.answer === undefined;
  });
}

function idsBefore(run: Run, behind: Part): string | undefined {
  const before = run.calls.filter((call) => isBefore(call, behind)).slice(0, MAX_IDS + 1);
  return before.length > MAX_IDS ? undefined : before.map((call) => call.id.text).join(', ');
}

const MAX_IDS = 50;

function isBefore(call: Call, part: Part): boolean {
  if (call.message !== part.message) return call.message.index < part.message.index;
  return call.node.start >= 0 ? call.node.start < part.node.start : blockIndex(call) < blockIndex(part);
}

/** Messages of the turn that only speak go in front of those that call: messages are never merged here. */
function ofTurn({ turn }: Run, call: Call, { conversation }: RuleContext): ProposedFix[] {
  const { list } = conversation;
  const { messages } = turn;
  const behind = messages.filter(({ index }) => index > call.message.index);
  const speaking = behind.filter(({ calls, results }) => calls.length + results.length === 0).map((one) => one.node);
  if (list.kind !== 'array' || speaking.length === 0) return [];
  const rewrite: Rewrite = new Map();
  addSplice(rewrite, list, speaking, [{ index: call.message.index, items: speaking.map(node) }]);
  return [
    { title: 'Put the calls last', does: { kind: 'move-part', of: messages.find(isSigned) ?? call.message }, rewrite },
  ];
}

/** Calls go to the end of their message. Order is part of what signed reasoning signs. */
function inMessage(behind: Part, { pairing }: RuleContext): ProposedFix[] {
  const { message } = behind;
  const { contentNode, parts } = message;
  const calls = message.calls.filter((call) => pairing.calls.get(call)?.kind === 'kept');
  if (contentNode?.kind !== 'array' || calls.length === 0) return [];
  let last = parts.length - 1;
  while (last >= 0 && (parts[last]?.kind === 'call' || parts[last]?.kind === 'result')) last--;
  const moved = calls.filter((call) => blockIndex(call) < last).map((call) => call.node);
  if (moved.length === 0) return [];
  const rewrite: Rewrite = new Map();
  addSplice(rewrite, contentNode, moved, [{ index: last + 1, items: moved.map(node) }]);
  return [{ title: 'Put the calls last', does: { kind: 'move-part', of: message }, rewrite }];
}
