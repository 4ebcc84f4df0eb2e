import type { JsonNode } from '../../json/node';
import { type NewJson, node, value } from '../../json/rewrite';
import { textOf } from '../../json/textOf';
import type { Message } from '../../model/types';
import { array, holdsOnly, isPlainText, isText, object, typeOf } from '../shared/transcription';

/** A message whose calls or results are blocks, as rows. */
export function fromBlocks({ node: entry, role, contentNode }: Message): readonly NewJson[] | undefined {
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
