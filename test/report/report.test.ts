import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { dialectOf } from '../../server/src/core/dialects/index';
import { parseText } from '../../server/src/core/json/scan';
import type { Finding } from '../../server/src/core/lint/types';
import {
  addToSummary,
  type FileReport,
  formats,
  type Medium,
  noPaint,
  noSummary,
  visible,
} from '../../server/src/core/report/index';
import { printJson } from '../../server/src/core/report/printJson';
import { LineIndex } from '../../server/src/core/text/lineIndex';

const medium: Medium = { paint: noPaint, width: stringWidth, columns: 80 };

type Extra = Partial<Omit<Finding, 'start' | 'end'>>;

/** A finding on the first place of a piece of the text. */
function on(text: string, piece: string, extra: Extra = {}): Finding {
  const start = text.indexOf(piece);
  expect(start).toBeGreaterThanOrEqual(0);
  return {
    rule: 'orphan-result',
    severity: 'error',
    message: 'Something is wrong. Mend it.',
    pointer: '',
    related: [],
    fixes: [],
    conversation: 0,
    start,
    end: start + piece.length,
    ...extra,
  };
}

function report(format: 'stylish' | 'json', files: readonly FileReport[], on: Medium = medium): string {
  const reporter = formats.find(({ name }) => name === format)?.create(on);
  if (reporter === undefined) throw new Error('no such format');
  const summary = files.reduce((before, { findings }) => addToSummary(before, findings), noSummary());
  return reporter.begin() + files.map(reporter.file).join('') + reporter.end(summary, 0);
}

const coverage = { ran: [], skipped: [], notChecked: [] };

function file(text: string, findings: readonly Finding[], path = 'a.json'): FileReport {
  return {
    path,
    lines: new LineIndex(text),
    dialect: dialectOf('chat').id,
    target: 'openai',
    conversations: [],
    findings,
    coverage,
  };
}

const stylish = (text: string, ...findings: Finding[]) => report('stylish', [file(text, findings)]);

describe('stylish', () => {
  test('shows place, severity, message, rule, frame, the other end, the provider and the fixes', () => {
    const text = '[\n  { "id": "call_1" },\n  1,\n  { "role": "user" }\n]\n';
    const user = on(text, '"user"');
    const shown = stylish(
      text,
      on(text, '"call_1"', {
        message: 'Call "call_1" gets no result. Insert one.',
        related: [{ ...user, message: 'the conversation goes on here' }],
        providerError: 'messages.1: no result for call_1',
        fixes: [
          { title: 'Insert the result', safety: 'safe', edits: [] },
          { title: 'Drop the call', safety: 'unsafe', edits: [] },
        ],
      }),
    );
    expect(shown).toMatchInlineSnapshot(`
      "a.json:2:11: error: Call "call_1" gets no result. Insert one. [orphan-result]
         |
       2 |   { "id": "call_1" },
         |           ^^^^^^^^
      ...
       4 |   { "role": "user" }
         |             ------ the conversation goes on here
        = The provider says: messages.1: no result for call_1
        = fix: Insert the result
        = choice: Drop the call

      1 error in 1 file. 1 can be fixed with transcript-lint fix.
      "
    `);
  });

  test('counts columns for people from 1, and a byte order mark not at all', () => {
    expect(stylish('\uFEFF["x"]', on('\uFEFF["x"]', '"x"'))).toContain('a.json:1:2: error');
    expect(stylish('[\r\n  "x"]', on('[\r\n  "x"]', '"x"'))).toContain('a.json:2:3: error');
  });

  test('keeps tabs and aligns wide and combining characters', () => {
    const text = '[\t"漢字 e\u0301 👩‍👩‍👧", "here"]';
    const lines = stylish(text, on(text, '"here"')).split('\n');
    const [source = '', marks = ''] = [lines[2], lines[3]];
    const lead = (line: string, piece: string) =>
      line
        .slice(0, line.indexOf(piece))
        .split('\t')
        .map((part) => stringWidth(part));
    expect(lead(marks, '^')).toEqual(lead(source, '"here"'));
    expect(marks.trimStart()).toMatch(/\^{6}$/);
  });

  test.each([40, 80, 120, 400])('cuts a long line around the range on a terminal of %i columns', (columns) => {
    const text = `[${Array.from({ length: 5000 }, (_, i) => `"漢字 ${i}"`).join(',')},"here",${'9'.repeat(3000)}]`;
    const lines = report('stylish', [file(text, [on(text, '"here"')])], { ...medium, columns }).split('\n');
    const [source = '', marks = ''] = [lines[2], lines[3]];
    expect(stringWidth(source)).toBeLessThanOrEqual(Math.min(columns, 125));
    expect(source).toMatch(/^ 1 \| ….*"here".*…$/);
    expect(stringWidth(marks.slice(0, marks.indexOf('^')))).toBe(
      stringWidth(source.slice(0, source.indexOf('"here"'))),
    );
  });

  test('cuts a range that is longer than the terminal is wide, between whole characters', () => {
    const text = `["${'👩‍👩‍👧'.repeat(200)}"]`;
    const [, , source = '', marks = ''] = stylish(text, on(text, text.slice(1, -1))).split('\n');
    expect(source.endsWith('…')).toBe(true);
    expect(source).not.toMatch(/[\ud800-\udfff]/u);
    expect(stringWidth(marks)).toBeLessThanOrEqual(80);
  });

  test('shows some lines of a range that goes on', () => {
    const text = '[\n  {\n    "role": "x",\n    "content": "y",\n    "name": "z"\n  }\n]\n';
    const shown = stylish(text, on(text, text.slice(4, -3)));
    expect(shown.split('\n').slice(1, 6)).toEqual([
      '   |',
      ' 2 |   {',
      '   |   ^ (to line 6)',
      ' 3 |     "role": "x",',
      ' 4 |     "content": "y",',
    ]);
  });

  test('marks the end of an empty text and of one that ends too early', () => {
    expect(stylish('', { ...on('x', 'x'), start: 0, end: 0 })).toContain(' 1 |\n   | ^');
    expect(stylish('[1,', { ...on('x', 'x'), start: 3, end: 3 })).toContain(' 1 | [1,\n   |    ^');
  });

  test('lets nothing through that steers a terminal', () => {
    const evil = '\u001b[31m\u009b2J\u0007\u202e\u2066\u0000\u007f\r\ud800';
    const text = `["${evil}", "here"]`;
    const shown = report('stylish', [
      file(
        text,
        [on(text, '"here"', { message: evil, related: [{ ...on(text, '["'), message: evil }], providerError: evil })],
        evil,
      ),
    ]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
    expect(shown).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
    expect(shown).toContain('␛[31m');
    expect(visible('tab\tand 漢字 👍🏽 stay')).toBe('tab\tand 漢字 👍🏽 stay');
  });

  test.each([
    [[], 'No problems in 1 file.'],
    [[on('x', 'x')], '1 error in 1 file.'],
    [[on('x', 'x'), on('x', 'x'), on('x', 'x', { severity: 'warning' as const })], '2 errors, 1 warning in 1 file.'],
    [
      [on('x', 'x', { severity: 'info' as const }), on('x', 'x', { severity: 'hint' as const })],
      '1 info, 1 hint in 1 file.',
    ],
  ])('ends with the sum of it', (findings, line) => {
    expect(
      report('stylish', [file('x', findings)])
        .split('\n')
        .at(-2),
    ).toBe(line);
  });

  test('says so when there is nothing to check', () => {
    expect(report('stylish', [])).toBe('No transcripts to check.\n');
  });

  test('shows no more than three other ends and three fixes', () => {
    const related = Array.from({ length: 9 }, () => ({ ...on('xy', 'y'), message: 'there' }));
    const fixes = Array.from({ length: 9 }, (_, i) => ({ title: `way ${i}`, safety: 'unsafe' as const, edits: [] }));
    const shown = stylish('xy', on('xy', 'x', { related, fixes }));
    expect(shown.match(/there/g)).toHaveLength(3);
    expect(shown.match(/choice:/g)).toHaveLength(3);
    expect(shown).toContain('= also: 6 more places');
  });
});

describe('json', () => {
  test('is the object that scripts read', () => {
    const text = '\uFEFF[\r\n  "漢", "x"]';
    const finding = on(text, '"x"', {
      pointer: '/1',
      related: [{ ...on(text, '"漢"'), message: 'there', pointer: '/0' }],
      fixes: [
        {
          title: 'Drop it',
          safety: 'safe',
          edits: [{ start: text.indexOf(', "x"'), end: text.indexOf(']'), text: '' }],
        },
      ],
      providerError: 'no',
    });
    const conversation = {
      pointer: '',
      turns: 2,
      side: 'request',
      dialect: dialectOf('chat').id,
      target: 'openai',
      targetName: 'OpenAI',
      isTargetChosen: false,
      tier: 'A',
      isRow: false,
      start: 0,
      end: 9,
    } as const;
    const one = { ...file(text, [finding]), conversations: [conversation] };
    const none = { ...file('{}', [], 'b.json'), dialect: undefined, target: undefined };
    expect(JSON.parse(report('json', [one, none]))).toEqual({
      files: [
        {
          path: 'a.json',
          dialect: dialectOf('chat').id,
          target: 'openai',
          conversations: [{ pointer: '', turns: 2, side: 'request', target: { id: 'openai', chosen: false } }],
          findings: [
            {
              rule: 'orphan-result',
              severity: 'error',
              message: 'Something is wrong. Mend it.',
              pointer: '/1',
              range: { start: { line: 1, character: 7 }, end: { line: 1, character: 10 } },
              related: [
                {
                  message: 'there',
                  pointer: '/0',
                  range: { start: { line: 1, character: 2 }, end: { line: 1, character: 5 } },
                },
              ],
              fixes: [
                {
                  title: 'Drop it',
                  safety: 'safe',
                  edits: [
                    { range: { start: { line: 1, character: 5 }, end: { line: 1, character: 10 } }, newText: '' },
                  ],
                },
              ],
              providerError: 'no',
            },
          ],
          coverage,
        },
        { path: 'b.json', dialect: null, target: null, conversations: [], findings: [], coverage },
      ],
      summary: { files: 2, errors: 1, warnings: 0, infos: 0, hints: 0 },
    });
  });

  test('is an object without any file too', () => {
    expect(JSON.parse(report('json', []))).toEqual({
      files: [],
      summary: { files: 0, errors: 0, warnings: 0, infos: 0, hints: 0 },
    });
  });
});

describe('printJson', () => {
  const print = (text: string) => {
    const { root } = parseText({ text });
    return root === undefined ? undefined : printJson(root);
  };

  test('takes out comments, white space and trailing commas, and keeps the spelling of numbers and strings', () => {
    expect(print('// c\n{ "a": [1.0, 12345678901234567890, /* c */ -0,], "\\u0062": "\\u00e9", }')).toBe(
      '{"a":[1.0,12345678901234567890,-0],"b":"\\u00e9"}',
    );
    expect(print('[[], {}, null, true, ""]')).toBe('[[],{},null,true,""]');
  });

  test('goes as deep as the text does', () => {
    const text = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(print(text)).toBe(text);
  });
});
