// A list that holds calls and results of two dialects: they pair across the shapes, one finding says it, and nothing that runs by
// itself takes a pair apart.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  convert,
  convertDocument,
  type DialectName as Dialect,
  defaultResolvedConfig,
  type Finding,
  normalizeDocument,
  type ResolvedConfig,
  TranscriptDocument,
} from '../../server/src/core/index';
import { fixText } from '../support/fixText';

const STUB = 'Tool call was interrupted; no result.';

interface Case {
  readonly input: readonly unknown[];
  readonly dialect: Dialect;
}

function faultCase(name: string): Case {
  return JSON.parse(readFileSync(new URL(`../../fixtures/faults/cases/${name}.json`, import.meta.url), 'utf8')) as Case;
}

function findingsOf(list: unknown, config: Partial<ResolvedConfig> = {}): readonly Finding[] {
  const whole = { ...defaultResolvedConfig, ...config };
  return TranscriptDocument.open(JSON.stringify(list), { uri: 'a.json', config: whole }).analysis().findings;
}

const said = (findings: readonly Finding[]) => findings.map(({ rule, pointer }) => `${rule} ${pointer}`);

function normalized(list: unknown) {
  return normalizeDocument(TranscriptDocument.open(JSON.stringify(list), { uri: 'a.json' }));
}

function converted(list: unknown, to: Dialect) {
  return convertDocument(TranscriptDocument.open(JSON.stringify(list), { uri: 'a.json' }), { to });
}

describe('mixed-result-block-answers-a-chat-call', () => {
  const { input } = faultCase('mixed-result-block-answers-a-chat-call');

  it('is one finding, at the block', () => {
    expect(said(findingsOf(input))).toEqual(['mixed-dialects /2']);
  });

  it('keeps the answer, whatever runs by itself', () => {
    const text = JSON.stringify(input);
    expect(fixText(text, { uri: 'a.json' }).text).toBe(text);
    const { text: after, conversations } = normalized(input);
    expect(after).toBe(text);
    expect(conversations[0]?.left).toEqual([{ rule: 'mixed-dialects', pointer: '/2' }]);
    expect(conversations[0]?.inserted).toEqual([]);
  });

  it('offers the block as a tool row', () => {
    const { text } = fixText(JSON.stringify(input), { uri: 'a.json' }, { unsafe: true, only: ['mixed-dialects'] });
    const [user, call, , answer] = input;
    expect(JSON.parse(text)).toEqual([user, call, { role: 'tool', tool_call_id: 'call_w', content: '41 kg' }, answer]);
    expect(findingsOf(JSON.parse(text))).toEqual([]);
  });
});

describe('mixed-chat-pair-behind-a-messages-pair', () => {
  const { input } = faultCase('mixed-chat-pair-behind-a-messages-pair');

  it('is one finding, at the first entry of the minority', () => {
    expect(said(findingsOf(input))).toEqual(['mixed-dialects /3']);
    expect(said(findingsOf(input, { target: 'anthropic' }))).toEqual(['mixed-dialects /3']);
  });

  it('is left alone by normalization, which says so', () => {
    const { text, conversations } = normalized(input);
    expect(text).toBe(JSON.stringify(input));
    expect(conversations[0]?.left.map(({ pointer }) => pointer)).toEqual(['/3', '/4']);
  });

  it('offers both entries as Messages, with nothing left to say', () => {
    const { text } = fixText(JSON.stringify(input), { uri: 'a.json' }, { unsafe: true, only: ['mixed-dialects'] });
    const after = JSON.parse(text) as unknown[];
    expect(after.slice(3, 5)).toEqual([
      { role: 'assistant', content: [{ type: 'tool_use', id: 'call_fu', name: 'test', input: { what: 'fuse' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_fu', content: 'blown' }] },
    ]);
    expect(findingsOf(after)).toEqual([]);
  });
});

describe('a conversion of a mixed list', () => {
  const lists = ['mixed-result-block-answers-a-chat-call', 'mixed-chat-pair-behind-a-messages-pair'].map(faultCase);
  test.each(lists.flatMap(({ input }) => (['chat', 'messages', 'flat'] as const).map((to) => [to, input] as const)))(
    'to %s is refused with the reason, and changes nothing',
    (to, input) => {
      const { ok, problems, text } = converted(input, to);
      expect(ok).toBe(false);
      expect(problems.map(({ rule }) => rule)).toContain('mixed-dialects');
      expect(text === undefined || text === JSON.stringify(input)).toBe(true);
      expect(convert(input, { to }).ok).toBe(false);
    },
  );
});

describe('a dialect that was chosen wrongly', () => {
  const chat = [
    { role: 'user', content: 'Both locks?' },
    ...['1', '2', '3', '4'].flatMap((n) => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: `call_${n}`, type: 'function', function: { name: 'lock', arguments: '{"n":1' } }],
      },
      { role: 'tool', tool_call_id: `call_${n}`, content: null },
      { role: 'developer', content: 'Be brief.' },
    ]),
    { role: 'assistant', content: null },
  ];

  it('is one finding that says which one it is', () => {
    for (const config of [{ dialect: 'messages' }, { file: 'messages' }] as const) {
      const findings = findingsOf(chat, config);
      expect(said(findings)).toEqual(['mixed-dialects /1']);
      expect(findings[0]?.message).toBe(
        'The list is read as Anthropic Messages, but it is OpenAI chat. Set its dialect to "chat".',
      );
      expect(findings[0]?.fixes).toEqual([]);
    }
  });

  it('and says the rest once the dialect is right', () => {
    expect(findingsOf(chat).length).toBeGreaterThan(3);
  });
});

/** A pair, each half in one of two shapes. */
const half = fc.constantFrom<'chat' | 'messages'>('chat', 'messages');
const exchanges = fc.array(fc.record({ call: half, result: half }), { minLength: 1, maxLength: 6 });

function listOf(pairs: readonly { readonly call: string; readonly result: string }[]): unknown[] {
  return [
    { role: 'user', content: 'Go on.' },
    ...pairs.flatMap(({ call, result }, n) => {
      const id = `call_${n}`;
      const text = `the answer to ${n}`;
      return [
        call === 'chat'
          ? {
              role: 'assistant',
              content: null,
              tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: `{"n":${n}}` } }],
            }
          : { role: 'assistant', content: [{ type: 'tool_use', id, name: 'look', input: { n } }] },
        result === 'chat'
          ? { role: 'tool', tool_call_id: id, content: text }
          : { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] },
      ];
    }),
    { role: 'assistant', content: 'Done.' },
  ];
}

describe('whatever shapes whole pairs are in', () => {
  it('at most one finding says so, no safe fix touches them, and normalization keeps every answer and adds none', () => {
    let mixed = 0;
    fc.assert(
      fc.property(exchanges, (pairs) => {
        const list = listOf(pairs);
        const shapes = new Set(pairs.flatMap(({ call, result }) => [call, result]));
        const findings = findingsOf(list);
        expect(findings.map(({ rule }) => rule)).toEqual(shapes.size > 1 ? ['mixed-dialects'] : []);
        const text = JSON.stringify(list);
        expect(fixText(text, { uri: 'a.json' }).text).toBe(text);
        const { text: after, conversations } = normalized(list);
        expect(after).toBe(text);
        expect(after).not.toContain(STUB);
        expect(conversations[0]?.left.length ?? 0).toBe(shapes.size > 1 ? foreignCount(list) : 0);
        if (shapes.size < 2) return;
        mixed++;
        for (const to of ['chat', 'messages'] as const) expect(converted(list, to).ok).toBe(false);
      }),
      { numRuns: 150, seed: 17 },
    );
    expect(mixed).toBeGreaterThan(50);
  });

  it('the choice writes them all in one, and nothing is left to say', () => {
    fc.assert(
      fc.property(exchanges, (pairs) => {
        const list = listOf(pairs);
        const { text } = fixText(JSON.stringify(list), { uri: 'a.json' }, { unsafe: true, only: ['mixed-dialects'] });
        expect(findingsOf(JSON.parse(text))).toEqual([]);
        for (const [n] of pairs.entries()) expect(text).toContain(`the answer to ${n}`);
      }),
      { numRuns: 100, seed: 18 },
    );
  });
});

function foreignCount(list: readonly unknown[]): number {
  const { conversations } = TranscriptDocument.open(JSON.stringify(list), { uri: 'a.json' });
  return conversations[0]?.messages.filter(({ foreign }) => foreign !== undefined).length ?? 0;
}
