import { dialectOf } from '../dialects';
import type { JsonNode } from '../json/node';
import { changeProperties, type NewJson, node, type Rewrite, value } from '../json/rewrite';
import type { Conversation } from '../model/types';

/** Whether instructions of this conversation stand in a field of its body and not in the list. */
export function hasSystemField(conversation: Conversation): conversation is Conversation & { readonly body: JsonNode } {
  return conversation.body !== undefined && dialectOf(conversation.dialect).traits.hasSystemField;
}

/** Puts texts behind what the `system` field says already, after a blank line each. */
export function addToSystemField(body: JsonNode, texts: readonly string[], rewrite: Rewrite): void {
  if (texts.length > 0) changeProperties(rewrite, body, { set: [['system', withTexts(body.get('system'), texts)]] });
}

function withTexts(system: JsonNode | undefined, texts: readonly string[]): NewJson {
  if (system?.kind === 'array') {
    const blocks = texts.map((text) => value({ type: 'text', text }));
    return { kind: 'array', items: [...system.items().map(node), ...blocks] };
  }
  const before = system?.kind === 'string' && system.text() !== '' ? [system.text()] : [];
  return value([...before, ...texts].join('\n\n'));
}
