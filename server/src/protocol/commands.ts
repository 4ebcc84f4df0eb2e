import type { TextInput } from '../core/index';
import type { ConversionReport, ConvertRequest } from './conversion';
import type { WireEdit, WirePosition, WireRange } from './places';
import type { TrimPreview, TrimRequest } from './trim';

/** What diagnostics, action kinds and commands are known by. */
export const SOURCE = 'transcript-lint';

/** Commands that the server runs. Their ids differ from those of the VS Code extension, which registers its own. */
export const COMMANDS = {
  applyEdit: `${SOURCE}.applyEdit`,
  fixAll: `${SOURCE}.fixAll`,
  normalize: `${SOURCE}.normalize`,
  insertText: `${SOURCE}.insertText`,
  trim: `${SOURCE}.trim`,
  convert: `${SOURCE}.convert`,
  /** Shows the problem behind a position. */
  nextProblem: `${SOURCE}.nextProblem`,
} as const;

export type CommandId = (typeof COMMANDS)[keyof typeof COMMANDS];

/** The one argument of every command: the document, and what the command needs besides. */
interface OfDocument {
  readonly uri: string;
}

/** Of a change of the whole file: `version` holds the server to the text that somebody saw. */
interface Foreseen extends OfDocument {
  readonly version?: number | undefined;
  /** Say what the command would do, and do nothing. */
  readonly preview?: boolean;
}

/** An action that was offered to a client without literals, with the edits it had then. */
export interface ApplyEditArgument extends OfDocument {
  readonly version?: number;
  readonly title?: string;
  readonly edits?: readonly WireEdit[];
}

export interface FixAllArgument extends OfDocument {
  /** These rules alone. */
  readonly only?: readonly string[];
  /** A save asks, not a person: the entry edited last is left alone while somebody may still be typing in it. */
  readonly onSave?: boolean;
}

/** Without `conversation` all of the document. */
export interface NormalizeArgument extends Foreseen {
  readonly conversation?: string;
}

export interface InsertTextArgument extends OfDocument, TextInput {
  readonly position?: WirePosition;
  /** Only tell the calls that the text could answer. */
  readonly preview?: boolean;
}

export interface TrimArgument extends Foreseen, TrimRequest {
  /** Of a preview: also each entry that goes, and the new text. */
  readonly changes?: boolean;
}

export type ConvertArgument = Foreseen & ConvertRequest;

/** The problem behind the position, else the first one; in one conversation or row, or in the whole document. */
export interface NextProblemArgument extends OfDocument {
  readonly conversation?: string;
  readonly position?: WirePosition;
}

export interface CommandArguments {
  readonly [COMMANDS.applyEdit]: ApplyEditArgument;
  readonly [COMMANDS.fixAll]: FixAllArgument;
  readonly [COMMANDS.normalize]: NormalizeArgument;
  readonly [COMMANDS.insertText]: InsertTextArgument;
  readonly [COMMANDS.trim]: TrimArgument;
  readonly [COMMANDS.convert]: ConvertArgument;
  readonly [COMMANDS.nextProblem]: NextProblemArgument;
}

/** What a command answers. `summary` says in a few words what was done; empty when there was nothing to do. */
export interface CommandResult {
  readonly applied: boolean;
  readonly summary: string;
  /** Of a preview: the state of the text that it tells of. */
  readonly version?: number;
  /** What trimming would do. */
  readonly conversations?: readonly TrimPreview[];
  /** What a normalization or trimming would do, one by one, and the text that it would leave. */
  readonly changes?: readonly ToldChange[];
  readonly text?: string;
  /** What a conversion costs: the one that was done, or those that were asked about. */
  readonly conversions?: readonly ConversionReport[];
  /** Of the preview of an insertion: the calls that the text could answer. */
  readonly calls?: readonly OpenCallTold[];
  /** Where what was put in stands now. */
  readonly range?: WireRange;
}

/** One thing that a change of the whole file does to the text, for a person who decides whether it may. */
export interface ToldChange {
  readonly kind: 'dropped' | 'moved' | 'inserted' | 'renamed' | 'left';
  /** The first words of the text that it is about. */
  readonly words: string;
  /** Why: a rule, or a few words. */
  readonly why: string;
  readonly pointer: string;
  /** Where it stands in the text as it is. */
  readonly range?: WireRange;
}

/** A call that waits for its result, as a person picks it. */
export interface OpenCallTold {
  readonly id: string;
  readonly name: string;
  /** The first words of its arguments. */
  readonly arguments: string;
  readonly pointer: string;
  readonly range: WireRange;
}
