import { marksOf } from '../json/marksOf';
import type { JsonNode } from '../json/node';
import { callsSign } from './calls';
import { type ContentSign, contentSign } from './content';
import { isForeignEntryType } from './foreign';
import { roleSign } from './roles';
import { Sign } from './signature';
import { CERTAIN, NATIVE } from './signBits';
import {
  CONTENT_KEYS,
  contentTable,
  entryKeys,
  FOREIGN_KEYS,
  firstOf,
  items,
  keyRows,
  OWN_KEYS,
  otherContentTables,
} from './vocabulary';

const bit = (name: string) => entryKeys.of(name);
const TYPE = bit('type');
const RECORD = TYPE | bit('event') | bit('kind');
const MESSAGE = bit('message');
const UUID = bit('uuid');
const INFO = bit('info');
const LOG = bit('payload') | bit('data');
const FROM = bit('from');
const SOMEBODY = bit('author') | FROM | bit('permissions') | bit('start');
const CAMEL_RESULT_ID = bit('toolCallId');

/**
 * The signature of one element of a list. Its members are walked once for all dialects (`vocabulary.ts`), and only those
 * that say something are looked at, with the types of content blocks and calls; texts, arguments and inputs stay unread.
 */
export function signElement(node: JsonNode): number {
  if (node.kind !== 'object') return 0;
  const role = node.get('role');
  const roleBits = role?.kind === 'string' ? roleSign(role.text()) : 0;
  return Sign.object | (roleBits === 0 ? signWithoutRole(node, role) : signWithRole(node, roleBits));
}

function signWithRole(node: JsonNode, role: number): number {
  const content = node.get('content');
  const read = content === undefined ? otherContentSign(node) : contentSign(content, contentTable);
  const bits = role | (read?.bits ?? 0);
  const isContent = read?.isContent ?? false;
  // Most messages are a role and a content.
  if (node.size <= (content === undefined ? 1 : 2)) return bits | strength(bits, isContent, false);
  const marks = marksOf(node, entryKeys);
  const own = (marks & OWN_KEYS) !== 0 ? ownKeysSign(node, role, marks) : 0;
  if ((own & Sign.strong) !== 0) return bits | own;
  if (content === undefined && isMessageEnvelope(node, marks)) return bits | Sign.envelope;
  if ((marks & CAMEL_RESULT_ID) !== 0 && (role & Sign.tool) !== 0 && content?.kind === 'string')
    return bits | Sign.camelResultId | Sign.medium;
  const isReadThere = content === undefined && ((read?.bits ?? 0) & NATIVE) !== 0;
  const foreignKeys = isReadThere ? FOREIGN_KEYS & ~CONTENT_KEYS : FOREIGN_KEYS;
  const isForeign = (marks & foreignKeys) !== 0 || ((marks & TYPE) !== 0 && isEntryType(node));
  if (isForeign) return bits | Sign.foreign | strength(bits, isContent, false);
  if ((bits & CERTAIN) === 0 && isSomebodyElses(node, marks)) return 0;
  return bits | strength(bits, isContent, content === undefined && node.get('text')?.kind === 'string');
}

function otherContentSign(node: JsonNode): ContentSign | undefined {
  for (let i = 0; i < otherContentTables.length; i++) {
    const table = otherContentTables[i];
    const content = table === undefined ? undefined : node.get(table.key);
    if (table !== undefined && content !== undefined) return contentSign(content, table);
  }
  return undefined;
}

/** What the members say that tell: `tool_calls`, `tool_call_id`, `function_call`, … */
function ownKeysSign(node: JsonNode, role: number, marks: number): number {
  let bits = 0;
  for (let i = 0; i < keyRows.length; i++) {
    const row = keyRows[i];
    if (row === undefined || (marks & row.bit) === 0 || (role & row.speakers) === 0) continue;
    if (row.isLast && (bits & Sign.strong) !== 0) continue;
    if (row.calls === undefined) {
      if (!row.isNullNothing || node.get(row.key)?.kind !== 'null') bits |= Sign.strong | row.bits;
      continue;
    }
    const calls = node.get(row.key);
    if (calls !== undefined) bits |= callsSign(calls, row.calls);
  }
  return bits;
}

function strength(bits: number, isContent: boolean, hasText: boolean): number {
  // Blocks of calls and results.
  if ((bits & CERTAIN) !== 0) return Sign.strong;
  // Without a content that could be sent it is at most a message that somebody broke.
  if (isContent) return Sign.medium;
  return hasText ? Sign.weak : Sign.damaged;
}

function signWithoutRole(node: JsonNode, role: JsonNode | undefined): number {
  const marks = marksOf(node, entryKeys);
  if (marks !== 0) {
    if (isMessageEnvelope(node, marks) || isLogRow(node, marks)) return Sign.envelope;
    const item = (marks & TYPE) === 0 ? 0 : itemSign(node);
    if (item !== 0) return item;
    if ((marks & FROM) !== 0 && isShareGptTurn(node)) return Sign.foreign;
    if ((marks & RECORD) !== 0 && isRecord(node)) return Sign.record;
  }
  const content = node.get('content');
  const implied = content === undefined && isUnsaid(role) ? impliedSign(node) : 0;
  if (implied !== 0) return implied;
  const bits = (marks & OWN_KEYS) === 0 ? 0 : callsWithoutRole(node, marks) & ~Sign.strong;
  if ((bits & Sign.foreign) !== 0) return bits;
  const hasContent = content?.kind === 'string' || content?.kind === 'array';
  const isMessage = bits !== 0 || (hasContent && (role !== undefined || !isSomebodyElses(node, marks)));
  return isMessage ? Sign.damaged : 0;
}

function isUnsaid(role: JsonNode | undefined): boolean {
  return role === undefined || role.kind === 'null' || (role.kind === 'string' && role.text() === '');
}

/** A message of a dialect in which the role may be left out: what it says stands where only that dialect has it. */
function impliedSign(node: JsonNode): number {
  for (let i = 0; i < otherContentTables.length; i++) {
    const table = otherContentTables[i];
    const content = table === undefined || table.implied.length === 0 ? undefined : node.get(table.key);
    if (table === undefined || content === undefined) continue;
    const { bits, isContent } = contentSign(content, table);
    const speaker = table.implied.find(({ signs }) => (bits & signs) !== 0)?.speaker;
    if (speaker !== undefined) return bits | speaker | strength(bits, isContent, false);
  }
  return 0;
}

function callsWithoutRole(node: JsonNode, marks: number): number {
  let bits = 0;
  for (const row of keyRows) {
    const calls = row.calls === undefined || (marks & row.bit) === 0 ? undefined : node.get(row.key);
    if (calls !== undefined && row.calls !== undefined) bits |= callsSign(calls, row.calls);
  }
  return bits;
}

function isRecord(node: JsonNode): boolean {
  return isString(node, 'type') || isString(node, 'event') || isString(node, 'kind');
}

function isString(node: JsonNode, key: string): boolean {
  return node.get(key)?.kind === 'string';
}

/** A row of an agent session log around a message that is inside, or part of a tree of rows. */
function isMessageEnvelope(node: JsonNode, marks: number): boolean {
  const message = (marks & MESSAGE) === 0 ? undefined : node.get('message');
  if (message?.kind === 'object') {
    // Editor hooks repeat the role outside; Claude Code, Pi and stream events have a type.
    if (isString(node, 'role')) return true;
    // The result of a Messages batch (`succeeded`) is the one wrapper of a whole answer.
    const type = node.get('type');
    if (type?.kind === 'string' && type.text() !== 'succeeded' && message.get('role') !== undefined) return true;
  }
  if ((marks & UUID) !== 0 && node.get('parentUuid') !== undefined) return true;
  return (marks & INFO) !== 0 && node.get('info')?.kind === 'object' && node.get('parts')?.kind === 'array';
}

/** The other rows of such logs: Codex has `payload`, Copilot and others `data` under a dotted type. */
function isLogRow(node: JsonNode, marks: number): boolean {
  if ((marks & TYPE) === 0 || (marks & LOG) === 0) return false;
  const type = node.get('type');
  if (type?.kind !== 'string') return false;
  if (node.get('payload')?.kind === 'object' && node.get('timestamp') !== undefined) return true;
  return node.get('data')?.kind === 'object' && /[./]/.test(type.text());
}

function itemSign(node: JsonNode): number {
  const type = node.get('type');
  const rows = type?.kind === 'string' ? items.get(type.text()) : undefined;
  return rows === undefined ? 0 : firstOf(rows, node);
}

function isEntryType(node: JsonNode): boolean {
  const type = node.get('type');
  return type?.kind === 'string' && isForeignEntryType(type.text());
}

function isShareGptTurn(node: JsonNode): boolean {
  return isString(node, 'from') && isString(node, 'value');
}

/** Chat programs, mail, speech and rights lists: a role and a text, and nobody's prompt. */
function isSomebodyElses(node: JsonNode, marks: number): boolean {
  if ((marks & SOMEBODY) === 0) return false;
  if (node.get('author')?.kind === 'object') return true;
  if ((marks & FROM) !== 0 && node.get('subject') !== undefined) return true;
  if (node.get('permissions') !== undefined) return true;
  return node.get('start')?.kind === 'number' && node.get('end')?.kind === 'number';
}
