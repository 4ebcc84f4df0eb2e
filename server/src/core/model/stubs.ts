import type { JsonNode } from '../json/node';
import type { Result } from './types';

/** The text of a result that nobody ran, word for word (docs/design/pairing.md, "Known stubs"). */
export const SYNTHETIC_TEXT = 'Tool call was interrupted; no result.';

/** A text by which a tool marks a call that was cut off, and where that is known from. */
interface KnownStub {
  readonly text: string | RegExp;
  readonly source: string;
}

/**
 * A real result that comes later takes the place of one of these, and one of these is nobody's loss. Compared whole and trimmed: a
 * real result may well begin with such words.
 */
const KNOWN: readonly KnownStub[] = [
  { text: SYNTHETIC_TEXT, source: 'this project, normalization' },
  {
    text: 'Tool call was never started; nothing was done.',
    source: 'this project, open calls of a session log that shows it',
  },
  {
    text: 'Tool call was interrupted; its outcome is unknown. Check the current state before running it again.',
    source: 'this project, all other open calls of a session log',
  },
  {
    // The program's own name stands in the brackets.
    text: /^\[\w[\w.-]*\] missing tool result in session history; inserted synthetic error result for transcript repair\.$/,
    source: 'openclaw and lossless-claw, repair of session transcripts',
  },
  { text: 'No result provided', source: 'Pi, transform-messages' },
  { text: 'aborted', source: 'Codex, history normalization' },
  { text: 'aborted by user', source: 'OpenCode, issue 1211' },
  { text: 'Tool execution aborted', source: 'OpenCode, session processor' },
  { text: '[Tool execution was interrupted]', source: 'OpenCode, message conversion' },
  { text: '[Request interrupted by user for tool use]', source: 'Claude Code, interrupted tool' },
  { text: '[Request interrupted by user]', source: 'Claude Code, interrupted turn' },
  {
    text: 'Task was interrupted before this tool call could be completed.',
    source: 'Roo Code, resumed task',
  },
];

const TEXTS: ReadonlySet<string> = new Set(KNOWN.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])));
const PATTERNS: readonly RegExp[] = KNOWN.flatMap(({ text }) => (typeof text === 'string' ? [] : [text]));
/** No stub is longer, and a result may be a whole file. */
const LONGEST = 200;

/** Whether a result only says that its call was cut off. */
export function isStub(result: Result): boolean {
  const content = result.contentNode;
  if (content?.kind === 'string') return isStubText(content);
  if (content?.kind !== 'array' || content.size !== 1) return false;
  const only = content.items()[0];
  const text = only?.get('type')?.text() === 'text' ? only.get('text') : undefined;
  return text?.kind === 'string' && isStubText(text);
}

function isStubText(node: JsonNode): boolean {
  const text = node.text().trim();
  return text.length <= LONGEST && (TEXTS.has(text) || PATTERNS.some((pattern) => pattern.test(text)));
}
