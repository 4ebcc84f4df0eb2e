import type { Result } from './types';

/** The text of a result that nobody ran, exactly as spec 03 has it. */
export const SYNTHETIC_TEXT = 'Tool call was interrupted; no result.';

/**
 * Texts by which tools mark a call that was cut off. A real result that comes later takes the place of one of these. Compared
 * whole and trimmed: a real result may well begin with such words. Sources: the tools' own repair code and bug reports.
 */
const STUB_TEXTS: ReadonlySet<string> = new Set([
  SYNTHETIC_TEXT,
  'No result provided', // Pi, transform-messages
  'aborted', // Codex, history normalization
  'aborted by user', // OpenCode, issue 1211
  'Tool execution aborted', // OpenCode, session processor
  '[Tool execution was interrupted]', // OpenCode, message conversion
  '[Request interrupted by user for tool use]', // Claude Code, interrupted tool
  '[Request interrupted by user]', // Claude Code, interrupted turn
  'Task was interrupted before this tool call could be completed.', // Roo Code, resumed task
]);

/** Whether a result only says that its call was cut off. */
export function isStub(result: Result): boolean {
  const content = result.contentNode;
  if (content?.kind === 'string') return STUB_TEXTS.has(content.text().trim());
  if (content?.kind !== 'array' || content.size !== 1) return false;
  const only = content.items()[0];
  const text = only?.get('type')?.text() === 'text' ? only.get('text') : undefined;
  return text?.kind === 'string' && STUB_TEXTS.has(text.text().trim());
}
