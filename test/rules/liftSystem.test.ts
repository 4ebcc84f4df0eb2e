import { describe, expect, it } from 'vitest';
import { lint, normalizeDocument, TranscriptDocument } from '../../server/src/core/index';
import { fixText } from '../support/fixText';

const uri = 'file:///a.json';
const talk = [
  { role: 'user', content: 'Hi.' },
  { role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] },
];
const cache = { type: 'ephemeral' };
const body = (entry: object, more: object = {}) => ({
  model: 'claude-sonnet-4-5',
  max_tokens: 9,
  ...more,
  messages: [entry, ...talk],
});
const open = (json: unknown) => TranscriptDocument.open(JSON.stringify(json), { uri });
const system = { role: 'system', content: 'Be brief.' };

describe('a system message that is lifted out of the list', () => {
  it.each([
    ['nothing', system, 'Be brief.'],
    ['padding', { ...system, name: null }, 'Be brief.'],
    [
      'a cache marker',
      { ...system, cache_control: cache },
      [{ type: 'text', text: 'Be brief.', cache_control: cache }],
    ],
    [
      'a cache marker beside blocks',
      {
        role: 'system',
        content: [
          { type: 'text', text: 'One.' },
          { type: 'text', text: 'Two.' },
        ],
        cache_control: cache,
      },
      [
        { type: 'text', text: 'One.' },
        { type: 'text', text: 'Two.', cache_control: cache },
      ],
    ],
  ])('keeps what it carries: %s', (_, entry, expected) => {
    const document = open(body(entry));
    const lifted = { model: 'claude-sonnet-4-5', max_tokens: 9, messages: talk, system: expected };
    expect(JSON.parse(normalizeDocument(document).text)).toEqual(lifted);
    expect(JSON.parse(fixText(document.text, { uri }).text)).toEqual(lifted);
  });

  it('keeps the marker behind what the field holds, and of many at once', () => {
    const marked = { ...system, cache_control: cache };
    const text = JSON.stringify({ ...body(marked, { system: 'First.' }), messages: [marked, ...talk, marked] });
    const block = { type: 'text', text: 'Be brief.', cache_control: cache };
    const expected = [{ type: 'text', text: 'First.' }, block, block];
    expect(JSON.parse(normalizeDocument(TranscriptDocument.open(text, { uri })).text).system).toEqual(expected);
    expect(JSON.parse(fixText(text, { uri }).text).system).toEqual(expected);
  });

  it.each([
    ['metadata', { ...system, metadata: { source: 'wiki' } }],
    ['a name', { ...system, name: 'guide' }],
    [
      'a second cache marker',
      { role: 'system', content: [{ type: 'text', text: 'a', cache_control: cache }], cache_control: cache },
    ],
  ])('stays where the field has no place for what it carries, and that is said: %s', (_, entry) => {
    const json = body(entry);
    const document = open(json);
    const { text, conversations } = normalizeDocument(document);
    expect(JSON.parse(text)).toEqual(json);
    expect(conversations.flatMap(({ left }) => left)).toEqual([
      { rule: 'system-role-in-messages', pointer: '/messages/0' },
    ]);
    expect(fixText(document.text, { uri }).edits).toEqual([]);
    const [finding] = lint(document.text);
    expect(finding?.rule).toBe('system-role-in-messages');
    expect(finding?.fixes.map(({ safety }) => safety)).toEqual(['unsafe']);
    expect(finding?.fixes[0]?.title).toMatch(/^Lift it into the "system" field, without its "/);
  });

  it('that stays ends a turn: results behind it move in front of it', () => {
    const use = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] };
    const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'r' }] };
    const named = { ...system, name: 'guide' };
    const first = normalizeDocument(open({ ...body(named), messages: [talk[0], use, named, result] }));
    expect(JSON.parse(first.text).messages).toEqual([talk[0], use, result, named]);
    expect(normalizeDocument(TranscriptDocument.open(first.text, { uri })).edits).toEqual([]);
  });
});
