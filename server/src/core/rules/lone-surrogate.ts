import { type LiteralRange, loneSurrogates } from '../json/literal';
import type { JsonNode } from '../json/node';
import type { Message } from '../model/types';
import type { Place, Rule } from './types';

export const loneSurrogate: Rule = {
  meta: {
    id: 'lone-surrogate',
    summary: 'Half of a surrogate pair stands alone, so the text cannot be sent as UTF-8.',
    severity: 'error',
    sides: ['request', 'response', 'assertion'],
    reach: 'message',
    fixable: 'safe',
    source: 'docs/design/rules.md, "Rules of our own"',
    foreign: 'text',
  },
  message: (message, { report }) => {
    if (!mayHold(message.node)) return;
    for (const { at, shown, text } of findIn(message)) {
      const from = at.start - ('kind' in at ? at.start : at.node.start);
      report({
        at,
        message: `${shown} is half of a surrogate pair, which no provider reads. Restore the character or write U+FFFD.`,
        fixes: () => {
          if (text === undefined || 'kind' in at) return [];
          // Offsets of the node are those of the text now; an edit before it may have moved it since it was checked.
          const start = at.node.start + from;
          const edit = { start, end: start + at.end - at.start, text };
          return [
            { title: 'Replace it by U+FFFD', does: { kind: 'replace-surrogate' }, rewrite: new Map(), edits: [edit] },
          ];
        },
      });
    }
  },
};

/** The tail of an escape: it is rarer in text than a backslash, so that the search can take longer steps. */
const MAYBE_ESCAPED = /u[dD][89a-fA-F][0-9a-fA-F]{2}/;

/** Native searches over the source of the message, no decoding: half a pair is raw or escaped, and hardly any message holds either. */
function mayHold(node: JsonNode): boolean {
  const source = node.raw();
  return !source.isWellFormed() || MAYBE_ESCAPED.test(source);
}

interface Found {
  readonly at: Place;
  readonly shown: string;
  /** What is put in its place; undefined where there is no source text. */
  readonly text: string | undefined;
}

function findIn({ node }: Message): Found[] {
  const found: Found[] = [];
  const pending: JsonNode[] = [node];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (at.kind === 'string') for (const one of inString(at)) found.push(one);
    else if (at.kind === 'array') for (const item of at.items()) pending.push(item);
    else if (at.kind === 'object') {
      for (const property of at.properties()) {
        pending.push(property.value);
        if (property.keyStart < 0 || property.name.isWellFormed()) continue;
        const offset = property.keyStart - at.start;
        const literal = at.raw().slice(offset, offset + property.keyEnd - property.keyStart);
        for (const range of loneSurrogates(literal, property.keyStart))
          found.push(place(range, literal, property.keyStart, property.value));
      }
    }
  }
  return found;
}

function inString(node: JsonNode): Found[] {
  if (node.start < 0) {
    return node.text().isWellFormed() ? [] : [{ at: node, shown: 'A character', text: undefined }];
  }
  const literal = node.raw();
  if (literal.isWellFormed() && !/\\u[dD][89a-fA-F]/.test(literal)) return [];
  return loneSurrogates(literal, node.start).map((range) => place(range, literal, node.start, node));
}

function place({ start, end }: LiteralRange, literal: string, offset: number, node: JsonNode): Found {
  const source = literal.slice(start - offset, end - offset);
  const isEscape = source.startsWith('\\');
  const shown = isEscape ? source : `The unit U+${source.charCodeAt(0).toString(16).toUpperCase()}`;
  return { at: { start, end, node }, shown, text: isEscape ? '\\ufffd' : '\ufffd' };
}
