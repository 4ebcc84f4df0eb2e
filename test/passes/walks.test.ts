// Nothing is parsed, detected, read, paired, judged or converted twice. The calls are counted, not timed: each of these functions is
// wrapped here, and the core knows nothing of it.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CodeActionKind } from 'vscode-languageserver-protocol';
import {
  convert,
  fix,
  lint,
  normalize,
  prepare,
  TranscriptDocument,
  trim,
  validate,
} from '../../server/src/core/index';
import { cli } from '../cli/cli';
import { folderOf } from '../cli/folder';
import { Client, isAction, pullClient } from '../lsp/support';

/** What was worked on, once for each call. */
const worked = vi.hoisted(() => ({
  parsed: [] as string[],
  detected: [] as unknown[],
  read: [] as unknown[],
  paired: [] as { readonly of: unknown; readonly how: string }[],
  checked: [] as unknown[],
  judged: [] as unknown[],
  converted: [] as string[],
}));

vi.mock('../../server/src/core/json/scan', async (original) => {
  const real = await original<typeof import('../../server/src/core/json/scan')>();
  const parseText: typeof real.parseText = (source, start, end) => {
    worked.parsed.push(source.text.slice(start, end));
    return real.parseText(source, start, end);
  };
  return { ...real, parseText };
});
vi.mock('../../server/src/core/json/records', async (original) => {
  const real = await original<typeof import('../../server/src/core/json/records')>();
  const parseRecords: typeof real.parseRecords = (source, standing) => {
    worked.parsed.push(source.text);
    return real.parseRecords(source, standing);
  };
  return { ...real, parseRecords };
});
vi.mock('../../server/src/core/detect/index', async (original) => {
  const real = await original<typeof import('../../server/src/core/detect/index')>();
  const detectDocument: typeof real.detectDocument = (root, options) => {
    worked.detected.push(root);
    return real.detectDocument(root, options);
  };
  return { ...real, detectDocument };
});
vi.mock('../../server/src/core/dialects/readEntry', async (original) => {
  const real = await original<typeof import('../../server/src/core/dialects/readEntry')>();
  const readEntryOf: typeof real.readEntryOf = (list, node, index, isBroken) => {
    worked.read.push(node);
    return real.readEntryOf(list, node, index, isBroken);
  };
  return { ...real, readEntryOf };
});
vi.mock('../../server/src/core/model/pairing/pairMessages', async (original) => {
  const real = await original<typeof import('../../server/src/core/model/pairing/pairMessages')>();
  const pairMessages: typeof real.pairMessages = (messages, traits, options) => {
    worked.paired.push({ of: messages, how: JSON.stringify(options) });
    return real.pairMessages(messages, traits, options);
  };
  return { ...real, pairMessages };
});
vi.mock('../../server/src/core/lint/runRules', async (original) => {
  const real = await original<typeof import('../../server/src/core/lint/runRules')>();
  const runRules: typeof real.runRules = (conversation, config, before) => {
    worked.checked.push(conversation.messages);
    return real.runRules(conversation, config, before);
  };
  return { ...real, runRules };
});
vi.mock('../../server/src/core/model/edits/safety', async (original) => {
  const real = await original<typeof import('../../server/src/core/model/edits/safety')>();
  const judge: typeof real.judge = (deed, rewrite, evidence) => {
    worked.judged.push(deed);
    return real.judge(deed, rewrite, evidence);
  };
  return { ...real, judge };
});
vi.mock('../../server/src/core/convert/convertConversation', async (original) => {
  const real = await original<typeof import('../../server/src/core/convert/convertConversation')>();
  const { pointerOf } = await import('../../server/src/core/json/node');
  const convertConversation: typeof real.convertConversation = (conversation, conversion) => {
    worked.converted.push(pointerOf(conversation.list));
    return real.convertConversation(conversation, conversion);
  };
  return { ...real, convertConversation };
});

beforeEach(forget);

function forget(): void {
  for (const list of Object.values(worked)) list.length = 0;
}

/** Texts and values that were worked on more than once, and how often each kind of work was done. */
function told() {
  // Inputs of calls are JSON in a string and are looked into beside the text that holds them.
  const texts = worked.parsed.filter((text) => text.includes('"role"'));
  return {
    twice: {
      parsed: repeated(texts).map((text) => text.slice(0, 60)),
      detected: repeated(worked.detected).length,
      read: repeated(worked.read).length,
      paired: repeated(worked.paired.map(({ of, how }) => `${numberOf(of)} ${how}`)),
      checked: repeated(worked.checked).length,
      converted: repeated(worked.converted),
    },
    parsed: texts.length,
    detected: worked.detected.length,
    read: worked.read.length,
    checked: worked.checked.length,
    judged: worked.judged.length,
  };
}

const NEVER = { parsed: [], detected: 0, read: 0, paired: [], checked: 0, converted: [] };

function repeated<One>(list: readonly One[]): One[] {
  return list.filter((one, index) => list.indexOf(one) < index);
}

const numbers = new Map<unknown, number>();

function numberOf(one: unknown): number {
  const known = numbers.get(one) ?? numbers.size;
  numbers.set(one, known);
  return known;
}

const call = (id: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
});
const answer = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'ok' });
const clean = [
  { role: 'user', content: 'Hi' },
  call('a'),
  answer('a'),
  { role: 'assistant', content: 'Done' },
  { role: 'user', content: 'More' },
];
/** A call without a result, a result without a call, and a second result: eight of nine entries are left. */
const faulty = [
  { role: 'user', content: 'Hi' },
  call('a'),
  { role: 'user', content: 'Go on' },
  answer('zz'),
  { role: 'assistant', content: '' },
  call('b'),
  answer('b'),
  answer('b'),
  { role: 'user', content: 'More' },
];
const bodyOf = (messages: readonly unknown[]) => ({ model: 'gpt-4o', messages });
const textOf = (messages: readonly unknown[]) => `${JSON.stringify(bodyOf(messages), undefined, 2)}\n`;
const rowsOf = (...rows: (readonly unknown[])[]) => rows.map((row) => `${JSON.stringify(bodyOf(row))}\n`).join('');

/** How often a text of this many entries is parsed, detected, read entry by entry, and checked. */
const once = (entries: number) => ({ parsed: 1, detected: 1, read: entries, checked: 1 });

describe.each([
  [['check'], once(9)],
  [['stats'], once(9)],
  // The text as it was, and the text that one pass leaves.
  [['fix'], { parsed: 2, detected: 2, read: 9 + 8, checked: 2 }],
  [['fix', '--dry-run'], { parsed: 2, detected: 2, read: 9 + 8, checked: 2 }],
  [['fix', '--diff'], { parsed: 2, detected: 2, read: 9 + 8, checked: 2 }],
  [['fix', '--normalize'], { parsed: 2, detected: 2, read: 9 + 8, checked: 2 }],
  // The new text is looked through for what it reads as; rules ran for what does not parse.
  [['normalize'], { parsed: 2, detected: 2, read: 9 + 8, checked: 1 }],
  [['normalize', '--json'], { parsed: 2, detected: 2, read: 9 + 8, checked: 1 }],
  // The new lists stand where they were put.
  [['convert', '--to', 'messages'], { parsed: 2, detected: 1, read: 9 + 7, checked: 2 }],
  [['convert', '--to', 'messages', '--json'], { parsed: 2, detected: 1, read: 9 + 7, checked: 2 }],
  [['convert', '--to', 'messages', '--normalize'], { parsed: 3, detected: 1, read: 9 + 8 + 6, checked: 2 }],
  // Dropped, repaired, merged and trimmed, each once, as far as there was something to do.
  [['trim', '--budget', '30'], { parsed: 4, detected: 1, read: 9 + 8 + 7 + 1, checked: 2 }],
  [['trim', '--budget', '30', '--json'], { parsed: 4, detected: 1, read: 9 + 8 + 7 + 1, checked: 2 }],
  [['trim', '--budget', '30', '--model', 'gpt-4o-mini'], { parsed: 4, detected: 1, read: 9 + 8 + 7 + 1, checked: 2 }],
])('%j', (argv, expected) => {
  test('does nothing twice', async () => {
    await cli([...argv, 'a.json'], { cwd: folderOf({ 'a.json': textOf(faulty) }) });
    const { judged: _, ...counts } = told();
    expect(counts).toEqual({ twice: NEVER, ...expected });
  });

  test('does nothing twice in rows', async () => {
    await cli([...argv, 'a.jsonl'], { cwd: folderOf({ 'a.jsonl': rowsOf(faulty, clean, faulty) }) });
    expect(told().twice).toEqual(NEVER);
  });
});

test.each([
  [['fix'], once(5)],
  [['fix', '--diff'], once(5)],
  [['fix', '--normalize'], once(5)],
  [['normalize', '--json'], once(5)],
  // Nothing to normalize: it is converted once.
  [['convert', '--to', 'messages', '--normalize'], { parsed: 2, detected: 1, read: 5 + 5, checked: 2 }],
])('%j does on a clean file what check does, and judges nothing', async (argv, expected) => {
  await cli([...argv, 'a.json'], { cwd: folderOf({ 'a.json': textOf(clean) }) });
  expect(told()).toEqual({ twice: NEVER, ...expected, judged: 0 });
});

test('fix reads and checks a file once more for each pass that changed it, whatever its size', async () => {
  for (const times of [1, 10, 100]) {
    forget();
    const messages = [...Array.from({ length: times }, () => clean.slice(0, 4)).flat(), answer('zz')];
    await cli(['fix', 'a.json'], { cwd: folderOf({ 'a.json': textOf(messages) }) });
    const { read, parsed, checked, twice } = told();
    expect({ read, parsed, checked, twice }).toEqual({
      ...{ parsed: 2, checked: 2, twice: NEVER },
      read: messages.length + messages.length - 1,
    });
  }
});

test('fix judges each offer of each text once', () => {
  const { text } = fix(textOf(faulty));
  const judged = worked.judged.length;
  const [before, after] = [textOf(faulty), text].map((one) => TranscriptDocument.open(one, { uri: 'a.json' }));
  before?.analysis();
  forget();
  for (const finding of [...(before?.findingsAhead() ?? []), ...(after?.findings() ?? [])]) finding.proposals();
  expect(judged).toBeGreaterThan(0);
  expect(judged).toBeLessThanOrEqual(worked.judged.length);
});

test.each<[string, () => unknown, number]>([
  ['lint', () => lint(textOf(faulty)), 9],
  ['validate', () => validate(bodyOf(faulty)), 9],
  ['fix', () => fix(textOf(faulty)), 9 + 8],
  ['fix that normalizes', () => fix(textOf(faulty), { normalize: true }), 9 + 8],
  ['normalize', () => normalize(faulty), 9 + 8],
  ['normalize of what is clean', () => normalize(clean), 5],
  ['convert', () => convert(bodyOf(faulty), { to: 'messages' }), 9 + 7],
  ['convert that normalizes', () => convert(bodyOf(faulty), { to: 'messages', normalize: true }), 9 + 8 + 6],
  ['convert that has nothing to normalize', () => convert(bodyOf(clean), { to: 'messages', normalize: true }), 5 + 5],
  ['trim', () => trim(faulty, { budget: 30 }), 9],
  ['prepare', () => prepare(faulty, { budget: 30 }), 9 + 8 + 7 + 1],
])("the library's %s does nothing twice", (_, run, read) => {
  run();
  const counts = told();
  expect(counts.twice).toEqual(NEVER);
  expect(counts.read).toBe(read);
});

describe('a conversion that normalizes', () => {
  const open = (given: string) => [clean[0], { ...call('a'), ...withArguments(given) }];
  const legacy = { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } };

  test.each<[string, readonly unknown[]]>([
    ['an open call', open('{}')],
    [
      'an open call without arguments',
      open('{}').map((entry) => JSON.parse(JSON.stringify(entry).replace(/,"arguments":"{}"/, ''))),
    ],
    [
      'a call of the time before ids that nobody answered',
      [clean[0], legacy, clean[0], { role: 'assistant', content: 'x' }],
    ],
    ['a malformed input of history', [...open('{"x'), answer('a'), clean[0]]],
    ['a new call that cannot be sent', open('{"x')],
  ])('converts once where it meets %s', (_, messages) => {
    convert(bodyOf(messages), { to: 'messages', normalize: true });
    expect(worked.converted).toEqual(['/messages']);
    expect(told().twice).toEqual(NEVER);
  });

  test('looks at a call that the output limit cut off before it normalizes', () => {
    const cut = open('{"x').map((entry, at) => (at === 1 ? { ...entry, finish_reason: 'length' } : entry));
    convert(bodyOf(cut), { to: 'messages', normalize: true });
    expect(worked.converted).toEqual(['/messages', '/messages']);
  });
});

function withArguments(given: string): object {
  return { tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: given } }] };
}

describe('the editor', () => {
  const uri = 'file:///a.json';

  async function opened(messages: readonly unknown[]): Promise<Client> {
    const client = await Client.start({ capabilities: pullClient });
    await client.open(uri, textOf(messages));
    return client;
  }

  test('reads what is opened once', async () => {
    const client = await opened(faulty);
    await client.diagnostics(uri);
    const { judged: _, ...counts } = told();
    expect(counts).toEqual({ twice: NEVER, ...once(9) });
  });

  test('reads one entry for a key in it', async () => {
    const client = await opened(faulty);
    await client.diagnostics(uri);
    forget();
    await client.replace(uri, 'More', 'More!');
    await client.diagnostics(uri);
    const { judged: _, ...counts } = told();
    expect(counts).toEqual({ twice: NEVER, parsed: 1, detected: 0, read: 1, checked: 1 });
  });

  test('fixes all of what it has read', async () => {
    const client = await opened(faulty);
    await client.diagnostics(uri);
    forget();
    const only = [CodeActionKind.SourceFixAll];
    const actions = await client.actions(uri, client.rangeOf(uri, 'model'), { only });
    for (const action of actions) if (isAction(action)) await client.resolve(action);
    expect(actions.length).toBeGreaterThan(0);
    const { parsed, read, checked, twice } = told();
    expect({ parsed, read, checked, twice }).toEqual({ parsed: 1, read: 8, checked: 1, twice: NEVER });
  });

  test.each([
    ['normalize', {}, { parsed: 1, read: 8 }],
    ['convert', { to: 'messages' }, { parsed: 1, read: 7 }],
    ['trim', { budget: 30, changes: true }, { parsed: 0, read: 0 }],
  ])('foresees %s on what it has read', async (name, argument, expected) => {
    const client = await opened(faulty);
    await client.diagnostics(uri);
    forget();
    await client.execute(`transcript-lint.${name}`, { uri, preview: true, ...argument });
    const { parsed, read, twice } = told();
    expect({ parsed, read, twice }).toEqual({ ...expected, twice: NEVER });
  });
});
