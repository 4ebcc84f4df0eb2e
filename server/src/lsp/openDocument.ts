import type { Position } from 'vscode-languageserver-textdocument';
import type { Analysis, ResolvedConfig, TranscriptDocument } from '../core/index';
import type { EditedLast } from './view/editedLast';
import type { View } from './view/shown';

/**
 * A document that the client has open: its text, kept in step by incremental changes, and what the core knows of it.
 * The rest of the server sees this interface alone, so that another text store (a rope of messages) can stand behind it.
 */
export interface OpenDocument {
  readonly uri: string;
  readonly languageId: string;
  readonly version: number;
  readonly text: string;
  /** Undefined until the configuration is known. */
  readonly config: ResolvedConfig | undefined;
  readonly transcript: TranscriptDocument;
  /** Where somebody edits, and what was known before. */
  readonly edited: EditedLast | undefined;
  /** All that is true of the text as it is now. */
  analysis(): Analysis;
  /** What of it is shown now. */
  view(): View;
  /** Nothing is held back until the next edit: somebody saved, say. */
  sayAll(): void;
  /** Milliseconds since the entry edited last was edited; endless where there is none. */
  restSinceEdit(): number;
  configure(config: ResolvedConfig): void;
  positionAt(offset: number): Position;
  offsetAt(position: Position): number;
}
