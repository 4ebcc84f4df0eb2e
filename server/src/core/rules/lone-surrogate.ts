import { type LiteralRange, loneSurrogates } from '../json/literal';
import type { JsonNode } from '../json/node';
import type { Message } from '../model/types';
import type { Place, Rule } from './types';

export const loneSurrogate: Rule = {
  meta: {
    id: 'lone-surrogate',
    summary: 'Half of a surrogate pair stands alone, so the text cannot be sent as UTF-8.',
    severity: { flat: 'error', chat: 'error', messages: 'error' },
    sides: ['request', 'response', 'assertion'],
    fixable: 'safe',
    source: 'spec 02',
  },
  message: (message, { report }) => {
    if (!mayHold(message.node)) return;
    for (const { at, shown, edit } of findIn(message)) {
      report({
        at,
        message: `${shown} is half of a surrogate pair without its partner, and no provider can read that. Restore the character or put U+FFFD in its place.`,
        fixes: () =>
          edit === undefined
            ? []
            : [{ title: 'Replace it by U+FFFD', safety: 'safe', rewrite: new Map(), edits: [edit] }],
      });
    }
  },
};

/**
 * Two native searches over the source of the message, no decoding: half a pair is either escaped or raw, and hardly any message
 * holds either.
 */
function mayHold(node: JsonNode): boolean {
  const source = node.raw();
  return /\\u[dD][89a-fA-F]/.test(source) || /\p{Surrogate}/u.test(source);
}

interface Found {
  readonly at: Place;
  readonly shown: string;
  readonly edit: { start: number; end: number; text: string } | undefined;
}

function findIn({ node }: Message): Found[] {
  const found: Found[] = [];
  const pending: JsonNode[] = [node];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (at.kind === 'string') found.push(...inString(at));
    else if (at.kind === 'array') for (const item of at.items()) pending.push(item);
    else if (at.kind === 'object') {
      for (const property of at.properties()) {
        pending.push(property.value);
        if (property.keyStart < 0 || !/\p{Surrogate}/u.test(property.name)) continue;
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
    return /\p{Surrogate}/u.test(node.text()) ? [{ at: node, shown: 'A character', edit: undefined }] : [];
  }
  const literal = node.raw();
  if (!/\\u[dD][89a-fA-F]|\p{Surrogate}/u.test(literal)) return [];
  return loneSurrogates(literal, node.start).map((range) => place(range, literal, node.start, node));
}

function place({ start, end }: LiteralRange, literal: string, offset: number, node: JsonNode): Found {
  const source = literal.slice(start - offset, end - offset);
  const isEscape = source.startsWith('\\');
  const shown = isEscape ? source : `The unit U+${source.charCodeAt(0).toString(16).toUpperCase()}`;
  return { at: { start, end, node }, shown, edit: { start, end, text: isEscape ? '\\ufffd' : '\ufffd' } };
}
