// Arguments that are no JSON: the finding says how they break off, and marks the place inside the string.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { defaultResolvedConfig, TranscriptDocument } from '../../server/src/core/index';
import { parseText } from '../../server/src/core/json/scan';
import { breakOf, placeInString } from '../../server/src/core/model/argumentsFault';
import { fixText } from '../support/fixText';

function findingIn(list: unknown) {
  const text = JSON.stringify(list, null, 2);
  const findings = TranscriptDocument.open(text, { uri: 'a.json' }).analysis().findings;
  return { text, findings };
}

function faultCase(name: string): unknown {
  const url = new URL(`../../fixtures/faults/cases/${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(url, 'utf8')) as { readonly input: unknown }).input;
}

test('arguments-that-stop-inside-a-string', () => {
  const { text, findings } = findingIn(faultCase('arguments-that-stop-inside-a-string'));
  expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
    'malformed-arguments /1/tool_calls/0/function/arguments',
  ]);
  const [finding] = findings;
  expect(finding?.message).toContain('stop inside a string');
  expect(text.slice((finding?.start ?? 0) - 4, finding?.end)).toBe('# Rep');
  expect(text[finding?.end ?? 0]).toBe('"');
});

test('arguments-of-two-calls-in-one', () => {
  const { text, findings } = findingIn(faultCase('arguments-of-two-calls-in-one'));
  expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
    'malformed-arguments /1/tool_calls/0/function/arguments',
  ]);
  const [finding] = findings;
  expect(finding?.message).toContain('Two objects stand in the arguments');
  expect(text.slice(finding?.start, (finding?.start ?? 0) + 8)).toBe('{\\"n\\":2');
});

describe('how a text breaks off', () => {
  test.each([
    ['{"a":"b', 'in-string', 'b'],
    ['{"a":"b\\', 'in-string', '\\'],
    ['{"a":[1,2', 'unclosed', '2'],
    ['{"a":{"b":tru', 'unclosed', 'u'],
    ['{"a":1}{"b":2}', 'glued', '{'],
    ['{"a":1}\n\n{"b":2}', 'glued', '{'],
    ['{"a":1}</tool_call>', 'behind', '</tool_call>'],
    ['{"a":1}}', 'behind', '}'],
    ['{"a":1,}', 'comments', '{"a":1,}'],
    ['{a:1}', 'syntax', 'a'],
    ['{"a":[1}', 'syntax', '}'],
    ['{"a":1 "b":"c', 'syntax', '"'],
    ['tide table', 'whole', 'tide table'],
    ['  ', 'whole', '  '],
    ['{"a":"🌊', 'in-string', '🌊'],
  ])('%j', (text, kind, marked) => {
    const found = breakOf(text);
    expect([found.kind, text.slice(found.start, found.end)]).toEqual([kind, marked]);
  });

  it('is a place inside the string, whatever escapes stand before it', () => {
    let inside = 0;
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1, maxKeys: 3 }), fc.nat(), (value, cut) => {
        const whole = JSON.stringify(value);
        const text = whole.slice(0, 1 + (cut % (whole.length - 1)));
        const found = breakOf(text);
        expect(['in-string', 'unclosed']).toContain(found.kind);
        const source = ` ${JSON.stringify(text).replaceAll('/', '\\/')}`;
        const { root } = parseText({ text: source }, 1);
        if (root === undefined) throw new Error('no string');
        const place = placeInString(root, found);
        expect(JSON.parse(`"${source.slice(place?.start, place?.end)}"`)).toBe(text.slice(found.start, found.end));
        inside++;
      }),
      { numRuns: 400, seed: 7 },
    );
    expect(inside).toBe(400);
  });
});

test('text as arguments goes to one of two endpoints of Ollama, so that no safe fix parses it', () => {
  const { input } = JSON.parse(
    readFileSync(new URL('../../fixtures/faults/cases/ollama-compatible-endpoint.json', import.meta.url), 'utf8'),
  ) as { readonly input: unknown };
  const text = JSON.stringify(input);
  const config = { ...defaultResolvedConfig, target: 'ollama' } as const;
  expect(fixText(text, { uri: 'a.json', config }).text).toBe(text);
  const { findings } = TranscriptDocument.open(text, { uri: 'a.json', config }).analysis();
  const [fix] = findings.flatMap(({ fixes }) => fixes);
  expect([fix?.title, fix?.safety]).toEqual(['Parse the text into an object', 'unsafe']);
});
