// A conversion of a text: what stands around the conversation, and what it does not touch, comes through as it is written.
import { describe, expect, test } from 'vitest';
import { applyEdits, type ConvertOptions, convertDocument, TranscriptDocument } from '../../server/src/core/index';

function made(
  text: string,
  to: ConvertOptions['to'] = 'messages',
  name = 'a.json',
  more: Partial<ConvertOptions> = {},
) {
  const document = TranscriptDocument.open(text, { uri: `file:///${name}`, isNamed: true });
  const result = convertDocument(document, { to, ...more });
  if (result.text !== undefined) expect(applyEdits(text, result.edits)).toBe(result.text);
  return result;
}

const call = '{ "id": "c1", "type": "function", "function": { "name": "f", "arguments": "{\\"n\\": 1.0}" } }';

describe('layout', () => {
  test('comments, indentation, spelling and trailing commas around and beside the calls stay', () => {
    const source = `// why
{
\t"max_tokens": 1e2, // enough
\t"messages": [
\t\t{ "role": "user", "content": "\\u0068i" }, // first
\t\t{ "role": "assistant", "content": null, "tool_calls": [
\t\t\t${call},
\t\t] },
\t\t{ "role": "tool", "tool_call_id": "c1", "content": "r" },
\t],
}
`;
    expect(made(source, 'messages', 'a.jsonc').text).toBe(`// why
{
\t"max_tokens": 1e2, // enough
\t"messages": [
\t\t{ "role": "user", "content": "\\u0068i" }, // first
\t\t{ "role": "assistant", "content": [{ "type": "tool_use", "id": "c1", "name": "f", "input": { "n": 1.0 } }] },
\t\t{ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "c1", "content": "r" }] },
\t],
}
`);
  });

  test('a list becomes a body in its own indentation', () => {
    const source =
      '[\r\n    {\r\n        "role": "system",\r\n        "content": "s"\r\n    },\r\n    {\r\n        "role": "user",\r\n        "content": "q"\r\n    }\r\n]\r\n';
    const body = { max_tokens: 4096, system: 's', messages: [{ role: 'user', content: 'q' }] };
    expect(made(source).text).toBe(`${JSON.stringify(body, undefined, 4).replaceAll('\n', '\r\n')}\r\n`);
  });

  test('minified stays minified', () => {
    const source = `[{"role":"user","content":"q"},{"role":"assistant","content":null,"tool_calls":[${call.replaceAll(' ', '')}]},{"role":"tool","tool_call_id":"c1","content":"r"}]`;
    expect(made(source).text).toBe(
      '[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{"n":1.0}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"r"}]}]',
    );
  });

  test('numbers of a schema that moves keep their digits', () => {
    const source =
      '{"max_tokens":1,"messages":[{"role":"user","content":"q"}],"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","maximum":12345678901234567890,"minimum":1.0}}}]}';
    expect(made(source).text).toContain(
      '"input_schema":{"type":"object","maximum":12345678901234567890,"minimum":1.0}',
    );
  });
});

describe('rows', () => {
  const row = `{"messages":[{"role":"system","content":"s"},{"role":"user","content":"q"}],"note":1.0}`;
  const out = '{"messages":[{"role":"user","content":"q"}],"note":1.0,"max_tokens":4096,"system":"s"}';

  test('stay rows, with their line ends, blank lines and mark', () => {
    expect(made(`\uFEFF${row}\r\n\r\n${row}`, 'messages', 'a.jsonl').text).toBe(`\uFEFF${out}\r\n\r\n${out}`);
  });

  test('of one message each are one body, in one row, once instructions need a field', () => {
    const rows = '{"role":"system","content":"s"}\n{"role":"user","content":"q"}\n';
    expect(made(rows, 'messages', 'a.jsonl').text).toBe(
      '{"max_tokens":4096,"system":"s","messages":[{"role":"user","content":"q"}]}\n',
    );
    const plain = '{"role":"user","content":"q"}\n{"role":"assistant","content":"a"}\n';
    expect(made(plain, 'messages', 'a.jsonl').text).toBe(plain);
  });

  test('that do not parse stay, are told, and hold nothing else up', () => {
    const result = made(`${row}\n{"messages":[\n${row}\n`, 'messages', 'a.jsonl');
    expect(result.text).toBe(`${out}\n{"messages":[\n${out}\n`);
  });
});

describe('a text with a fault', () => {
  test('inside the conversation is not converted, and says why', () => {
    const result = made('{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":"a}]}');
    expect(result).toMatchObject({ text: undefined, ok: false });
  });

  test('that holds no JSON at all is none either', () => {
    expect(made('hello')).toMatchObject({
      text: undefined,
      ok: false,
      problems: [{ rule: 'nothing-to-convert' }, { rule: 'syntax-error' }],
    });
    expect(made('')).toMatchObject({ text: undefined, ok: false });
  });
});

test('what is normalized first comes as edits of the text as it was', () => {
  const source = `{
  "max_tokens": 5,
  "messages": [
    { "role": "user", "content": "q" },
    { "role": "assistant", "content": "x", "tool_calls": [${call}] },
    { "role": "user", "content": "next" }
  ]
}`;
  const result = made(source, 'messages', 'a.json', { normalize: true });
  expect(result.ok).toBe(true);
  expect(JSON.parse(result.text ?? '').messages[2].content).toMatchObject([{ tool_use_id: 'c1' }, { text: 'next' }]);
});

test('a key that stands twice, `__proto__` and deep nesting come through', () => {
  const deep = `${'['.repeat(600)}${']'.repeat(600)}`;
  const given = JSON.stringify(`{"__proto__": {"x": 1}, "a": 1, "a": 2, "deep": ${deep}}`);
  const source = `[{"role":"user","content":"q"},{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":${given}}}]},{"role":"tool","tool_call_id":"c1","content":"r"}]`;
  const { text = '', fallbacks } = made(source);
  expect(fallbacks).toEqual([]);
  expect(text).toContain('"__proto__":');
  expect(JSON.parse(text)[1].content[0].input).toEqual(JSON.parse(JSON.parse(given)));
});
