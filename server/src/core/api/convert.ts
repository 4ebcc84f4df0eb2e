import { defaultResolvedConfig } from '../config/defaults';
import { detectDocument } from '../detect/index';
import { dialectNamed, plainDialect } from '../dialects/index';
import { readConversation } from '../document/conversation';
import type { TranscriptDocument } from '../document/document';
import type { JsonNode } from '../json/node';
import type { Conversation, Dialect } from '../model/types';
import { convertSubject, type JudgedReport } from '../passes/convert';
import type { ConversionSettings } from '../passes/convertTypes';
import { TextSubject } from '../passes/textSubject';
import { ValueSubject } from '../passes/valueSubject';
import type { Edit } from '../text/edits';
import { type ConvertOptions, conversionSettings } from './convertOptions';

export interface ConvertResult extends JudgedReport {
  /** The new document; undefined where there is none: a new call that cannot be sent, nothing that could be converted. */
  readonly document: unknown;
}

/** Another dialect for a list of messages, a whole body, or the rows of a session log. Never changes its input. */
export function convert(document: unknown, options: ConvertOptions): ConvertResult {
  const settings = conversionSettings(options);
  const { subject, report } = convertSubject(ValueSubject.of(document, readerOf(settings)), settings);
  return { document: subject?.value, ...report };
}

export interface ConvertTextResult extends JudgedReport {
  /** The new document in the layout of the source; undefined where there is none. */
  readonly text: string | undefined;
  /** What leads from the source to the new document. */
  readonly edits: readonly Edit[];
  /** `text`, and what was read of it on the way. */
  readonly subject: TextSubject | undefined;
}

/** As `convert`, for a document that was opened as a text. What stands around the conversations stays as it is written. */
export function convertDocument(document: TranscriptDocument, options: ConvertOptions): ConvertTextResult {
  const settings = conversionSettings(options);
  const { subject, report } = convertSubject(TextSubject.of(readAs(document, settings)), settings);
  return { text: subject?.text, edits: subject?.edits ?? [], subject, ...report };
}

/** The document read as the dialect that is named, where it was opened as another. */
function readAs(document: TranscriptDocument, { from }: ConversionSettings): TranscriptDocument {
  const { config } = document;
  const id = dialectNamed(from)?.id;
  if (id === undefined || config.dialect === id) return document;
  return document.readWith({ config: { ...config, dialect: id, file: id }, isNamed: true });
}

function readerOf({ from }: ConversionSettings): (root: JsonNode) => readonly Conversation[] {
  const dialect = dialectNamed(from);
  const find = (root: JsonNode, chosen: Dialect | undefined) =>
    detectDocument(root, { uri: '', isRows: false, dialect: chosen, isNamed: true })?.conversations;
  return (root) => {
    // What the caller hands in is meant as a conversation, however little it looks like one.
    const found =
      find(root, dialect) ??
      (isMeant(root, dialect ?? plainDialect) ? find(root, dialect ?? plainDialect) : undefined) ??
      [];
    return found.map((one) => readConversation(one, { config: defaultResolvedConfig, isBroken: () => false }));
  };
}

/** A list with a role in it, or nothing at all; rows of somebody's log have their messages deeper. */
function isMeant(root: JsonNode, { lists }: Dialect): boolean {
  const list = [root, ...lists.map(({ key }) => root.get(key))].find((one) => one?.kind === 'array');
  if (list === undefined) return false;
  return list.size === 0 || list.items().some((entry) => entry.get('role') !== undefined || entry.kind === 'string');
}
