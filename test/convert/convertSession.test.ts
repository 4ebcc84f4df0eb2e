// docs/design/conversion.md, "Session logs": the session log of Pi as a request. Order follows parent links, branches are
// honoured.
import { describe, expect, test } from 'vitest';
import { type ConvertOptions, convert, convertDocument, TranscriptDocument } from '../../server/src/core/index';

const text = (said: string) => ({ type: 'text', text: said });
const header = { type: 'session', version: 3, id: 's', timestamp: '2031-01-01T00:00:00.000Z', cwd: '/' };

function row(id: string, parentId: string | null, message: object, more: object = {}): object {
  return { type: 'message', id, parentId, timestamp: `2031-01-01T00:00:${id.padStart(2, '0')}.000Z`, message, ...more };
}

const said = (role: string, words: string) => ({ role, content: [text(words)] });

function messagesOf(rows: readonly object[], options: Partial<ConvertOptions> = {}): unknown {
  const { document } = convert(rows, { to: 'messages', ...options });
  return (document as { messages: unknown } | undefined)?.messages;
}

describe('branches', () => {
  const rows = [
    header,
    row('1', null, said('user', 'hi')),
    row('2', '1', said('assistant', 'left')),
    row('3', '2', said('user', 'left on')),
    row('4', '1', said('assistant', 'right')),
    row('5', '4', said('user', 'right on')),
  ];
  const right = [said('user', 'hi'), said('assistant', 'right'), said('user', 'right on')];

  test('the one that was written to last is taken', () => {
    expect(messagesOf(rows)).toEqual(right);
  });

  test('whatever the order of the lines', () => {
    expect(messagesOf([...rows].reverse())).toEqual(right);
    expect(messagesOf([rows[4], rows[0], rows[5], rows[2], rows[1], rows[3]] as object[])).toEqual(right);
  });

  test('or the one that a row names', () => {
    expect(messagesOf(rows, { branch: '3' })).toEqual([
      said('user', 'hi'),
      said('assistant', 'left'),
      said('user', 'left on'),
    ]);
    expect(messagesOf(rows, { branch: '2' })).toEqual([said('user', 'hi'), said('assistant', 'left')]);
  });

  test('a row that is not there is a problem', () => {
    expect(convert(rows, { to: 'messages', branch: '9' })).toMatchObject({
      document: undefined,
      problems: [{ rule: 'unknown-branch' }],
    });
  });

  test('a later row of an id replaces the earlier', () => {
    expect(messagesOf([...rows, row('5', '4', said('user', 'edited'))])).toEqual([
      ...right.slice(0, 2),
      said('user', 'edited'),
    ]);
  });

  test('rows in a circle end, and one whose parent is gone is told', () => {
    const torn = convert([row('2', 'gone', said('user', 'a')), row('3', '2', said('assistant', 'b'))], {
      to: 'messages',
    });
    expect(torn.document).toMatchObject({ messages: [said('user', 'a'), said('assistant', 'b')] });
    expect(torn.lost.map(({ pointer }) => pointer)).toEqual(['/0']);
    const circle = convert([row('1', '2', said('user', 'a')), row('2', '1', said('assistant', 'b'))], {
      to: 'messages',
    });
    expect((circle.document as { messages: unknown[] }).messages.length).toBe(2);
    expect(circle.lost.length).toBe(1);
  });

  test('rows without ids are one branch, in the order of their lines', () => {
    const plain = [{ type: 'session', version: 1 }, ...right.map((message) => ({ type: 'message', message }))];
    expect(messagesOf(plain)).toEqual(right);
  });
});

describe('what else a log holds', () => {
  test('a compaction stands for what came before it', () => {
    const rows = [
      header,
      row('1', null, said('user', 'old')),
      row('2', '1', said('assistant', 'older')),
      row('3', '2', said('user', 'kept')),
      { type: 'compaction', id: '4', parentId: '3', summary: 'they met', firstKeptEntryId: '3', tokensBefore: 9 },
      row('5', '4', said('assistant', 'new')),
    ];
    const made = convert(rows, { to: 'messages' });
    expect(made.document).toMatchObject({
      messages: [{ role: 'user', content: 'they met' }, said('user', 'kept'), said('assistant', 'new')],
    });
    expect(made.lost).toEqual([{ pointer: '/4', reason: '2 messages before it: their summary stands for them' }]);
  });

  test('summaries of branches, messages of extensions and commands are text of the user; settings are none of it', () => {
    const rows = [
      header,
      { type: 'model_change', id: '1', parentId: null, provider: 'anthropic', modelId: 'claude-opus-4-5' },
      { type: 'thinking_level_change', id: '2', parentId: '1', thinkingLevel: 'high' },
      row('3', '2', said('user', 'hi')),
      { type: 'branch_summary', id: '4', parentId: '3', fromId: '9', summary: 'tried left' },
      { type: 'custom_message', id: '5', parentId: '4', customType: 'note', content: 'mind the gap', display: true },
      row('6', '5', { role: 'bashExecution', command: 'ls', output: 'a', exitCode: 0 }),
      row('7', '6', { role: 'bashExecution', command: 'pwd', output: '/', excludeFromContext: true }),
      { type: 'label', id: '8', parentId: '7', targetId: '3', label: 'start' },
    ];
    const made = convert(rows, { to: 'messages' });
    const user = (content: string) => ({ role: 'user', content });
    expect(made.document).toEqual({
      model: 'claude-opus-4-5',
      max_tokens: 4096,
      messages: [said('user', 'hi'), user('tried left'), user('mind the gap'), user('$ ls\na')],
    });
    expect(made.lost.map(({ pointer }) => pointer)).toEqual(['/6/message']);
  });

  test('images, failures and results with parts go over', () => {
    const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' };
    const png = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } };
    const rows = [
      header,
      row('1', null, { role: 'user', content: [text('see'), image] }),
      row('2', '1', { role: 'assistant', content: [{ type: 'toolCall', id: 'c', name: 'shot', arguments: { a: 1 } }] }),
      row('3', '2', {
        role: 'toolResult',
        toolCallId: 'c',
        toolName: 'shot',
        isError: true,
        content: [text('no'), image],
      }),
    ];
    expect(messagesOf(rows)).toEqual([
      { role: 'user', content: [text('see'), png] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'shot', input: { a: 1 } }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'c', content: [text('no'), png], is_error: true }],
      },
    ]);
    const chat = convert(rows, { to: 'chat' });
    expect(chat.document).toMatchObject({
      messages: [{}, { tool_calls: [{ id: 'c' }] }, { role: 'tool', content: 'no' }],
    });
    expect(chat.lost.map(({ pointer }) => pointer)).toEqual(['/3/message/isError', '/3/message/content/1']);
  });
});

describe('a log as a text', () => {
  const rows = [header, row('1', null, said('user', 'hi')), row('2', '1', said('assistant', 'ho'))];
  const lines = (eol: string) => rows.map((one) => JSON.stringify(one) + eol).join('');
  const made = (source: string, options: Partial<ConvertOptions> = {}) =>
    convertDocument(TranscriptDocument.open(source, { uri: 'file:///s.jsonl', isNamed: true }), {
      to: 'messages',
      ...options,
    });

  test('becomes one document that people can read', () => {
    expect(made(lines('\n'), { model: 'claude-opus-4-5' }).text).toBe(
      `${JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 4096, messages: [said('user', 'hi'), said('assistant', 'ho')] }, undefined, 2)}\n`,
    );
  });

  test('keeps its line ends and its mark', () => {
    const { text: out = '' } = made(`\uFEFF${lines('\r\n')}`);
    expect(out.startsWith('\uFEFF{\r\n')).toBe(true);
    expect(out.replaceAll('\r\n', '')).not.toContain('\n');
  });

  test('says of a broken row what check says, and converts the others', () => {
    const { text: out = '' } = made(`${lines('\n')}{"type":"message","id":"3",`);
    expect(JSON.parse(out).messages.length).toBe(2);
  });
});

test('rows of bare messages are no log', () => {
  const bare = [
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: 'ho' },
  ];
  expect(convert(bare, { to: 'messages' }).document).toEqual(bare);
  // Claude Code's log has messages in rows as well, in another shape.
  const other = [{ type: 'user', message: { role: 'user', content: 'hi' }, uuid: 'a', parentUuid: null }];
  expect(convert(other, { to: 'chat' })).toMatchObject({
    document: undefined,
    problems: [{ rule: 'nothing-to-convert' }],
  });
});
