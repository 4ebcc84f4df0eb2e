// What *Convert To…* and *Preview As…* show, from what the server answers.

import { describe, expect, test } from 'vitest';
import { previewMarks, sourceMarks } from '../../client/src/common/conversion/conversionMarks';
import {
  conversionChoices,
  conversionDetails,
  conversionSaid,
  hasDetails,
} from '../../client/src/common/conversion/conversionTexts';
import { currentAnswer } from '../../client/src/common/preview/currentAnswer';
import { previewLine, previewOf, previewPath } from '../../client/src/common/preview/previewUri';
import { Refresher } from '../../client/src/common/preview/refresher';
import { dialectOf } from '../../server/src/core/dialects/index';
import type { ConversionReport, WireRange } from '../../server/src/protocol/index';

const at = (line: number): WireRange => ({ start: { line, character: 2 }, end: { line, character: 9 } });
const clean: ConversionReport = {
  ...{ to: dialectOf('messages').id, name: 'Messages', ok: true, summary: '', languageId: 'json', text: '{}\n' },
  ...{ fallbacks: [], lost: [], added: [], left: [], problems: [] },
};
const input = '/1/tool_calls/0/function/arguments';
const costly: ConversionReport = {
  ...clean,
  summary: '1 fallback, 2 lost, 1 problem',
  fallbacks: [{ pointer: input, id: 'c1', name: 'f', text: '{"a\nLost: x', reason: 'no JSON', range: at(4) }],
  lost: [
    { pointer: '/0/name', reason: 'the name', range: at(1) },
    { pointer: '/0/name', reason: 'its colour', range: at(1) },
  ],
  added: [{ pointer: '', reason: '"max_tokens" is required: 4096' }],
  problems: [{ rule: 'unanswered-call', severity: 'error', pointer: '/1', reason: 'No result.', range: at(7) }],
};
const { text: _, ...rest } = clean;
const refused: ConversionReport = {
  ...rest,
  ok: false,
  summary: '1 problem',
  refusal: { rule: 'malformed-arguments', pointer: input, reason: 'The call is new.', range: at(4) },
  problems: [
    { rule: 'malformed-arguments', severity: 'error', pointer: input, reason: 'The call is new.', range: at(4) },
  ],
};

test('each dialect is a choice with what it costs', () => {
  const shown = conversionChoices([clean, costly, refused]).map(({ description, detail }) => [description, detail]);
  expect(shown).toEqual([
    ['nothing is lost', ''],
    ['1 fallback, 2 lost, 1 problem', 'an input of f becomes {}: no JSON · the name · its colour · 1 more'],
    ['cannot be written', 'The call is new.'],
  ]);
});

test('what was done is said in a sentence, with details where there are any', () => {
  expect([clean, costly].map(conversionSaid)).toEqual([
    'Converted to Messages, with nothing lost.',
    'Converted to Messages: 1 fallback, 2 lost, 1 problem.',
  ]);
  expect([clean, costly, { ...clean, added: costly.added }].map(hasDetails)).toEqual([false, true, true]);
});

test('the details name every entry with its place, and no text of the file passes for a line of theirs', () => {
  expect(conversionDetails('a.json', costly)).toBe(`a.json as Messages: 1 fallback, 2 lost, 1 problem

Old inputs that were no JSON object and go out as {}
  line 5  ${input}  f "c1": no JSON
      {"a Lost: x

Lost: what the other dialect cannot hold, or holds with less
  line 2  /0/name  the name
  line 2  /0/name  its colour

Added: what the target requires and the source has not
  (the document)  "max_tokens" is required: 4096

Problems: what the target says of the new document, by its lines
  line 8  /1  error: No result. [unanswered-call]
`);
  expect(conversionDetails('a.json', refused)).toMatch(/^a\.json cannot be written as Messages: The call is new\.\n/);
});

describe('marks', () => {
  test('of a source: one a place, with all its reasons', () => {
    expect(sourceMarks(costly)).toEqual([
      {
        kind: 'fallback',
        range: at(4),
        label: 'This input becomes {}: no JSON',
        reasons: ['This input becomes {}: no JSON'],
      },
      { kind: 'lost', range: at(1), label: 'Lost: the name (+1)', reasons: ['Lost: the name', 'Lost: its colour'] },
    ]);
  });

  test('of a new text: what the target says of it', () => {
    expect(previewMarks(costly)).toMatchObject([
      { kind: 'problem', range: at(7), reasons: ['No result. [unanswered-call]'] },
    ]);
  });

  test('where there is no new text, problems are the source’s', () => {
    expect(sourceMarks(refused)).toMatchObject([{ kind: 'problem', range: at(4) }]);
    expect(previewMarks(refused)).toEqual([]);
  });

  test('what was not read is marked where it stands', () => {
    const unread = { rule: 'syntax-error', severity: 'error', pointer: '/1', reason: 'No.', range: at(3) } as const;
    const report = {
      ...clean,
      problems: [unread],
      left: [{ pointer: '/1', reason: 'it does not parse', range: at(3) }],
    };
    expect(sourceMarks(report)).toMatchObject([{ kind: 'problem', range: at(3), reasons: ['No.'] }]);
    expect(previewMarks(report)).toEqual([]);
    const nothing = { ...unread, rule: 'nothing-to-convert', pointer: '', range: at(0) } as const;
    const whole = { ...report, refusal: unread, problems: [nothing, unread] };
    expect(sourceMarks(whole)).toMatchObject([{ kind: 'problem', range: at(3), reasons: ['No.'] }]);
  });

  test('are none for what the target would not refuse', () => {
    const note = { rule: 'malformed-arguments', severity: 'info', pointer: '/1', reason: 'No.', range: at(3) } as const;
    expect(previewMarks({ ...clean, problems: [note] })).toEqual([]);
    expect(conversionChoices([{ ...clean, problems: [note] }])[0]?.detail).toBe('');
  });

  test('are short, and without a place there is none', () => {
    const lost = Array.from({ length: 30 }, () => ({ pointer: '/0', reason: `${'x'.repeat(80)}\ny`, range: at(0) }));
    const [mark] = sourceMarks({ ...clean, lost });
    expect([mark?.label.length, mark?.reasons.length, mark?.reasons.at(-1)]).toEqual([67, 11, 'and 20 more']);
    expect(mark?.label).not.toContain('\n');
    expect(sourceMarks({ ...clean, lost: [{ pointer: '/0', reason: 'x' }] })).toEqual([]);
  });
});

describe('the address of a preview', () => {
  test.each([
    ['/work/a b.json', 'file:///work/a%20b.json', 'json', '/a b.messages.json'],
    ['/work/rows.jsonl', 'file:///work/rows.jsonl', 'jsonl', '/rows.messages.jsonl'],
    ['/work/log.jsonl', 'file:///work/log.jsonl', 'json', '/log.messages.json'],
    ['/work/.hidden', 'file:///work/.hidden', 'jsonc', '/.hidden.messages.jsonc'],
    ['Untitled-1', 'untitled:Untitled-1', 'json', '/Untitled-1.messages.json'],
    ['/a&to=flat%26?.json', 'file:///a%26to%3Dflat%2526%3F.json', 'json', '/a&to=flat%26?.messages.json'],
  ])('of %s says what it is of', (path, source, languageId, expected) => {
    const address = previewPath(path, source, dialectOf('messages').id, languageId);
    expect(address.path).toBe(expected);
    expect(previewOf(address.query)).toEqual({ source, to: 'messages' });
  });

  test.each(['', 'source=file%3A%2F%2F%2Fa', 'source=a&to=latin', 'to=chat'])('%j is none', (query) => {
    expect(previewOf(query)).toBeUndefined();
  });
});

test('the line above a preview says of what it is, at which cost, and whether it is of now', () => {
  const line = (report: ConversionReport | undefined, failure?: string) => previewLine('a.json', { report, failure });
  expect(line(undefined)).toBe('a.json: being converted');
  expect(line(clean)).toBe('a.json as Messages · nothing is lost');
  expect(line(costly)).toBe('a.json as Messages · 1 fallback, 2 lost, 1 problem');
  expect(line(refused)).toBe('Not as it is now: a.json cannot be written as Messages. The call is new.');
  expect(line(costly, 'The server is gone.')).toBe('Not as it is now: a.json: The server is gone.');
});

describe('an answer', () => {
  test('of another state is asked for again, and never given', async () => {
    let version = 2;
    const answers = [{ version: 1 }, { version: 2 }, { version: 3 }];
    const ask = async () => {
      if (answers.length === 2) version = 3; // a key while it was on its way
      return answers.shift() ?? {};
    };
    expect(await currentAnswer(ask, () => version)).toEqual({ version: 3 });
  });

  test('that never comes in time is not waited for', async () => {
    let asked = 0;
    const ask = async () => ({ version: asked++ });
    expect(await currentAnswer(ask, () => asked)).toBeUndefined();
    expect(asked).toBe(5);
  });
});

describe('work that is done again while things change', () => {
  /** Work that ends when it is told to. */
  function slow() {
    const ends: (() => void)[] = [];
    let state = 0;
    const seen: number[] = [];
    const refresher = new Refresher(async () => {
      seen.push(state);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
    const change = () => {
      state += 1;
      return refresher.refresh();
    };
    const end = async () => {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { refresher, change, end, seen };
  }

  test('never runs twice at once, and never misses the last change', async () => {
    const { change, end, seen } = slow();
    const first = change();
    void change();
    const last = change();
    expect(seen).toEqual([1]);
    await end();
    expect(seen).toEqual([1, 3]); // what came between is of no use any more
    await end();
    await Promise.all([first, last]);
    void change();
    expect(seen).toEqual([1, 3, 4]);
    await end();
  });

  test('is not begun again when nobody wants it any more', async () => {
    const { refresher, change, end, seen } = slow();
    void change();
    void change();
    refresher.stop();
    await end();
    await change();
    expect(seen).toEqual([1]);
  });
});
