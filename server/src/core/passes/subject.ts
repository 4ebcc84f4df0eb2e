import { readAgain } from '../document/conversation';
import type { TranscriptDocument } from '../document/document';
import { parseAny, parseRows } from '../document/parse';
import { rewriteText } from '../json/jsonEdits';
import { RewriteMerger } from '../json/mergeRewrites';
import { type JsonNode, nodeAt, pointerOf } from '../json/node';
import type { Rewrite } from '../json/rewrite';
import { rewriteValue } from '../json/rewriteValue';
import { nodeOfValue } from '../json/valueNode';
import type { Conversation } from '../model/types';
import { composeEdits } from '../text/composeEdits';
import { applyEdits, type Edit } from '../text/edits';

/**
 * Conversations on their way through several steps, each of which is a rewrite of what the step before left. Values and texts
 * take the same steps, so that the library, the command line and the editor cannot drift apart.
 */
export interface Subject {
  readonly root: JsonNode;
  readonly conversations: readonly Conversation[];
  /** One rewrite for each conversation. */
  apply(rewrites: readonly Rewrite[]): Subject;
}

/** One list of messages as a JavaScript value; what no step touches comes through by reference. */
export class ValueSubject implements Subject {
  readonly root: JsonNode;
  readonly conversations: readonly Conversation[];
  /** The list as it stands. */
  readonly messages: readonly unknown[];

  constructor(messages: readonly unknown[], conversation: Conversation) {
    this.messages = messages;
    this.root = conversation.list;
    this.conversations = [conversation];
  }

  apply([rewrite]: readonly Rewrite[]): ValueSubject {
    const [conversation] = this.conversations;
    if (rewrite === undefined || rewrite.size === 0 || conversation === undefined) return this;
    const messages = rewriteValue(conversation.list, rewrite) as readonly unknown[];
    const list = nodeOfValue(messages);
    return new ValueSubject(messages, readAgain(conversation, list, conversation.body));
  }
}

/** The conversations of one text. */
export class TextSubject implements Subject {
  readonly text: string;
  readonly root: JsonNode;
  readonly conversations: readonly Conversation[];
  /** From the text of the beginning to this one. */
  readonly edits: readonly Edit[];
  private readonly document: TranscriptDocument;

  constructor(
    document: TranscriptDocument,
    conversations: readonly Conversation[],
    state: { readonly text: string; readonly root: JsonNode; readonly edits: readonly Edit[] },
  ) {
    this.document = document;
    this.conversations = conversations;
    this.text = state.text;
    this.root = state.root;
    this.edits = state.edits;
  }

  apply(rewrites: readonly Rewrite[]): TextSubject {
    const merger = new RewriteMerger();
    for (const rewrite of rewrites) merger.add(rewrite);
    const edits = rewriteText(this.root, merger.rewrite);
    if (edits.length === 0) return this;
    const { document } = this;
    const text = applyEdits(this.text, edits);
    const languageId = document.isRows ? 'jsonl' : undefined;
    const { stretch } = document.reading;
    // The rows of a stretch are named by their number in the file, of which only the stretch knows its share.
    const { root } =
      stretch === undefined
        ? parseAny(text, { uri: document.uri, languageId, checksStrings: false })
        : parseRows({ text }, stretch.standing);
    if (root === undefined) return this;
    const conversations = this.conversations.map((conversation) => {
      const list = nodeAt(root, pointerOf(conversation.list)) ?? conversation.list;
      const body = conversation.body === undefined ? undefined : nodeAt(root, pointerOf(conversation.body));
      return readAgain(conversation, list, body);
    });
    const all = composeEdits(document.text.length, this.edits, edits);
    return new TextSubject(document, conversations, { text, root, edits: all });
  }
}
