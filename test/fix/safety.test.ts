// A safe fix destroys nothing that somebody wrote and makes nothing up beside evidence; and it still mends what is plain.
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits, type Config, fix, lint, normalize, type Target, targetIds } from '../../server/src/core/index';
import { deedKinds } from '../../server/src/core/model/edits/safety';
import { distanceOfIds, NearIds } from '../../server/src/core/model/pairing/nearIds';
import { conversation } from '../support/conversations';
import { type Shaped, shapes, slipped } from '../support/slips';

const STUB = 'Tool call was interrupted';
const dialects: readonly Shaped[] = ['flat', 'chat', 'messages'];
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const inDialect = (dialect: Shaped): Partial<Config> => ({ files: [{ glob: '**', dialect }] });
const faultsOf = (findings: ReturnType<typeof lint>) =>
  findings.filter(({ severity }) => severity === 'error' || severity === 'warning');

function fixed(dialect: Shaped, messages: readonly unknown[]): string {
  return fix(JSON.stringify(messages, null, 1), { uri: 'a.json', config: inDialect(dialect) }).text;
}

test('every kind of rewrite has its row in docs/design/safety.md, and every row its kind', () => {
  const rows = [...read('docs/design/safety.md').matchAll(/^\| `([a-z-]+)` \|/gm)].map((row) => row[1]);
  expect(rows).toEqual([...deedKinds].sort());
});

describe.each(dialects)('in %s', (dialect) => {
  const { calling, result, prefix } = shapes[dialect];
  const [one, two] = [`${prefix}a1`, `${prefix}b2`];
  const user = { role: 'user', content: 'go' };
  const end = [
    { role: 'assistant', content: 'done' },
    { role: 'user', content: 'thanks' },
  ];

  test('a slip of an id costs no result and brings no stub', () => {
    let hurt = 0;
    fc.assert(
      fc.property(slipped(dialect), ({ messages, texts }) => {
        const text = JSON.stringify(messages, null, 1);
        const config = inDialect(dialect);
        const { text: after } = fix(text, { config });
        expect(texts.filter((said) => !after.includes(said))).toEqual([]);
        expect(after).not.toContain(STUB);
        expect(fix(after, { config }).text).toBe(after);
        if (faultsOf(lint(text, { config })).length > 0) hurt++;
      }),
      { numRuns: 300, seed: 11 },
    );
    expect(hurt).toBeGreaterThan(200);
  });

  test('what a slip parted is paired by one choice, at either end', () => {
    let paired = 0;
    fc.assert(
      fc.property(slipped(dialect), ({ messages, texts }) => {
        const text = JSON.stringify(messages, null, 1);
        const config = inDialect(dialect);
        for (const finding of lint(text, { config })) {
          const [first] = finding.fixes;
          if (first === undefined || !/^(Pair|Give)/.test(first.title)) continue;
          paired++;
          expect(first.isPreferred).toBe(true);
          const after = fix(applyEdits(text, first.edits), { config }).text;
          expect(texts.filter((said) => !after.includes(said))).toEqual([]);
          expect(faultsOf(lint(after, { config })).map(({ rule }) => rule)).toEqual([]);
        }
      }),
      { numRuns: 150, seed: 12 },
    );
    expect(paired).toBeGreaterThan(100);
  });

  test.each<readonly [string, readonly unknown[], readonly string[]]>([
    ['a text that is an entry', [user, 'a precious line', ...end], ['a precious line']],
    ['a text without a role', [user, { content: 'nobody said this' }, ...end], ['nobody said this']],
    ['a member of an entry without a role', [user, { note: 'remember' }, ...end], ['remember']],
    ['an unknown role', [user, { role: 'operator', content: 'valve shut' }, ...end], ['valve shut']],
    ['a pair without ids', [user, calling(['']), result('', 'the reading'), ...end], ['the reading', 'measure']],
    [
      'two calls of one id with two results',
      [user, calling([one, one]), result(one, 'first'), result(one, 'second'), ...end],
      ['first', 'second'],
    ],
    [
      'two results that differ',
      [user, calling([one]), result(one, 'reset'), result(one, '3.20 m'), ...end],
      ['reset', '3.20 m'],
    ],
    ['a call on the user', [user, { ...calling([two]), role: 'user' }, result(two, '41 kg'), ...end], ['41 kg']],
    [
      'a result two exchanges further on with an id like it',
      [
        user,
        calling([`${one}longenough`]),
        user,
        calling([two]),
        result(two, 'x'),
        user,
        calling([`${two}0`]),
        result(`${two}0`, 'y'),
        user,
        calling([`${two}1`]),
        result(`${two}1`, 'z'),
        result(`${one}longenoughh`, 'late one'),
        ...end,
      ],
      ['late one'],
    ],
    ['a result in front of its call', [user, result(one, 'too early'), calling([one]), user, ...end], ['too early']],
    [
      'an orphan behind a call that waits at the end',
      [user, ...end, calling([one]), result(two, 'whose is it')],
      ['whose is it'],
    ],
  ])('%s stays', (_, messages, texts) => {
    const after = fixed(dialect, messages);
    expect(texts.filter((text) => !after.includes(text))).toEqual([]);
    expect(after).not.toContain(STUB);
  });

  test.each<readonly [string, readonly unknown[], (text: string) => boolean]>([
    ['a call that nothing can answer', [user, calling([one]), user, ...end], (text) => text.includes(STUB)],
    ['a result that no call can have', [user, result(one, 'stray'), ...end], (text) => !text.includes('stray')],
    [
      'an equal second result',
      [user, calling([one]), result(one, 'same'), result(one, 'same'), ...end],
      (text) => text.split('"same"').length === 2,
    ],
    [
      'a second result that is a stub',
      [user, calling([one]), result(one, 'real'), result(one, 'aborted'), ...end],
      (text) => text.includes('real') && !text.includes('aborted'),
    ],
    [
      'an orphan far behind the next exchange',
      [
        user,
        calling([one]),
        user,
        calling([two]),
        result(two, 'x'),
        user,
        calling([`${two}x`]),
        result(`${two}x`, 'y'),
        user,
        result('other', 'far away'),
        ...end,
      ],
      (text) => text.includes(STUB) && !text.includes('far away'),
    ],
    [
      'white space around an id',
      [user, calling([one]), result(` ${one} `, 'r'), ...end],
      (text) => !text.includes(`" ${one}`),
    ],
    [
      'a late result',
      [user, calling([one]), { role: 'user', content: 'well?' }, result(one, 'late'), ...end],
      (text) => text.indexOf('late') < text.indexOf('well?') && !text.includes(STUB),
    ],
    [
      'an entry that says nothing',
      [user, null, '  ', { role: '', content: '' }, ...end],
      (text) => JSON.parse(text).length === 3,
    ],
    [
      'the same call twice',
      [user, calling([one, one]), result(one, 'r'), ...end],
      (text) => text.split('measure').length === 2,
    ],
  ])('%s is still mended', (_, messages, isMended) => {
    expect(isMended(fixed(dialect, messages))).toBe(true);
  });

  test('both ends of what may be a pair lead to each other', () => {
    const text = JSON.stringify([user, calling([`${one}xyz`]), result(one, 'r'), ...end]);
    const findings = lint(text, { config: inDialect(dialect) });
    const [call, orphan] = ['unanswered-call', 'orphan-result'].map((rule) =>
      findings.find((one) => one.rule === rule),
    );
    expect(call?.related.map(({ pointer }) => pointer)).toContain(orphan?.pointer);
    expect(orphan?.related.map(({ pointer }) => pointer)).toContain(call?.pointer);
    expect(call?.fixes[0]?.title).toBe(orphan?.fixes[0]?.title);
    expect(call?.fixes[0]?.title).toBe(`Pair the result for "${one}" with the call "${one}xyz"`);
  });

  test('what goes and what is left is told', () => {
    const messages = [user, result('other', 'a stray reading'), user, calling([`${one}xyz`]), result(one, 'r'), ...end];
    const { went, left } = fix(JSON.stringify(messages), { config: inDialect(dialect) });
    expect(went.map(({ text }) => text)).toEqual(['a stray reading']);
    expect(left.map(({ why }) => why)).toEqual([
      `the result for "${one}" could answer the call "${one}xyz"; pair them or remove it`,
    ]);
  });

  test('normalization says what a dropped result could have answered', () => {
    const { drops } = normalize([user, calling([`${one}xyz`]), result(one, 'r'), ...end], { dialect });
    const [drop] = drops.filter(({ kind }) => kind === 'result');
    expect(drop?.couldAnswer?.map(({ id }) => id)).toEqual([`${one}xyz`]);
  });
});

describe('the cases', () => {
  interface Case {
    readonly input: unknown;
    readonly target: Target;
    readonly right: { readonly output?: unknown };
  }
  const of = (name: string) => JSON.parse(read(`fixtures/faults/cases/${name}.json`)) as Case;

  test('known-stub-of-openclaw-before-the-real-result', () => {
    const { input, right } = of('known-stub-of-openclaw-before-the-real-result');
    const list = input as unknown[];
    expect(normalize(list, { dialect: 'chat' })).toMatchObject({ messages: right.output, dropped: 1 });
    expect(lint(JSON.stringify(list)).map(({ rule }) => rule)).toEqual(['duplicate-result']);
    expect(JSON.parse(fix(JSON.stringify(list)).text)).toEqual(right.output);
    const renamed = JSON.stringify(list).replace('[openclaw]', '[lossless-claw]');
    expect(JSON.parse(fix(renamed).text)).toEqual(right.output);
    const longer = JSON.stringify(list).replace('transcript repair.', 'transcript repair. And 3 more.');
    expect(fix(longer).text).toContain('And 3 more.');
  });

  test('two-results-that-differ-and-none-is-a-stub', () => {
    const { input, target } = of('two-results-that-differ-and-none-is-a-stub');
    const text = JSON.stringify(input);
    const findings = lint(text, { config: { target } });
    expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual(['duplicate-result /3']);
    const offers = findings[0]?.fixes.map(({ title, safety }) => `${safety} ${title}`);
    expect(offers).toEqual([
      'unsafe Keep the first result, remove the second',
      'unsafe Keep the second result, remove the first',
    ]);
    const [first, second] = findings[0]?.fixes.map(({ edits }) => applyEdits(text, edits)) ?? [];
    expect(first).toContain('connection reset');
    expect(first).not.toContain('3.20 m');
    expect(second).toContain('3.20 m');
    expect(second).not.toContain('connection reset');
    expect(fix(text, { config: { target } }).text).toBe(text);
    const same = text.replace('3.20 m', 'Error: connection reset before any output');
    expect(fix(same, { config: { target } }).text).not.toBe(same);
  });

  test('late-system-is-the-turn-to-be-answered', () => {
    const { input, target } = of('late-system-is-the-turn-to-be-answered');
    const text = JSON.stringify(input);
    const findings = lint(text, { config: { target } });
    expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual(['system-not-first /messages/3']);
    expect(findings[0]?.fixes.map(({ title, safety }) => `${safety} ${title}`)).toEqual([
      'unsafe Move it to the front (the list then ends on the assistant)',
      'unsafe Make it a user turn',
    ]);
    expect(fix(text, { config: { target } }).text).toBe(text);
  });
});

test('of the samples, fix takes only what has no other half', () => {
  const gone = readdirSync(new URL('../../fixtures/samples/', import.meta.url)).map((name) => {
    const { went } = fix(read(`fixtures/samples/${name}`), { uri: name });
    return [name, ...went.map(({ rule, text }) => `${rule}: ${text}`)];
  });
  expect(gone).toEqual([
    ['1-unanswered-call.json'],
    ['2-trimmed-history.json', 'orphan-result: ["lentil soup", "pea soup"]'],
    ['3-agent-log.jsonc', 'unusable-call-id: read_gauge {"pier":"south"}', 'duplicate-result: 412'],
    ['4-training.jsonl'],
    ['5-clean.json'],
  ]);
});

describe('fix-all never leaves more errors and warnings than it found', () => {
  const folders = ['fixtures/cases/provider', 'fixtures/cases/behaviour', 'fixtures/faults/cases'];
  test.each(['auto', ...targetIds] as const)('for %s', (target) => {
    let tried = 0;
    const check = (text: string, uri: string) => {
      const before = faultsOf(lint(text, { uri, config: { target } }));
      if (!before.some(({ fixes }) => fixes.some(({ safety }) => safety === 'safe'))) return;
      tried++;
      const after = fix(text, { uri, config: { target } }).text;
      expect(faultsOf(lint(after, { uri, config: { target } })).length).toBeLessThanOrEqual(before.length);
    };
    for (const folder of folders) {
      for (const name of readdirSync(new URL(`../../${folder}/`, import.meta.url))) {
        const { document, input } = JSON.parse(read(`${folder}/${name}`)) as { document?: unknown; input?: unknown };
        const whole = document ?? input;
        if (typeof whole === 'object' && whole !== null) check(JSON.stringify(whole), 'a.json');
      }
    }
    for (const rule of readdirSync(new URL('../../fixtures/rules/', import.meta.url))) {
      for (const name of readdirSync(new URL(`../../fixtures/rules/${rule}/`, import.meta.url))) {
        if (/^invalid.*\.jsonc?l?$/.test(name)) check(read(`fixtures/rules/${rule}/${name}`), name);
      }
    }
    expect(tried).toBeGreaterThan(10);
  });
});

describe('an offer', () => {
  test.each(dialects)('changes the text, for %s lists read as any dialect', (written) => {
    fc.assert(
      fc.property(conversation(written), fc.constantFrom(...dialects), (messages, as) => {
        const text = JSON.stringify({ messages, tools: [{ name: 'f', input_schema: {} }] });
        for (const { fixes } of lint(text, { config: inDialect(as) })) {
          for (const { edits } of fixes) expect(applyEdits(text, edits)).not.toBe(text);
        }
      }),
      { numRuns: 120, seed: 9 },
    );
  });

  test('is none where a broken expectation would stay as it is', () => {
    const text = '{"messages":[{"role":"user","content":"x"}],"transcriptLint":{"expect":["';
    for (const { fixes } of lint(text, { uri: 'd.jsonc' })) {
      for (const { edits } of fixes) expect(applyEdits(text, edits)).not.toBe(text);
    }
  });
});

test('in Messages a later exchange inside one run of the assistant keeps its evidence', () => {
  const { calling, result } = shapes.messages;
  const messages = [
    { role: 'user', content: 'q' },
    calling(['a']),
    { ...result('a', 'first'), role: 'assistant' },
    calling(['a']),
    result('a', 'second'),
    { role: 'assistant', content: 'ok' },
  ];
  const { messages: after, dropped, renamed } = normalize(messages, { dialect: 'messages' });
  expect(dropped).toBe(0);
  expect(renamed.map(({ from, to }) => `${from} ${to}`)).toEqual(['a a_2']);
  expect(JSON.stringify(after)).toContain('{"type":"tool_result","tool_use_id":"a_2","content":"second"}');
  expect(JSON.stringify(after)).toContain('{"type":"tool_result","tool_use_id":"a","content":"first"}');
});

describe('ids that are near', () => {
  test.each([
    ['call_w1', 'call_', true],
    ['call_w1', 'CALL-W1', true],
    ['call_w1', 'functions.call_w1', true],
    ['call_w1', 'w1', false],
    ['abcd', 'abce', true],
    ['abcd', 'abef', false],
    ['abcdefgh', 'abcdefxy', true],
    ['abcdefgh', 'abcdexyz', false],
    ['abc', 'abd', false],
    ['', '', true],
  ])('%j and %j: %s', (a, b, isNear) => {
    expect(distanceOfIds(a, b) !== undefined).toBe(isNear);
  });

  test('are found among many as by comparing each', () => {
    const id = fc.stringMatching(/^[ab_]{1,9}$/);
    fc.assert(
      fc.property(fc.array(id, { maxLength: 12 }), id, fc.nat(12), (ids, asked, at) => {
        const items = ids.map((one, i) => ({ id: one, at: i }));
        const isNear = (one: { id: string }) => distanceOfIds(asked, one.id) !== undefined;
        const before = new NearIds(items, 'before').nearTo(asked, at);
        expect(before.isAny).toBe(items.some((one) => one.at < at && isNear(one)));
        const behind = new NearIds(items, 'behind').nearTo(asked, at);
        expect(behind.isAny).toBe(items.some((one) => one.at > at && isNear(one)));
      }),
      { numRuns: 3000, seed: 3 },
    );
  });
});
