import { KNOWN_ROLE_NAMES } from './roles';
import { ORDER } from './signBits';
import { ITEM_TYPES, LIST_KEYS, otherContentTables } from './vocabulary';

/** Views onto documents that are open elsewhere, and documents of other kinds. Every other scheme may hold a file. */
const FOREIGN_SCHEMES = new Set([
  'git',
  'gitfs',
  'git-graph',
  'gitlens',
  'svn',
  'hg',
  'review',
  'pr',
  'output',
  'debug',
  'vscode-notebook-cell',
  'vscode-notebook-cell-metadata',
  'vscode-notebook-cell-output',
  'vscode-interactive',
  'interactive',
  'vscode-scm',
  'vscode-settings',
  'vscode-userdata',
  'vscode-terminal',
  'comment',
  'search-editor',
]);

/** YAML is not read yet; it joins when it is, or every YAML file would be a broken JSON file. */
const EXTENSIONS = new Set(['json', 'jsonc', 'jsonl', 'ndjson', 'har', 'traj']);

const ROLE_KEY = '"role"';
/** One of these stands in every message that is more than a role. */
const COMPANIONS = [
  ...['"content"', '"tool_calls"', '"function_call"', '"text"'],
  ...otherContentTables.map(({ key }) => `"${key}"`),
];
/** Keys that stand together where a role may be left out: of the list, and of what an entry says. */
const ROLELESS = ORDER.flatMap(({ lists, look: { contentKey, impliedSpeaker } }) =>
  contentKey === undefined || impliedSpeaker === undefined
    ? []
    : lists.map(({ key }) => [`"${key}"`, `"${contentKey}"`] as const),
);
const ROLE_VALUE = new RegExp(`\\s*:\\s*"(?:${KNOWN_ROLE_NAMES.join('|')})"`, 'iy');

const TYPE_KEY = '"type"';
const ITEM = valuePattern(ITEM_TYPES);

const QUOTED_LISTS = LIST_KEYS.map((key) => `"${key}"`);
/** Linters and bundlers write empty `messages` too; requests name one of these. */
const REQUEST_COMPANIONS = [
  ...['"model"', '"max_tokens"'],
  ...ORDER.flatMap(({ look }) => look.body?.requestKeys ?? []).map((key) => `"${key}"`),
];
const EMPTY_LIST = /\s*:\s*\[\s*\]/y;

/**
 * Step 0 of detection: whether parsing the text is worth it. A few native searches; what passes here is decided by
 * `detectDocument`. A file that configuration or a person names as a transcript needs no gate.
 */
export function mayBeTranscript(text: string, uri: string): boolean {
  return mayHoldTranscripts(uri) && (hasTranscriptText(text) || hasEmbeddedBody(text));
}

/** The keys of a request body that stands in a string, as recorders write them. */
const EMBEDDED_KEYS = ['\\"messages\\"', '\\"role\\"'];

/** By the text: a request body may stand in a string. One search tells nearly every other file. */
export function hasEmbeddedBody(text: string): boolean {
  return EMBEDDED_KEYS.every((key) => text.includes(key));
}

/** By scheme and extension alone. Names without an extension pass: standard input, untitled documents. */
export function mayHoldTranscripts(uri: string): boolean {
  // A drive letter is no scheme.
  const scheme = /^[a-z][a-z0-9+.-]+(?=:)/i.exec(uri)?.[0].toLowerCase();
  if (scheme !== undefined && FOREIGN_SCHEMES.has(scheme)) return false;
  const path = scheme === undefined ? uri : (uri.split(/[?#]/, 1)[0] ?? '');
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  return dot < 0 || EXTENSIONS.has(name.slice(dot + 1).toLowerCase());
}

/**
 * By the text: a known role that is a value of `role`, and something that a role may say; an entry whose type takes the place of
 * a role, or members of one that may leave it out; or a request with an empty list.
 */
export function hasTranscriptText(text: string): boolean {
  if (followedBy(text, ROLE_KEY, ROLE_VALUE) && COMPANIONS.some((key) => text.includes(key))) return true;
  if (hasItem(text) || ROLELESS.some((keys) => keys.every((key) => text.includes(key)))) return true;
  return REQUEST_COMPANIONS.some((key) => text.includes(key)) && hasEmptyList(text);
}

/** The same question of a text that comes in chunks. */
export class TextGate {
  private readonly roleless = new Set<string>();
  private hasRole = false;
  private hasItem = false;
  private hasCompanion = false;
  private hasRequest = false;
  private hasEmptyList = false;

  get isOpen(): boolean {
    if (this.hasItem || (this.hasRole && this.hasCompanion) || (this.hasRequest && this.hasEmptyList)) return true;
    return ROLELESS.some((keys) => keys.every((key) => this.roleless.has(key)));
  }

  add(text: string): void {
    if (this.isOpen) return;
    this.hasItem ||= hasItem(text);
    this.hasRole ||= followedBy(text, ROLE_KEY, ROLE_VALUE);
    this.hasCompanion ||= COMPANIONS.some((key) => text.includes(key));
    for (const key of ROLELESS.flat()) if (text.includes(key)) this.roleless.add(key);
    this.hasRequest ||= REQUEST_COMPANIONS.some((key) => text.includes(key));
    this.hasEmptyList ||= hasEmptyList(text);
  }
}

function hasItem(text: string): boolean {
  return ITEM !== undefined && followedBy(text, TYPE_KEY, ITEM);
}

/** A key's value that is one of the names; undefined where there are none: an empty choice would take any blank text. */
export function valuePattern(names: readonly string[]): RegExp | undefined {
  return names.length === 0 ? undefined : new RegExp(`\\s*:\\s*"(?:${names.join('|')})"`, 'y');
}

function hasEmptyList(text: string): boolean {
  return QUOTED_LISTS.some((key) => followedBy(text, key, EMPTY_LIST));
}

/** Each `pattern` is sticky and starts behind another key, so that the whole is linear. */
function followedBy(text: string, key: string, pattern: RegExp): boolean {
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + key.length)) {
    pattern.lastIndex = at + key.length;
    if (pattern.test(text)) return true;
  }
  return false;
}
