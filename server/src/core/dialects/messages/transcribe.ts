import { copyOf } from '../../json/copyOf';
import type { JsonNode } from '../../json/node';
import { type NewJson, node, value } from '../../json/rewrite';
import { parseText } from '../../json/scan';
import type { Message } from '../../model/types';
import { readResultIds } from '../shared/resultIds';
import { holdsOnly, isPlainText, isText, object, typeOf } from '../shared/transcription';

/** A row of Chat Completions, as a message with blocks. */
export function fromChat({ node: entry, role, contentNode, calls }: Message): readonly NewJson[] | undefined {
  if (role === 'tool') return asUserMessage(entry, contentNode);
  if (role !== 'assistant' || !holdsOnly(entry, ['role', 'content', 'tool_calls'])) return undefined;
  const said = saidBlocks(contentNode);
  const uses = calls.map(({ node: call }) => asUse(call));
  if (said === undefined || calls.length !== entry.get('tool_calls')?.size) return undefined;
  if (uses.some((use) => use === undefined)) return undefined;
  const items = [...said, ...uses.flatMap((use) => use ?? [])];
  return [object(['role', value('assistant')], ['content', { kind: 'array', items }])];
}

/** What else stands on a row stays on the message. */
function asUserMessage(row: JsonNode, content: JsonNode | undefined): readonly NewJson[] | undefined {
  const { id, also } = readResultIds(row, 'tool_call_id');
  if (id.fault !== undefined || id.node === undefined || also.length > 0 || !isText(content)) return undefined;
  const block = object(['type', value('tool_result')], ['tool_use_id', node(id.node)], ['content', node(content)]);
  const others = row.properties().filter(({ name, isShadowed }) => !isShadowed && ![...ROW, id.key].includes(name));
  return [
    object(
      ['role', value('user')],
      ['content', { kind: 'array', items: [block] }],
      ...others.map(({ name, value: of }) => [name, node(of)] as const),
    ),
  ];
}

const ROW: readonly string[] = ['role', 'content'];

function saidBlocks(content: JsonNode | undefined): NewJson[] | undefined {
  if (content === undefined || content.kind === 'null') return [];
  if (content.kind === 'array') return content.items().every(isPlainText) ? content.items().map(node) : undefined;
  if (content.kind !== 'string') return undefined;
  return content.text() === '' ? [] : [object(['type', value('text')], ['text', node(content)])];
}

function asUse(call: JsonNode): NewJson | undefined {
  const called = call.get('function');
  const [id, name, written] = [call.get('id'), called?.get('name'), called?.get('arguments')];
  if (called === undefined || !holdsOnly(call, ['id', 'type', 'function'])) return undefined;
  if (!holdsOnly(called, ['name', 'arguments']) || typeOf(call) !== 'function') return undefined;
  if (id === undefined || name === undefined || written?.kind !== 'string') return undefined;
  const { root } = parseText({ text: written.text() });
  // Arguments that are no object would have to be guessed at.
  if (root?.kind !== 'object' || !isJson(written.text())) return undefined;
  return object(['type', value('tool_use')], ['id', node(id)], ['name', node(name)], ['input', copyOf(root)]);
}

/** The reader of transcripts takes comments too; what goes into a request has none. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
