import { copyOf } from '../json/copyOf';
import type { JsonNode } from '../json/node';
import { type NewJson, node, value } from '../json/rewrite';
import { parseText } from '../json/scan';
import { textOf } from '../json/textOf';
import type { Dialect, Message } from '../model/types';
import { chat } from './chat';
import { messages } from './messages';
import { isTypedParts } from './shared/entry';
import { readResultIds } from './shared/resultIds';

/**
 * A foreign entry in the shape of its list: what stands in its place. Undefined where that would lose or change anything, which
 * is decided by what is known to be the same in both; whoever wants more has a conversion for it.
 */
export function transcribe(message: Message, list: Dialect): readonly NewJson[] | undefined {
  if (message.foreign === messages && list === chat) return asChat(message);
  if (message.foreign === chat && list === messages) return asMessages(message);
  return undefined;
}

function asChat({ node: entry, role, contentNode }: Message): readonly NewJson[] | undefined {
  if (contentNode === undefined || !holdsOnly(entry, ['role', 'content'])) return undefined;
  const blocks = contentNode.items();
  if (role === 'assistant') return asCallingMessage(blocks);
  if (role !== 'user') return undefined;
  const results = blocks.filter((block) => typeOf(block) === 'tool_result');
  const rest = blocks.slice(results.length);
  // Results lead in Messages, and rows of results stand in front of what the user says.
  if (blocks.slice(0, results.length).some((block) => typeOf(block) !== 'tool_result')) return undefined;
  const rows = results.map(asRow);
  if (!rest.every(isPlainText) || rows.some((row) => row === undefined)) return undefined;
  const said = rest.length === 0 ? [] : [object(['role', value('user')], ['content', array(rest)])];
  return [...rows.flatMap((row) => row ?? []), ...said];
}

function asRow(block: JsonNode): NewJson | undefined {
  const content = block.get('content');
  const id = block.get('tool_use_id');
  if (!holdsOnly(block, ['type', 'tool_use_id', 'content']) || id === undefined || !isText(content)) return undefined;
  return object(['role', value('tool')], ['tool_call_id', node(id)], ['content', node(content)]);
}

function asCallingMessage(blocks: readonly JsonNode[]): readonly NewJson[] | undefined {
  const first = blocks.findIndex((block) => typeOf(block) === 'tool_use');
  const [said, calls] = [blocks.slice(0, first), blocks.slice(first)];
  if (!said.every(isPlainText)) return undefined;
  const written = calls.map(asChatCall);
  if (written.some((call) => call === undefined)) return undefined;
  const [text] = said;
  const only = said.length === 1 ? text?.get('text') : undefined;
  return [
    object(
      ['role', value('assistant')],
      ['content', only !== undefined ? node(only) : said.length === 0 ? value(null) : array(said)],
      ['tool_calls', { kind: 'array', items: written.flatMap((call) => call ?? []) }],
    ),
  ];
}

function asChatCall(block: JsonNode): NewJson | undefined {
  const [id, name, input] = [block.get('id'), block.get('name'), block.get('input')];
  if (typeOf(block) !== 'tool_use' || !holdsOnly(block, ['type', 'id', 'name', 'input'])) return undefined;
  if (id === undefined || name === undefined || input?.kind !== 'object') return undefined;
  return object(
    ['id', node(id)],
    ['type', value('function')],
    ['function', object(['name', node(name)], ['arguments', value(textOf(input))])],
  );
}

function asMessages({ node: entry, role, contentNode, calls }: Message): readonly NewJson[] | undefined {
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

/** Text, or a list of parts that are text in both dialects. */
function isText(content: JsonNode | undefined): content is JsonNode {
  if (content?.kind === 'string') return true;
  return content?.kind === 'array' && content.size > 0 && isTypedParts(content) && content.items().every(isPlainText);
}

function isPlainText(part: JsonNode): boolean {
  return typeOf(part) === 'text' && part.get('text')?.kind === 'string' && holdsOnly(part, ['type', 'text']);
}

/** `null` is what libraries write for nothing. */
function holdsOnly(holder: JsonNode, names: readonly string[]): boolean {
  return holder.properties().every(({ name, value: of, isShadowed }) => {
    return !isShadowed && (of.kind === 'null' || names.includes(name));
  });
}

function typeOf(block: JsonNode): string | undefined {
  const type = block.get('type');
  return type?.kind === 'string' ? type.text() : undefined;
}

function object(...properties: readonly (readonly [string, NewJson])[]): NewJson {
  return { kind: 'object', properties };
}

function array(items: readonly JsonNode[]): NewJson {
  return { kind: 'array', items: items.map(node) };
}
