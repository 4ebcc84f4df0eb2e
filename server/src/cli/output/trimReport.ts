import { describeTerms, type Medium, type PreparedConversation, type PrepareStep, visible } from '../../core/index';
import type { Counted } from '../outside/askProvider';

/** What became of one conversation, for a person: how much is kept, why it starts where it does, what is wrong with it. */
export function windowLines(
  conversation: PreparedConversation,
  counted: ReadonlyMap<string, Counted>,
  { paint }: Medium,
): string[] {
  const { pointer, steps, window, problems, isUnchanged } = conversation;
  if (window === undefined) return [];
  const line = (what: string, text: string) => `  ${what.padEnd(8)} ${visible(text)}`;
  const where = pointer === '' ? '' : `${visible(pointer)}: `;
  const done = steps.flatMap(doneBy);
  const provider = counted.get(pointer);
  return [
    `${where}${paint.bold(keptText(conversation))}`,
    ...(window.problem === undefined ? [line('start', window.reason)] : [problemLine(conversation, line, paint)]),
    ...(window.terms === undefined || window.problem?.kind === 'no-budget'
      ? []
      : [line('budget', describeTerms(window.terms))]),
    ...(provider === undefined ? [] : [line('provider', saidBy(provider))]),
    ...(done.length === 0 || isUnchanged ? [] : [line('before', done.join(', '))]),
    ...problems
      .filter(({ severity }) => severity === 'error' || severity === 'warning')
      .map(({ severity, message, rule, pointer: at }) => {
        const colour = severity === 'error' ? paint.red : paint.yellow;
        return `  ${colour(severity.padEnd(8))} ${visible(message)} ${paint.dim(`${visible(at)} [${rule}]`)}`;
      }),
  ];
}

/** Whether nothing was done to a conversation, and nothing is wrong with it. */
export function isUntouched(
  { pointer, steps, window, problems }: PreparedConversation,
  counted: ReadonlyMap<string, Counted>,
): boolean {
  if (window === undefined) return true;
  const isFaulty = problems.some(({ severity }) => severity === 'error' || severity === 'warning');
  return (
    !isFaulty &&
    window.problem === undefined &&
    window.dropped === 0 &&
    !counted.has(pointer) &&
    steps.flatMap(doneBy).length === 0
  );
}

function keptText({ window, isUnchanged }: PreparedConversation): string {
  if (window === undefined) return '';
  const { entries, dropped, tokens, budget, estimator } = window;
  const all = entries.length;
  const kept = all - dropped;
  const share = dropped === 0 ? `all ${amount(all)} entries` : `${amount(kept)} of ${amount(all)} entries`;
  if (isUnchanged) {
    return `nothing cut: ${amount(all)} entries of ${amount(tokens)} tokens, for a budget of ${amount(budget)} (${visible(estimator)})`;
  }
  return `kept ${share}, ${sizeText(tokens, budget, estimator)}`;
}

function sizeText(tokens: number, budget: number, estimator: string): string {
  if (estimator === 'entries') return `at most ${amount(budget)} asked for`;
  return `${amount(tokens)} of ${amount(budget)} tokens (${visible(estimator)})`;
}

function problemLine(
  { window, isUnchanged }: PreparedConversation,
  line: (what: string, text: string) => string,
  paint: Medium['paint'],
): string {
  const text = window?.problem?.message ?? '';
  const [label, rest] = isUnchanged ? (['error', text] as const) : (['over', text] as const);
  const plain = line(label, rest);
  return plain.replace(label, (isUnchanged ? paint.red : paint.yellow)(label));
}

function saidBy({ tokens, allowed, isOver, calls }: Counted): string {
  const times = calls === 1 ? 'asked once' : `asked ${calls} times`;
  const verdict = isOver ? `over the ${amount(allowed)} that are allowed` : `of ${amount(allowed)} allowed`;
  return `counts ${amount(tokens)} tokens, ${verdict} (${times})`;
}

/** What the steps before trimming did, in a few words. */
function doneBy(step: PrepareStep): string[] {
  switch (step.step) {
    case 'drop': {
      const deleted = step.dropped.filter(({ why }) => why === 'deleted').length;
      const empty = step.dropped.length - deleted;
      return [...some(empty, 'empty dropped'), ...some(deleted, 'deleted dropped')];
    }
    case 'repair':
      return [
        ...some(step.dropped, 'dropped by repair'),
        ...some(step.moved.length, 'moved'),
        ...some(step.inserted.length, step.inserted.length === 1 ? 'result inserted' : 'results inserted'),
        ...some(step.renamed.length, step.renamed.length === 1 ? 'id renamed' : 'ids renamed'),
      ];
    case 'merge':
      return some(step.merged.length, 'merged into a neighbour');
    default:
      return [];
  }
}

function some(count: number, what: string): string[] {
  return count === 0 ? [] : [`${amount(count)} ${what}`];
}

/** 41,200: budgets have five or six digits. */
function amount(count: number): string {
  return count.toLocaleString('en-US');
}
