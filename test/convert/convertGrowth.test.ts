import { describe, test } from 'vitest';
import { convert, convertDocument, TranscriptDocument } from '../../server/src/core/index';
import { expectLinear } from '../support/growth';

const SIZE = 500;

function chatOf(exchanges: number, id = (i: number) => `call_${i}`): unknown[] {
  return Array.from({ length: exchanges }, (_, i) => [
    { role: 'user', content: `question ${i}` },
    {
      role: 'assistant',
      content: 'looking',
      tool_calls: [
        { id: id(i), type: 'function', function: { name: 'f', arguments: i % 3 === 0 ? '{"a' : '{"a":1}' } },
      ],
    },
    { role: 'tool', tool_call_id: id(i), content: 'r' },
    { role: 'system', content: 'note' },
  ]).flat();
}

function open(text: string, uri = 'file:///a.json'): TranscriptDocument {
  return TranscriptDocument.open(text, { uri, isNamed: true });
}

describe('the cost of a conversion grows with the conversation', () => {
  test.each(['messages', 'flat', 'chat'] as const)('of a value to %s', (to) => {
    expectLinear(SIZE, (size) => {
      const list = chatOf(size);
      return () => convert(list, { to, from: 'chat' });
    });
  });

  test('of a text', () => {
    expectLinear(SIZE / 2, (size) => {
      const document = open(JSON.stringify({ messages: chatOf(size) }, undefined, 2));
      return () => convertDocument(document, { to: 'messages' });
    });
  });

  test('whose ids are all rewritten, to ones that meet', () => {
    expectLinear(SIZE, (size) => {
      const list = chatOf(size, (i) => 'call'.padEnd(6 + (i % 7), '.') + ['.', ':', '/'][i % 3]);
      return () => convert(list, { to: 'own', from: 'chat', rewriteIds: true });
    });
  });

  test('that is normalized first', () => {
    expectLinear(SIZE / 2, (size) => {
      const list = chatOf(size).filter((_, i) => i % 8 !== 2);
      return () => convert(list, { to: 'messages', from: 'chat', normalize: true });
    });
  });

  test('of one turn with many calls, and one run of many results', () => {
    expectLinear(SIZE * 2, (size) => {
      const ids = Array.from({ length: size }, (_, i) => `c${i}`);
      const calls = ids.map((id) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } }));
      const results = ids.map((id) => ({ role: 'tool', tool_call_id: id, content: 'r' }));
      const list = [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: null, tool_calls: calls },
        ...results,
      ];
      return () => convert(list, { to: 'messages', from: 'chat' });
    });
  });

  test('of neighbours that Messages reads as one turn', () => {
    expectLinear(SIZE, (size) => {
      const ids = Array.from({ length: size }, (_, i) => `c${i}`);
      const calls = ids.map((id) => ({ role: 'assistant', content: [{ type: 'tool_use', id, name: 'f', input: {} }] }));
      const results = ids.map((id) => ({
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content: 'r' }],
      }));
      const list = [{ role: 'user', content: 'q' }, ...calls, ...results];
      return () => convert(list, { to: 'chat', from: 'messages' });
    });
  });

  test('of one turn that declares an id again and again, with instructions among its results', () => {
    expectLinear(SIZE, (size) => {
      const call = { tool_call_id: 'c', name: 'f', arguments: {} };
      const results = Array.from({ length: size }, () => [
        { role: 'system', content: 's' },
        { role: 'tool', tool_call_id: 'c', content: 'r' },
      ]).flat();
      const asked = { role: 'assistant', content: '', tool_calls: Array.from({ length: size }, () => call) };
      const list = [{ role: 'user', content: 'q' }, asked, ...results];
      return () => convert(list, { to: 'messages', from: 'flat', rewriteIds: true, system: 'as-user' });
    });
  });

  test('of a list whose instructions move behind results in its own dialect', () => {
    expectLinear(SIZE, (size) => {
      const list = chatOf(size).flatMap((entry, i) =>
        i % 4 === 1 ? [entry, { role: 'system', content: 's' }] : [entry],
      );
      return () => convert(list, { to: 'chat', from: 'chat', system: 'as-user' });
    });
  });

  test('of rows of which many cannot be read or sent', () => {
    expectLinear(SIZE / 2, (size) => {
      const row = JSON.stringify({ messages: chatOf(1) });
      const refused = JSON.stringify({ messages: chatOf(1).slice(0, 2) });
      const document = open(`${row}\n${refused}\n{"messages":[\n`.repeat(size), 'file:///s.jsonl');
      return () => convertDocument(document, { to: 'messages', normalize: true });
    });
  });

  test('of a session log that is normalized', () => {
    expectLinear(SIZE, (size) => {
      const rows = Array.from({ length: size }, (_, i) => ({
        type: 'message',
        id: `r${i}`,
        parentId: i === 0 ? null : `r${i - 1}`,
        message:
          i % 2 === 0
            ? { role: 'user', content: [{ type: 'text', text: `t${i}` }] }
            : { role: 'assistant', content: [{ type: 'toolCall', id: `c${i}`, name: 'f', arguments: { n: i } }] },
      }));
      const document = open(rows.map((row) => JSON.stringify(row)).join('\n'), 'file:///s.jsonl');
      return () => convertDocument(document, { to: 'messages', normalize: true });
    });
  });

  test('of a session log', () => {
    expectLinear(SIZE, (size) => {
      const rows = Array.from({ length: size }, (_, i) => ({
        type: 'message',
        id: `r${i}`,
        parentId: i === 0 ? null : `r${i - 1}`,
        message: { role: i % 2 === 0 ? 'user' : 'assistant', content: [{ type: 'text', text: `t${i}` }] },
      }));
      const document = open(rows.map((row) => JSON.stringify(row)).join('\n'), 'file:///s.jsonl');
      return () => convertDocument(document, { to: 'messages' });
    });
  });

  test('of many rows, each a conversation', () => {
    expectLinear(SIZE / 2, (size) => {
      const row = JSON.stringify({ messages: chatOf(1) });
      const document = open(`${row}\n`.repeat(size), 'file:///s.jsonl');
      return () => convertDocument(document, { to: 'messages' });
    });
  });
});
