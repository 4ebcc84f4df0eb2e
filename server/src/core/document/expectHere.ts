import { rewriteText } from '../json/jsonEdits';
import type { JsonNode } from '../json/node';
import { changeProperties, type Rewrite, value } from '../json/rewrite';
import type { Finding } from '../lint/types';
import type { RuleId } from '../rules/ids';
import type { Edit } from '../text/edits';
import type { TranscriptDocument } from './document';
import { COMMENT } from './expectComments';

/** They are about the text or the expectations themselves, and cannot be expected. */
const NEVER: readonly RuleId[] = ['expected-fault-missing', 'syntax-error', 'too-deep', 'too-large'];

/**
 * Edits that declare a fault as meant (docs/design/rules.md, "Faults that a file declares"): a comment above its place where
 * the language has comments, else a member of the object around its conversation. Undefined where there is no room for either:
 * a bare list.
 */
export function expectFault(
  document: TranscriptDocument,
  { rule, start, conversation }: Finding<RuleId>,
): readonly Edit[] | undefined {
  if (NEVER.includes(rule)) return undefined;
  const { root, isRows, text, reading } = document;
  if (root === undefined) return undefined;
  const takesComments = reading.languageId === 'jsonc' || /\.jsonc$/i.test(document.uri);
  if (takesComments && !isRows) return [commentAbove(text, start, rule)];
  const list = document.conversations[conversation]?.list;
  const holder = list === undefined ? undefined : objectAround(list);
  return holder && rewriteText(root, declaring(holder, rule));
}

/** JSON strings end on their line, so the start of a line lies in none. A byte order mark stays the first character. */
function commentAbove(text: string, start: number, rule: string): Edit {
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const at = line === 0 && text.startsWith('\ufeff') ? 1 : line;
  const indent = /^[ \t]*/.exec(text.slice(at, start))?.[0] ?? '';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return { start: at, end: at, text: `${indent}// ${COMMENT} ${rule}${eol}` };
}

function objectAround(list: JsonNode): JsonNode | undefined {
  for (let at = list.parent; at !== undefined; at = at.parent) if (at.kind === 'object') return at;
  return undefined;
}

function declaring(holder: JsonNode, rule: string): Rewrite {
  const rewrite: Rewrite = new Map();
  const own = holder.get('transcriptLint');
  const list = own?.get('expect');
  if (list?.kind === 'array') {
    rewrite.set(list, { kind: 'splice', remove: [], insert: [{ index: list.size, items: [value(rule)] }] });
  } else if (own?.kind === 'object') {
    changeProperties(rewrite, own, { set: [['expect', value([rule])]] });
  } else {
    changeProperties(rewrite, holder, { set: [['transcriptLint', value({ expect: [rule] })]] });
  }
  return rewrite;
}
