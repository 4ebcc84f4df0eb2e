import type { NewJson, Rewrite } from '../json/rewrite';
import { mixtureOf } from '../model/mixed';
import type { Dialect, Message } from '../model/types';
import type { ProposedFix, Rule, RuleContext } from './types';

/** Other entries of the other dialect that a finding leads to; more of them say nothing new. */
const MAX_RELATED = 10;

export const mixedDialects: Rule = {
  meta: {
    id: 'mixed-dialects',
    summary: "Calls or results in another dialect's shape than the rest of the list.",
    severity: 'error',
    sides: ['request'],
    reach: 'list',
    fixable: 'choice',
    source: 'docs/design/rules.md, "Rules of our own"; docs/design/normalization.md, "Mixed lists"',
    foreign: 'text',
  },
  conversation: (context) => {
    const { conversation, report } = context;
    const { foreign, misread } = mixtureOf(conversation);
    const [first, ...others] = foreign;
    if (first?.foreign === undefined) return;
    report({
      at: first.node,
      message:
        misread === undefined
          ? describe(foreign, first.foreign, conversation.dialect)
          : `The list is read as ${conversation.dialect.name}, but it is ${misread.name}. Set its dialect to "${misread.id}".`,
      related: (misread === undefined ? others : [])
        .slice(0, MAX_RELATED)
        .map(({ node, foreign: dialect = first.foreign }) => ({
          message: `An entry of ${(dialect ?? conversation.dialect).name} too`,
          at: node,
        })),
      values: { i: first.index },
      fixes: () => (misread === undefined ? fixes(foreign, context) : []),
    });
  },
  looksAt: ({ foreign, calls, results }) => foreign !== undefined || calls.length + results.length > 0,
};

function describe(foreign: readonly Message[], dialect: Dialect, list: Dialect): string {
  const [first] = foreign;
  if (foreign.length > 1 || first === undefined) {
    return `${foreign.length} entries of ${dialect.name} in a list of ${list.name}. Write them in the shape of the list.`;
  }
  const what = first.calls.length > 0 ? 'call' : 'result';
  return `A tool ${what} of ${dialect.name} in a list of ${list.name}. Write it in the shape of the list.`;
}

/** Only where all of them can be written without loss: a list that is half mended is as mixed as before. */
function fixes(foreign: readonly Message[], { conversation, inListShape }: RuleContext): ProposedFix[] {
  const { list, dialect } = conversation;
  if (list.kind !== 'array') return [];
  const insert: { index: number; items: readonly NewJson[] }[] = [];
  for (const message of foreign) {
    const items = inListShape(message);
    if (items === undefined) return [];
    insert.push({ index: message.index, items });
  }
  const rewrite: Rewrite = new Map([[list, { kind: 'splice', remove: foreign.map(({ node }) => node), insert }]]);
  const what = foreign.length === 1 ? 'the entry' : `the ${foreign.length} entries`;
  return [{ title: `Write ${what} as ${dialect.name}`, does: { kind: 'choice' }, rewrite }];
}
