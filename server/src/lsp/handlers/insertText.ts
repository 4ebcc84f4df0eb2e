import type { Range, TextEdit } from 'vscode-languageserver';
import {
  applyEdits,
  conversationAt,
  type Edit,
  insertMessage,
  LineIndex,
  openCalls,
  plain,
  pointerOf,
  rewriteText,
  textToMessage,
} from '../../core/index';
import type { InsertTextArgument, OpenCallTold } from '../../protocol/index';
import { toRange, toTextEdits } from '../convert';
import { focusOf } from '../focus';
import type { OpenDocument } from '../openDocument';
import { firstWords } from './changes';
import { intactConversations } from './offer';

/** The calls that a tool result at a place could answer, the nearest before it first. */
export function openCallsAt(document: OpenDocument, { position }: InsertTextArgument) {
  const offset = document.offsetAt(position ?? { line: 0, character: 0 });
  const conversation = conversationAt(intactConversations(document), offset);
  const calls = conversation === undefined ? [] : openCalls(conversation);
  const before = calls.filter(({ node }) => node.start <= offset).reverse();
  const behind = calls.filter(({ node }) => node.start > offset);
  const told = [...before, ...behind].map(({ id, name, argumentsNode, node }): OpenCallTold => {
    const { start, end } = node;
    const pointer = pointerOf(node);
    return {
      ...{ id, name: plain(name), pointer },
      arguments:
        argumentsNode === undefined
          ? ''
          : firstWords(argumentsNode) || plain(document.text.slice(argumentsNode.start, argumentsNode.end)),
      range: toRange(document, focusOf(document, { start, end, pointer })),
    };
  });
  return { applied: false, summary: '', version: document.version, calls: told };
}

/** Text as a message at a place of a conversation. Nothing to do where there is none; the client then opens a new transcript. */
export function insertText(document: OpenDocument, argument: InsertTextArgument) {
  const { root } = document.transcript;
  const [message] = textToMessage(argument).messages;
  const offset = document.offsetAt(argument.position ?? { line: 0, character: 0 });
  const rewrite = message && insertMessage(intactConversations(document), offset, message);
  const edits = root && rewrite ? rewriteText(root, rewrite) : [];
  const label = 'Insert text as message';
  const textEdits: readonly TextEdit[] = toTextEdits(document, edits);
  const range = insertedRange(document.text, edits);
  return { label, summary: label, edits: textEdits, ...(range && { range }) };
}

/** Where the first text that was put in will stand: its first brace, or what comes for one. */
function insertedRange(text: string, edits: readonly Edit[]): Range | undefined {
  const first = edits.find((edit) => /[{"]/.test(edit.text));
  if (first === undefined) return undefined;
  const before = edits.filter((edit) => edit.end <= first.start && edit !== first);
  const at = before.reduce((sum, edit) => sum + edit.text.length - (edit.end - edit.start), first.start);
  const start = at + first.text.search(/[{"]/);
  const end = at + first.text.replace(/[\s,]+$/, '').length;
  const index = new LineIndex(applyEdits(text, edits));
  return { start: index.positionAt(start), end: index.positionAt(end) };
}
