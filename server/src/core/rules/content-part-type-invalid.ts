import { resultBlocks } from '../model/resultBlocks';
import type { PartTypes, Vocabulary } from '../model/types';
import { isSent, rowsFor } from '../targets/asked';
import { listed, quoteBriefly, quoteWithArticle } from '../text/quote';
import type { Rule } from './types';

export const contentPartTypeInvalid: Rule = {
  meta: {
    id: 'content-part-type-invalid',
    summary: 'A content part is of a type that the dialect does not know, or not for this role.',
    severity: 'off',
    sides: ['request'],
    reach: 'message',
    needsSending: true,
    fixable: 'none',
    source: 'docs/design/providers.md, "Anthropic", "OpenAI", "DeepSeek"',
  },
  message: (message, { conversation, target, enforces, report }) => {
    const { contentNode, index, roleText } = message;
    if (message.shape !== 'message' || contentNode?.kind !== 'array' || !isSent(conversation, target)) return;
    const { vocabulary } = conversation.dialect;
    const own = vocabulary?.parts[message.role];
    const narrow = rowsFor(conversation, target, 'content-part-type-invalid').find((row) => row.options?.parts);
    const allowed = vocabulary?.isShared === true ? sharedTypes(vocabulary) : (narrow?.options?.parts ?? typesOf(own));
    if (vocabulary === undefined || allowed === undefined) return;
    const named = vocabulary.isShared ? own?.usual : allowed.slice(0, MAX_NAMED);
    contentNode.items().forEach((part, j) => {
      const typeNode = part.get('type');
      if (typeNode?.kind !== 'string') return;
      const type = typeNode.text();
      if (allowed.includes(type) || vocabulary.endings.some((ending) => type.endsWith(ending))) return;
      if (type === 'image_url' && enforces('image-in-non-user-role')) return;
      report({
        at: typeNode,
        message: `${quoteBriefly(type)} does not go into ${quoteWithArticle(roleText)} message. ${target.name} takes ${listed(named ?? [], 'or')}.`,
        values: { i: index, j, type, role: roleText },
      });
    });
    const inResults = vocabulary.results;
    if (inResults === undefined) return;
    for (const { block, place } of resultBlocks(message)) {
      const typeNode = block.get('type');
      const type = typeNode?.kind === 'string' ? typeNode.text() : undefined;
      if (typeNode === undefined || type === undefined) continue;
      if (inResults.usual.includes(type) || inResults.rare.includes(type)) continue;
      report({
        at: typeNode,
        message: `${quoteBriefly(type)} does not go into a result. ${target.name} takes ${listed(inResults.usual, 'or')}.`,
        values: { i: index, j: place, type, role: roleText },
      });
    }
  },
};

/** So many types of a target's own list are named. */
const MAX_NAMED = 6;

function typesOf(of: PartTypes | undefined): readonly string[] | undefined {
  return of === undefined || of.rare.length === 0 ? of?.usual : [...of.usual, ...of.rare];
}

const shared = new WeakMap<Vocabulary, readonly string[]>();

/** What any role takes, each once. */
function sharedTypes(vocabulary: Vocabulary): readonly string[] {
  let types = shared.get(vocabulary);
  if (types === undefined) {
    types = [...new Set(Object.values(vocabulary.parts).flatMap((of) => typesOf(of) ?? []))];
    shared.set(vocabulary, types);
  }
  return types;
}
