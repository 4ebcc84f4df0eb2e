import { copyOf } from '../json/copyOf';
import type { JsonNode } from '../json/node';
import { type NewJson, node, value } from '../json/rewrite';
import { textOf } from '../json/textOf';
import { nodeOfValue } from '../json/valueNode';
import type { Words } from './types';

/** An object of the properties that are there. */
export function object(properties: readonly (readonly [name: string, json: NewJson | undefined])[]): NewJson {
  return {
    kind: 'object',
    properties: properties.flatMap(([name, json]) => (json === undefined ? [] : [[name, json] as const])),
  };
}

export function array(items: readonly NewJson[]): NewJson {
  return { kind: 'array', items };
}

export function words(text: Words): NewJson {
  return typeof text !== 'string' && text.kind === 'string' ? node(text) : value(wordsText(text));
}

export function wordsText(text: Words): string {
  return typeof text === 'string' ? text : textOf(text);
}

/** A value that goes to another place: by reference, or laid out like its new surroundings with its own spellings. */
export function carry(of: JsonNode): NewJson {
  return of.start < 0 ? node(of) : copyOf(of);
}

/** New JSON that goes to another depth: nodes of a text are laid out anew, so that no line keeps its old indentation. */
export function relaid(json: NewJson): NewJson {
  switch (json.kind) {
    case 'node':
      return madeOf(carry(json.node), json.node);
    case 'value':
    case 'text':
      return json;
    case 'array':
      return array(json.items.map(relaid));
    case 'object':
      return { ...json, properties: json.properties.map(([name, property]) => [name, relaid(property)] as const) };
  }
}

/** The source's own node where nothing is different, so that it keeps its text, or its identity. */
export function reuse(json: NewJson, at: JsonNode): NewJson {
  return isSame(json, at) ? node(at) : madeOf(json, at);
}

function madeOf(json: NewJson, of: JsonNode): NewJson {
  return json.kind === 'object' ? { ...json, of } : json;
}

/** Whether new JSON says what a node says; the order of keys aside. */
export function isSame(json: NewJson, at: JsonNode): boolean {
  switch (json.kind) {
    case 'node':
      return json.node === at || isSameNode(json.node, at);
    case 'value':
      return isSameNode(nodeOfValue(json.value), at);
    case 'text': {
      const text = json.parts.map((part) => (typeof part === 'string' ? part : part.text())).join('');
      return at.kind === 'string' && at.text() === text;
    }
    case 'array': {
      if (at.kind !== 'array' || at.size !== json.items.length) return false;
      const items = at.items();
      return json.items.every((item, i) => items[i] !== undefined && isSame(item, items[i]));
    }
    case 'object': {
      if (at.kind !== 'object' || at.size !== json.properties.length) return false;
      return json.properties.every(([name, property]) => {
        const there = at.get(name);
        return there !== undefined && isSame(property, there);
      });
    }
  }
}

function isSameNode(a: JsonNode, b: JsonNode): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'string':
      return a.text() === b.text();
    case 'object':
    case 'array':
      return isSame(copyOf(a, 0), b);
    case 'other':
      return false;
    default:
      return a.raw() === b.raw();
  }
}
