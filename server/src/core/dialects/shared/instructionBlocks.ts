import type { JsonNode } from '../../json/node';
import { changeProperties, growing, type NewJson, node, type Rewrite } from '../../json/rewrite';
import { isEmptyText, textOf } from '../../json/textOf';
import { addSplice } from '../../model/edits/dropping';
import type { Instruction, InstructionField, MarkedInstruction, Message } from '../../model/types';
import { textPart } from './textPart';

/** Instructions in a member of the body that holds a string or typed blocks. */
export function instructionBlocks(name: string): InstructionField {
  return {
    add: (rewrite, body, contents) => addInstructions(rewrite, body, name, contents),
    of: instructionsOf,
    unliftable,
    fresh: (text) => text,
  };
}

/** What a system entry says, as `addInstructions` takes it. */
function instructionsOf({ node: entry, contentNode }: Message): Instruction[] {
  if (contentNode === undefined) return [];
  const cache = entry.get('cache_control');
  return [cache === undefined || cache.kind === 'null' ? contentNode : { content: contentNode, cache }];
}

/** The names of what a system entry carries besides its text, and for which the member has no place. */
function unliftable({ node: entry, contentNode }: Message): string[] {
  return entry.properties().flatMap(({ name, value: of, isShadowed }) => {
    if (isShadowed || name === 'role' || name === 'content' || of.kind === 'null') return [];
    const last = contentNode?.items().at(-1);
    return name === 'cache_control' && last?.get(name) === undefined ? [] : [name];
  });
}

/**
 * Puts instructions, as contents of messages or as plain text, behind what the body's member holds, each after a blank
 * line (docs/design/normalization.md, "System first"). Blocks stay blocks, and make blocks of what they join; what says nothing
 * adds nothing.
 */
function addInstructions(rewrite: Rewrite, body: JsonNode, name: string, contents: readonly Instruction[]): void {
  const saying = contents.filter((one) => !isNothing(contentOf(one)));
  if (saying.length === 0) return;
  const field = body.get(name);
  const hasField = field !== undefined && field.kind !== 'null' && !isNothing(field);
  if (hasField && isBlocks(field)) {
    addSplice(rewrite, field, [], [{ index: field.size, items: saying.flatMap(asBlocks) }]);
    return;
  }
  const system = growing(saying, (all) => joined(hasField ? [field, ...all] : all));
  changeProperties(rewrite, body, { set: [[name, system]] });
}

function joined(contents: readonly Instruction[]): NewJson {
  const [only] = contents;
  if (contents.length === 1 && isNode(only) && (only.kind === 'string' || isBlocks(only))) return node(only);
  if (!contents.some((one) => isMarked(one) || isBlocks(one))) {
    const parts = contents.map(contentOf).map((content) => {
      return typeof content === 'string' || content.kind === 'string' ? content : textOf(content);
    });
    return { kind: 'text', parts: parts.flatMap((part, i) => (i === 0 ? [part] : ['\n\n', part])) };
  }
  return { kind: 'array', items: contents.flatMap(asBlocks) };
}

function isMarked(one: Instruction | undefined): one is MarkedInstruction {
  return typeof one === 'object' && 'cache' in one;
}

function isNode(one: Instruction | undefined): one is JsonNode {
  return typeof one === 'object' && !('cache' in one);
}

function contentOf(one: Instruction): JsonNode | string {
  return isMarked(one) ? one.content : one;
}

function isNothing(content: JsonNode | string): boolean {
  if (typeof content === 'string') return content === '';
  return isEmptyText(content) || (content.kind === 'array' && content.size === 0);
}

/** Each of many lifts asks it of one field. */
const known = new WeakMap<JsonNode, boolean>();

/** An array of typed blocks; anything else is text once coerced. */
function isBlocks(content: Instruction): content is JsonNode {
  if (typeof content === 'string' || isMarked(content) || content.kind !== 'array') return false;
  let is = known.get(content);
  if (is === undefined) {
    is = content.items().every((item) => item.kind === 'object' && item.get('type')?.kind === 'string');
    known.set(content, is);
  }
  return is;
}

/** A cache marker goes to the last block: that is what it means on a message. */
function asBlocks(one: Instruction): NewJson[] {
  const content = contentOf(one);
  const blocks = isBlocks(content) ? content.items().map(node) : [textPart(content)];
  const last = blocks.at(-1);
  if (!isMarked(one) || last === undefined) return blocks;
  return [...blocks.slice(0, -1), withCache(last, one.cache)];
}

function withCache(block: NewJson, cache: JsonNode): NewJson {
  const own = block.kind === 'node' ? block.node.properties().filter(({ isShadowed }) => !isShadowed) : [];
  const properties = block.kind === 'object' ? block.properties : own.map((of) => [of.name, node(of.value)] as const);
  return { kind: 'object', properties: [...properties, ['cache_control', node(cache)]] };
}
