import {
  couldHaveAnswered,
  type JsonNode,
  type NormalizeTextResult,
  nodeAt,
  plain,
  type TextWindow,
} from '../../core/index';
import type { ToldChange } from '../../protocol/index';
import { toRange } from '../convert';
import { focusOf } from '../focus';
import type { OpenDocument } from '../openDocument';

/** Nobody reads more, and each costs a look. */
const MOST_TOLD = 500;

/** What a normalization does, what goes first. */
export function normalizationChanges(
  document: OpenDocument,
  conversations: NormalizeTextResult['conversations'],
): readonly ToldChange[] {
  const tell = teller(document);
  const all = <Entry>(
    entries: (of: (typeof conversations)[number]) => readonly Entry[],
    say: (entry: Entry) => ToldChange,
  ) => conversations.flatMap((of) => entries(of).map(say));
  const lazily = [
    () =>
      all(
        ({ drops }) => drops,
        (drop) => {
          const { pointer, rule, kind } = drop;
          return tell(
            'dropped',
            pointer,
            [kind, rule, couldHaveAnswered(drop)].filter((part) => part !== '').join(', '),
          );
        },
      ),
    () =>
      all(
        ({ inserted }) => inserted,
        ({ pointer, text }) => ({ ...tell('inserted', pointer, 'answers the call'), words: plain(text) }),
      ),
    () =>
      all(
        ({ moved }) => moved,
        ({ pointer, kind }) => tell('moved', pointer, kind === 'result' ? 'behind its call' : 'to the front'),
      ),
    () =>
      all(
        ({ renamed }) => renamed,
        ({ pointer, from, to }) => ({
          ...tell('renamed', pointer, 'reused id'),
          words: `${plain(from)} → ${plain(to)}`,
        }),
      ),
    () =>
      all(
        ({ left }) => left,
        ({ pointer, rule }) => tell('left', pointer, rule),
      ),
  ];
  return lazily.flatMap((some) => some()).slice(0, MOST_TOLD);
}

/** The entries that windows leave out. */
export function trimChanges(document: OpenDocument, windows: readonly TextWindow[]): readonly ToldChange[] {
  const tell = teller(document);
  return windows
    .flatMap(({ window, conversation, pointer }) => {
      const { messages } = document.transcript.conversations[conversation] ?? { messages: [] };
      return window.entries.flatMap(({ fate }, at) => {
        const message = messages[at];
        if (message === undefined || (fate !== 'cut' && fate !== 'snap')) return [];
        return [tell('dropped', `${pointer}/${message.index}`, message.roleText ?? message.role)];
      });
    })
    .slice(0, MOST_TOLD);
}

function teller(document: OpenDocument) {
  const { root } = document.transcript;
  return (kind: ToldChange['kind'], pointer: string, why: string): ToldChange => {
    const node = root && nodeAt(root, pointer);
    if (node === undefined) return { kind, words: '', why, pointer };
    const { start, end } = node;
    const range = toRange(document, focusOf(document, { start, end, pointer }));
    return { kind, words: firstWords(node), why, pointer, range };
  };
}

/** Keys that hold what a person would know an entry by, the best first. */
const TELLING = ['content', 'text', 'parts', 'function', 'arguments', 'input', 'tool_calls', 'name'] as const;
/** Deeper than this there are no words, only structure. */
const DEEPEST = 6;

/** The first words of an entry, a result, a call, on one line. */
export function firstWords(node: JsonNode, depth = 0): string {
  if (node.kind === 'string') return plain(node.text());
  if (depth > DEEPEST) return '';
  if (node.kind === 'array') {
    for (const item of node.items()) {
      const words = firstWords(item, depth + 1);
      if (words !== '') return words;
    }
    return '';
  }
  if (node.kind !== 'object') return '';
  for (const key of TELLING) {
    const part = node.get(key);
    const words = part === undefined ? '' : firstWords(part, depth + 1);
    if (words === '') continue;
    const name = key === 'arguments' || key === 'input' ? node.get('name') : undefined;
    return name?.kind === 'string' ? `${plain(name.text())} ${words}` : words;
  }
  return '';
}
