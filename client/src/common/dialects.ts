import { type QuickPickItem, window } from 'vscode';
import {
  type DialectId,
  dialectDetail,
  dialectIds,
  dialectTitle,
  type Target,
  targetIds,
  targetNames,
  targetsOf,
} from '../../../server/src/core/index';
import type { DialectChoice } from '../../../server/src/protocol/index';

interface Item<Choice> extends QuickPickItem {
  readonly choice: Choice | undefined;
}

/** What a person answered; `choice` is undefined for "find out yourself". */
type Answer<Choice> = { readonly choice: Choice | undefined } | undefined;

/** Asks which dialect a document is in; undefined when the person leaves. */
export function askDialect(
  detected: DialectId | undefined,
  chosen: DialectChoice | undefined,
): Thenable<Answer<DialectChoice>> {
  const found = detected !== undefined && chosen === undefined ? `found: ${dialectTitle(detected)}` : '';
  const items: Item<DialectChoice>[] = [
    { label: 'Detect automatically', description: found, choice: undefined },
    ...dialectIds.map((choice) => ({ label: dialectTitle(choice), detail: dialectDetail(choice), choice })),
    { label: 'Not a transcript', detail: 'No diagnostics in this file', choice: 'none' },
  ];
  return ask(items, chosen, { title: 'Dialect of this file', placeHolder: 'Which provider shape is it in?' });
}

/** Asks who must accept a document; those that take its dialect come first. */
export function askTarget(
  dialect: DialectId | undefined,
  current: Target | null,
  chosen: Target | undefined,
): Thenable<Answer<Target>> {
  const taking = dialect === undefined ? targetIds : targetsOf(dialect);
  const found = current !== null && chosen === undefined ? `now: ${targetNames[current] ?? current}` : '';
  const item = (choice: Target): Item<Target> => ({
    label: targetNames[choice] ?? choice,
    description: choice,
    choice,
  });
  const others = targetIds.filter((id) => !taking.includes(id));
  const rest =
    dialect === undefined || others.length === 0
      ? []
      : others.map((id) => ({
          ...item(id),
          detail: `does not take ${dialectTitle(dialect)}`,
        }));
  const items = [
    { label: 'As configured', description: found, choice: undefined },
    ...targetIds.filter((id) => taking.includes(id)).map(item),
    ...rest,
  ];
  return ask(items, chosen, { title: 'Target of this file', placeHolder: 'Who must accept the conversation?' });
}

function ask<Choice>(
  items: readonly Item<Choice>[],
  chosen: Choice | undefined,
  options: { readonly title: string; readonly placeHolder: string },
): Thenable<Answer<Choice>> {
  const marked = items.map((item) => ({
    ...item,
    label: item.choice === chosen ? `$(check) ${item.label}` : item.label,
  }));
  return window.showQuickPick(marked, { ...options, matchOnDescription: true });
}
