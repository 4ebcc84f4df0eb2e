import type { Message } from '../model/types';
import type { Rule } from './types';

export const jsonWordMissing: Rule = {
  meta: {
    id: 'json-word-missing',
    summary: 'JSON mode is asked for, and no message says "json".',
    severity: 'off',
    sides: ['request'],
    reach: 'list',
    fixable: 'none',
    source: 'docs/design/providers.md, "OpenAI"',
  },
  conversation: ({ conversation, report }) => {
    const { body, list, messages } = conversation;
    if (body?.get('response_format')?.get('type')?.text() !== 'json_object' || list.size === 0) return;
    if (messages.some(saysJson)) return;
    report({
      at: { start: list.start, end: Math.min(list.start + 1, list.end), node: list },
      message: 'The request asks for JSON, and no message holds the word "json". Ask for JSON in the instructions.',
    });
  },
  looksAt: saysJson,
};

function saysJson({ contentNode }: Message): boolean {
  return contentNode !== undefined && /json/i.test(contentNode.raw());
}
