import type { CodeActionKind, Diagnostic } from 'vscode-languageserver';
import type { Edit, Finding } from '../../core/index';
import type { WholeFileEdit } from '../../protocol/index';
import type { OpenDocument } from '../openDocument';
import type { Candidate } from './findingOf';

/** A place of a document, as offsets, and the findings there. */
export interface ActionRequest {
  readonly document: OpenDocument;
  readonly start: number;
  readonly end: number;
  readonly candidates: readonly Candidate[];
  /** No person asks, but a save or the like. A client that does not say who asks is taken as a person. */
  readonly isByItself: boolean;
}

/** Something to offer: with its edits, or with what they are made from when it is chosen. */
export type Offer = {
  readonly title: string;
  readonly kind: CodeActionKind;
  readonly isPreferred?: boolean;
  readonly diagnostics?: readonly Diagnostic[];
} & ({ readonly edits: () => readonly Edit[] } | { readonly wanted: WholeFileEdit });

/** Whether the text has a fault inside the conversation of a finding: nothing may be rewritten there. */
export function isInBrokenConversation({ transcript }: OpenDocument, { conversation }: Finding): boolean {
  const of = transcript.conversations[conversation];
  return of !== undefined && transcript.hasFaultIn(of);
}

/** Conversations that parse; in the others nothing may be rewritten. */
export function intactConversations({ transcript }: OpenDocument) {
  return transcript.conversations.filter((conversation) => !transcript.hasFaultIn(conversation));
}
