import { compactJson } from '../json/compactJson';
import { mayRepeatKeys } from '../json/duplicateKeys';
import type { JsonNode, JsonProperty } from '../json/node';
import type { Edit } from '../text/edits';
import { quoteBriefly } from '../text/quote';
import type { ProposedFix, Rule } from './types';

export const duplicateKey: Rule = {
  meta: {
    id: 'duplicate-key',
    summary: 'A key stands twice in one object of a message.',
    severity: 'warning',
    sides: ['request', 'response', 'assertion'],
    reach: 'message',
    fixable: 'safe',
    source: 'docs/design/rules.md, "Rules of our own"',
    foreign: 'text',
  },
  message: ({ node, shape }, { report }) => {
    if (node.start < 0 || shape === 'broken' || !mayRepeatKeys(node)) return;
    const pending: JsonNode[] = [node];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (at.kind === 'array') {
        for (const item of at.items()) if (isNested(item)) pending.push(item);
        continue;
      }
      const object = at;
      object.properties().forEach((property, place, all) => {
        if (isNested(property.value)) pending.push(property.value);
        if (!property.isShadowed) return;
        report({
          at: { start: property.keyStart, end: property.keyEnd, node: property.value },
          message: `The key ${quoteBriefly(property.name)} stands twice, and readers lose this one. Remove it or rename it.`,
          fixes: () => {
            const edit = removal(object, property, all[place + 1]);
            if (edit === undefined) return [];
            const twin = object.get(property.name);
            const does = { kind: 'drop-shadowed-member', of: property.value, twin } as const;
            const title = 'Remove the key that is lost';
            const removing: ProposedFix = { title, does, rewrite: new Map(), edits: [edit] };
            const isSame = twin !== undefined && compactJson(twin) === compactJson(property.value);
            const other = isSame || twin === undefined ? undefined : exchange(property.value, twin);
            return other === undefined ? [removing] : [removing, { ...other, edits: [edit, ...other.edits] }];
          },
          isUnnecessary: true,
        });
      });
    }
  },
};

function isNested(node: JsonNode): boolean {
  return node.kind === 'object' || node.kind === 'array';
}

/** The value that is lost takes the place of the one that readers keep. */
function exchange(lost: JsonNode, kept: JsonNode): ProposedFix & { readonly edits: readonly Edit[] } {
  const edits = [{ start: kept.start, end: kept.end, text: lost.raw() }];
  return { title: 'Keep the value that is lost instead', does: { kind: 'choice' }, rewrite: new Map(), edits };
}

/**
 * From the shadowed key to the next one, which there always is. A comment in between stays; where one stands between the value
 * and its comma there is no telling whose it is, and nothing is offered.
 */
function removal(object: JsonNode, property: JsonProperty, next: JsonProperty | undefined): Edit | undefined {
  if (next === undefined) return undefined;
  const source = object.raw();
  const from = property.value.end - object.start;
  const between = source.slice(from, next.keyStart - object.start);
  const comma = /^\s*,/.exec(between);
  if (comma === null) return undefined;
  const isPlain = between.slice(comma[0].length).trim() === '';
  const end = isPlain ? next.keyStart : property.value.end + comma[0].length;
  return { start: property.keyStart, end, text: '' };
}
