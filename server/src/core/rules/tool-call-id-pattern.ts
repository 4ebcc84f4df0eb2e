import type { Rewrite } from '../json/rewrite';
import { dropCall, dropResult } from '../model/edits/dropping';
import { offersForCall, offersForResult } from '../model/edits/pairTogether';
import { blockIndex, pairingIds } from '../model/pairing/exchange';
import { writePairingId } from '../model/pairing/pairingId';
import { idFor } from '../model/pairing/resultIds';
import type { Call, PairingId, Result } from '../model/types';
import { pathOf, rowsFor } from '../targets/asked';
import { quote, quoteBriefly } from '../text/quote';
import type { ProposedFix, Rule, RuleContext } from './types';

export const toolCallIdPattern: Rule = {
  meta: {
    id: 'tool-call-id-pattern',
    summary: 'A call id holds characters, or has a length, that the provider does not take.',
    severity: 'off',
    sides: ['request'],
    reach: 'exchange',
    fixable: 'safe',
    source: 'docs/design/providers.md, "Anthropic", "Mistral"',
  },
  conversation: (context) => {
    const { conversation, target, pairing } = context;
    const shapes = rowsFor(conversation, target, 'tool-call-id-pattern').map(
      ({ options }): Shape => ({ pattern: new RegExp(options.pattern), accepts: options.accepts }),
    );
    /** Listed at the call, not again at its result. */
    const said = new Set<string>();
    let taken: ReadonlySet<string> | undefined;
    const takenIds = () => {
      taken ??= new Set(pairingIds(conversation));
      return taken;
    };
    for (const message of pairing.walked) {
      for (const call of message.calls) {
        const broken = brokenBy(call.id, shapes);
        if (broken === undefined) continue;
        said.add(call.id.text);
        report(call, broken, () => callFixes(call, broken, takenIds(), context), context);
      }
      for (const result of message.results) {
        const outcome = pairing.results.get(result);
        const isOther = outcome?.kind === 'dropped' && (outcome.isExplained || outcome.rule !== 'unusable-call-id');
        const broken = isOther || said.has(result.id.text) ? undefined : brokenBy(result.id, shapes);
        if (broken !== undefined) report(result, broken, () => resultFixes(result, context), context);
      }
    }
  },
};

interface Shape {
  readonly pattern: RegExp;
  /** What the pattern takes, in words. */
  readonly accepts: string;
}

function brokenBy(id: PairingId, shapes: readonly Shape[]): Shape | undefined {
  if (id.node?.kind !== 'string') return undefined;
  const written = id.node.text();
  return shapes.find(({ pattern }) => !pattern.test(written));
}

function report(part: Call | Result, { accepts }: Shape, fixes: () => ProposedFix[], context: RuleContext): void {
  const { node } = part.id;
  if (node === undefined) return;
  context.report({
    at: node,
    message: `${context.target.name} refuses the id ${quoteBriefly(node.text())}: it wants ${accepts}. Rename it on both.`,
    values: {
      i: part.message.index,
      j: blockIndex(part),
      id: node.text(),
      path: pathOf(context, part.message, node),
    },
    fixes,
  });
}

function callFixes(
  call: Call,
  { pattern }: Shape,
  taken: ReadonlySet<string>,
  { conversation, pairing }: RuleContext,
): ProposedFix[] {
  const { id } = call;
  if (id.fault === 'blank') {
    const rewrite = dropCall(conversation, pairing, call);
    if (rewrite === undefined) return [];
    return [
      ...offersForCall(conversation, pairing, call),
      { title: 'Remove the call', does: { kind: 'drop-call', of: call }, rewrite },
    ];
  }
  const renamed = pattern.test(id.text) ? id.text : legalId(id.text, pattern, taken);
  const outcome = pairing.calls.get(call);
  if (renamed === undefined || outcome?.kind !== 'kept') return [];
  const rewrite: Rewrite = new Map();
  for (const part of [call, ...(outcome.answer === undefined ? [] : [outcome.answer])]) {
    writePairingId(rewrite, part.node, idFor(part, id.text), renamed);
  }
  if (renamed === id.text) return [{ title: 'Trim the id', does: { kind: 'trim' }, rewrite }];
  return [{ title: `Rename it to ${quote(renamed)} on call and result`, does: { kind: 'choice' }, rewrite }];
}

/** The id with other characters replaced, made one of its own by a number; nothing where the pattern wants a fixed length. */
function legalId(id: string, pattern: RegExp, taken: ReadonlySet<string>): string | undefined {
  const base = id.replaceAll(/[^a-zA-Z0-9_-]/g, '_');
  for (let n = 1; n < 100; n++) {
    const legal = n === 1 ? base : `${base}_${n}`;
    if (!pattern.test(legal)) return undefined;
    if (!taken.has(legal)) return legal;
  }
  return undefined;
}

function resultFixes(result: Result, { conversation, pairing }: RuleContext): ProposedFix[] {
  const { id } = result;
  if (id.fault === 'blank') {
    const drop = dropResult(conversation, pairing, result);
    const dropping: ProposedFix[] =
      drop === undefined
        ? []
        : [{ title: 'Remove the result', does: { kind: 'drop-result', of: result }, rewrite: drop }];
    return [...offersForResult(conversation, pairing, result.node), ...dropping];
  }
  if (!id.isPadded) return [];
  const rewrite: Rewrite = new Map();
  writePairingId(rewrite, result.node, id, id.text);
  return [{ title: 'Trim the id', does: { kind: 'trim' }, rewrite }];
}
