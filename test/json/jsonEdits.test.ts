import { describe, expect, it } from 'vitest';
import { rewriteText } from '../../server/src/core/json/jsonEdits';
import { type JsonNode, nodeAt } from '../../server/src/core/json/node';
import { parseRecords } from '../../server/src/core/json/records';
import { type Change, type NewJson, node, type Rewrite, value } from '../../server/src/core/json/rewrite';
import { parseText } from '../../server/src/core/json/scan';
import { applyEdits } from '../../server/src/core/text/edits';

type Changes = (at: (pointer: string) => JsonNode) => readonly (readonly [JsonNode, Change])[];

function edit(text: string, changes: Changes): string {
  const { root } = parseText({ text });
  if (root === undefined) throw new Error(`does not parse: ${text}`);
  return editUnder(text, root, changes);
}

function editRows(text: string, changes: Changes): string {
  return editUnder(text, parseRecords({ text }).root, changes);
}

function editUnder(text: string, root: JsonNode, changes: Changes): string {
  const at = (pointer: string): JsonNode => {
    const found = nodeAt(root, pointer);
    if (found === undefined) throw new Error(`nothing at ${pointer}`);
    return found;
  };
  const rewrite: Rewrite = new Map(changes(at));
  return applyEdits(text, rewriteText(root, rewrite));
}

const items = (...list: (JsonNode | NewJson)[]): Change => ({
  kind: 'items',
  items: list.map((item) => ('start' in item ? node(item) : item)),
});
const remove = (...nodes: JsonNode[]): Change => ({ kind: 'splice', remove: nodes, insert: [] });
const insert = (index: number, ...list: NewJson[]): Change => ({
  kind: 'splice',
  remove: [],
  insert: [{ index, items: list }],
});
const without = (...names: string[]): Change => ({ kind: 'properties', remove: names, set: [] });
const set = (name: string, json: NewJson): Change => ({ kind: 'properties', remove: [], set: [[name, json]] });

describe('removing elements', () => {
  it('takes comma and line along', () => {
    expect(edit('[\n  1,\n  2,\n  3\n]\n', (at) => [[at(''), remove(at('/1'))]])).toBe('[\n  1,\n  3\n]\n');
    expect(edit('[\n  1,\n  2,\n  3\n]\n', (at) => [[at(''), remove(at('/0'))]])).toBe('[\n  2,\n  3\n]\n');
    expect(edit('[\n  1,\n  2,\n  3\n]\n', (at) => [[at(''), remove(at('/2'))]])).toBe('[\n  1,\n  2\n]\n');
    expect(edit('[\n  1,\n  2,\n  3\n]\n', (at) => [[at(''), remove(at('/1'), at('/2'))]])).toBe('[\n  1\n]\n');
  });

  it('keeps a trailing comma as it was', () => {
    expect(edit('[\n  1,\n  2,\n]', (at) => [[at(''), remove(at('/1'))]])).toBe('[\n  1,\n]');
    expect(edit('[1, 2,]', (at) => [[at(''), remove(at('/0'))]])).toBe('[2,]');
    expect(edit('[1, 2,]', (at) => [[at(''), remove(at('/0'), at('/1'))]])).toBe('[]');
  });

  it('mirrors the space inside brackets of one-line lists', () => {
    expect(edit('[ 1, 2, 3 ]', (at) => [[at(''), remove(at('/0'))]])).toBe('[ 2, 3 ]');
    expect(edit('[ 1, 2, 3 ]', (at) => [[at(''), remove(at('/1'))]])).toBe('[ 1, 3 ]');
    expect(edit('[ 1, 2, 3 ]', (at) => [[at(''), remove(at('/2'))]])).toBe('[ 1, 2 ]');
    expect(edit('[1,2,3]', (at) => [[at(''), remove(at('/1'))]])).toBe('[1,3]');
    expect(edit('[\n  1\n]', (at) => [[at(''), remove(at('/0'))]])).toBe('[]');
  });

  it('leaves comments outside the element', () => {
    const text = '[\n  // one\n  1, // one too\n  // two\n  2, /* two too */\n  3 // three\n]';
    expect(edit(text, (at) => [[at(''), remove(at('/1'))]])).toBe(
      '[\n  // one\n  1, // one too\n  // two\n  /* two too */\n  3 // three\n]',
    );
    expect(edit(text, (at) => [[at(''), remove(at('/2'))]])).toBe(
      '[\n  // one\n  1, // one too\n  // two\n  2 /* two too */\n  // three\n]',
    );
    expect(edit(text, (at) => [[at(''), remove(at('/0'), at('/1'), at('/2'))]])).toBe(
      '[\n  // one\n  // one too\n  // two\n  /* two too */\n  // three\n]',
    );
  });

  it('keeps CRLF, tabs and the byte order mark', () => {
    const text = '\ufeff[\r\n\t{"a": 1},\r\n\t{"b": 2}\r\n]\r\n';
    expect(edit(text, (at) => [[at(''), remove(at('/0'))]])).toBe('\ufeff[\r\n\t{"b": 2}\r\n]\r\n');
    expect(edit(text, (at) => [[at(''), insert(1, value({ c: [] }))]])).toBe(
      '\ufeff[\r\n\t{"a": 1},\r\n\t{"c": []},\r\n\t{"b": 2}\r\n]\r\n',
    );
  });
});

describe('inserting elements', () => {
  it('goes on a line of its own where the neighbours do', () => {
    expect(edit('[\n  1,\n  2\n]', (at) => [[at(''), insert(0, value(0))]])).toBe('[\n  0,\n  1,\n  2\n]');
    expect(edit('[\n  1,\n  2\n]', (at) => [[at(''), insert(1, value('x'))]])).toBe('[\n  1,\n  "x",\n  2\n]');
    expect(edit('[\n  1,\n  2\n]', (at) => [[at(''), insert(2, value(3), value(4))]])).toBe(
      '[\n  1,\n  2,\n  3,\n  4\n]',
    );
  });

  it('stays on the line where the neighbours do', () => {
    expect(edit('[ 1, 2 ]', (at) => [[at(''), insert(0, value(0))]])).toBe('[ 0, 1, 2 ]');
    expect(edit('[1,2]', (at) => [[at(''), insert(1, value(0))]])).toBe('[1,0,2]');
    expect(edit('[1, 2]', (at) => [[at(''), insert(2, value(0))]])).toBe('[1, 2, 0]');
    expect(edit('[1, 2, ]', (at) => [[at(''), insert(2, value(0))]])).toBe('[1, 2, 0, ]');
  });

  it('leaves a comment behind the comma with its element', () => {
    expect(edit('[ // list\n  1, // one\n  2 // two\n]', (at) => [[at(''), insert(0, value(0))]])).toBe(
      '[ // list\n  0,\n  1, // one\n  2 // two\n]',
    );
    expect(edit('[\n  1, // one\n  2 // two\n]', (at) => [[at(''), insert(1, value(0))]])).toBe(
      '[\n  1, // one\n  0,\n  2 // two\n]',
    );
    expect(edit('[\n  1, // one\n  2 // two\n]', (at) => [[at(''), insert(2, value(0))]])).toBe(
      '[\n  1, // one\n  2, // two\n  0\n]',
    );
  });

  it('fills empty lists in the style of what is around', () => {
    expect(edit('{\n  "m": []\n}', (at) => [[at('/m'), insert(0, value({ a: 1 }))]])).toBe(
      '{\n  "m": [\n    {\n      "a": 1\n    }\n  ]\n}',
    );
    expect(edit('{"m":[]}', (at) => [[at('/m'), insert(0, value({ a: 1 }), value(2))]])).toBe('{"m":[{"a":1},2]}');
    expect(edit('{"m": [ /* none */ ]}', (at) => [[at('/m'), insert(0, value(1))]])).toBe('{"m": [ /* none */ 1]}');
    expect(edit('[ // none\n]', (at) => [[at(''), insert(0, value(1))]])).toBe('[ // none\n  1\n]');
    expect(edit('{}', (at) => [[at(''), set('a', value(1))]])).toBe('{\n  "a": 1\n}');
  });

  it('writes objects as their neighbours are written', () => {
    expect(edit('[\n  { "a": 1 }\n]', (at) => [[at(''), insert(1, value({ a: 2, b: [1, 2] }))]])).toBe(
      '[\n  { "a": 1 },\n  { "a": 2, "b": [1, 2] }\n]',
    );
    expect(edit('[\n\t{\n\t\t"a" : 1\n\t}\n]', (at) => [[at(''), insert(1, value({ a: { b: 2 } }))]])).toBe(
      '[\n\t{\n\t\t"a" : 1\n\t},\n\t{\n\t\t"a" : {\n\t\t\t"b" : 2\n\t\t}\n\t}\n]',
    );
    const text = '[\n  {\n    "c": [{"t": 1}]\n  }\n]';
    expect(edit(text, (at) => [[at(''), insert(1, value({ c: [{ t: 2 }] }))]])).toBe(
      '[\n  {\n    "c": [{"t": 1}]\n  },\n  {\n    "c": [{"t": 2}]\n  }\n]',
    );
  });
});

describe('moving elements', () => {
  it('moves as few as it can, with their own text', () => {
    const text = '[\n  { "a" : 1.0 },\n  {"b":2},\n  {"c":3}\n]';
    expect(edit(text, (at) => [[at(''), items(at('/1'), at('/2'), at('/0'))]])).toBe(
      '[\n  {"b":2},\n  {"c":3},\n  { "a" : 1.0 }\n]',
    );
  });

  it('carries changes inside a moved element along', () => {
    const text = '[{"id": " x ", "n": 1e2}, 2]';
    expect(
      edit(text, (at) => [
        [at(''), items(at('/1'), at('/0'))],
        [at('/0/id'), { kind: 'replace', with: value('x') }],
      ]),
    ).toBe('[2, {"id": "x", "n": 1e2}]');
  });

  it('takes elements of another array in', () => {
    const text = '{"a": [1.50, 2], "b": [3]}';
    expect(
      edit(text, (at) => [
        [at('/a'), remove(at('/a/0'))],
        [at('/b'), insert(0, node(at('/a/0')))],
      ]),
    ).toBe('{"a": [2], "b": [1.50, 3]}');
  });

  it('puts a string into a block with its own spelling', () => {
    const text = '{"content": "caf\\u00e9"}';
    expect(
      edit(text, (at) => [
        [
          at('/content'),
          {
            kind: 'replace',
            with: {
              kind: 'array',
              items: [
                {
                  kind: 'object',
                  properties: [
                    ['type', value('text')],
                    ['text', node(at('/content'))],
                  ],
                },
              ],
            },
          },
        ],
      ]),
    ).toBe('{"content": [{"type": "text", "text": "caf\\u00e9"}]}');
  });
});

describe('properties', () => {
  it('are removed with every duplicate', () => {
    const text = '{\n  "a": 1,\n  "b": 2, // two\n  "a": 3\n}';
    expect(edit(text, (at) => [[at(''), without('a')]])).toBe('{\n  "b": 2 // two\n}');
    expect(edit(text, (at) => [[at(''), without('b')]])).toBe('{\n  "a": 1,\n  // two\n  "a": 3\n}');
  });

  it('are set in place or appended', () => {
    const text = '{ "a": 1, /* b */ "b": 2 }';
    expect(edit(text, (at) => [[at(''), set('a', value('x'))]])).toBe('{ "a": "x", /* b */ "b": 2 }');
    expect(edit(text, (at) => [[at(''), set('c', value(null))]])).toBe('{ "a": 1, /* b */ "b": 2, "c": null }');
    expect(edit('{"a":1}', (at) => [[at(''), set('__proto__', value(1))]])).toBe('{"a":1,"__proto__":1}');
  });
});

describe('rows of JSON Lines', () => {
  it('go and come with their lines', () => {
    const text = '{"a":1}\r\n\r\n{"a":2}\r\n{"a":3}\r\n';
    expect(editRows(text, (at) => [[at(''), remove(at('/1'))]])).toBe('{"a":1}\r\n\r\n{"a":3}\r\n');
    expect(editRows(text, (at) => [[at(''), insert(3, value({ a: [4, { b: 5 }] }))]])).toBe(
      `${text}{"a":[4,{"b":5}]}\r\n`,
    );
    expect(editRows(text, (at) => [[at(''), insert(0, value({ a: 0 }))]])).toBe(`{"a":0}\r\n${text}`);
  });

  it('keep a text without a last line end that way', () => {
    expect(editRows('{"a": 1}\n{"a": 2}', (at) => [[at(''), insert(2, value({ a: 3, b: 4 }))]])).toBe(
      '{"a": 1}\n{"a": 2}\n{"a": 3, "b": 4}',
    );
    expect(editRows('1\n2\n3', (at) => [[at(''), remove(at('/1'), at('/2'))]])).toBe('1');
    expect(editRows('', (at) => [[at(''), insert(0, value(1), value(2))]])).toBe('1\n2\n');
  });

  it('stay on one line when something changes inside', () => {
    expect(editRows('{"m": []}\n', (at) => [[at('/0/m'), insert(0, value({ role: 'user' }))]])).toBe(
      '{"m": [{"role": "user"}]}\n',
    );
  });
});
