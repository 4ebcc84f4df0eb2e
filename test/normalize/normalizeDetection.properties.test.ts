import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, normalize, normalizeDocument, TranscriptDocument } from '../../server/src/core/index';
import { conversation } from '../support/conversations';

const open = (text: string, uri = 'file:///a.json') => TranscriptDocument.open(text, { uri, isNamed: true });
const normalized = (text: string, uri?: string) => normalizeDocument(open(text, uri));

const user = (content: unknown) => ({ role: 'user', content });
const orphan = { type: 'tool_result', tool_use_id: 'nobody', content: 'r' };
const system = { role: 'system', content: 's' };

describe('what reads as another dialect once normalized', () => {
  const messages = [
    user('q'),
    { role: 'assistant', content: 'a' },
    system,
    user([orphan, { type: 'text', text: 'x' }]),
  ];
  const said = [system, user('q'), { role: 'assistant', content: 'a' }, user([{ type: 'text', text: 'x' }])];

  it('is normalized as that as well, with one report in places of the original', () => {
    const text = JSON.stringify([user([orphan]), ...messages]);
    const { text: after, edits, conversations } = normalized(text);
    expect(JSON.parse(after)).toEqual(said);
    expect(applyEdits(text, edits)).toBe(after);
    expect(conversations).toHaveLength(1);
    const [report] = conversations;
    expect(report?.moved).toEqual([{ kind: 'system', pointer: '/3' }]);
    expect(report?.left).toEqual([]);
    expect(report?.drops.map(({ kind, pointer }) => `${kind} ${pointer}`)).toEqual([
      'result /0/content/0',
      'turn /0',
      'result /4/content/0',
    ]);
    const list = normalize([user([orphan]), ...messages]);
    const { pointer: _, drops, ...rest } = report ?? { pointer: '', drops: [] };
    expect(list).toEqual({ messages: said, ...rest, drops: drops.map(({ range: __, ...drop }) => drop) });
    expect(list.messages[1]).toBe(messages[0]);
  });

  it('marks a drop of the second reading where it stood at first', () => {
    // With an id it would be an entry of another dialect, and the list left as it is.
    const tool = { role: 'tool', content: 'y' };
    const text = JSON.stringify([user([orphan]), ...messages, tool, user('end')]);
    const { text: after, conversations } = normalized(text);
    expect(JSON.parse(after)).toEqual([...said, user('end')]);
    const drop = conversations[0]?.drops.find(({ pointer }) => pointer === '/5');
    expect(text.slice(drop?.range?.start, drop?.range?.end)).toBe(JSON.stringify(tool));
    const second = normalize([user([orphan]), ...messages, tool, user('end')]);
    expect(second.drops.map(({ pointer }) => pointer)).toContain('/5');
  });

  it('stays what it is where a person chose the dialect', () => {
    const { left, messages: kept } = normalize(messages, { dialect: 'messages' });
    expect(kept[2]).toBe(system);
    expect(left).toEqual([{ rule: 'system-role-in-messages', pointer: '/2' }]);
  });
});

describe('a second run finds nothing to do', () => {
  const lists = fc.tuple(conversation('flat'), conversation('chat'), conversation('messages'));
  const mixed = fc
    .tuple(lists, fc.nat(2), fc.nat(2))
    .map(([parts, a, b]) => parts.flatMap((list, i) => list.slice(0, [a, b, 9][(i + a) % 3])));

  it('in a list of entries of several dialects, as text and as values', () => {
    let changed = 0;
    fc.assert(
      fc.property(mixed, fc.boolean(), (list, isBody) => {
        const text = JSON.stringify(isBody ? { messages: list } : list);
        const once = normalized(text).text;
        if (once !== text) changed++;
        expect(normalized(once).text).toBe(once);
        const values = normalize(list).messages;
        expect(normalize(values).messages).toBe(values);
      }),
      { numRuns: 600 },
    );
    expect(changed).toBeGreaterThan(240);
  });

  it('in rows, whose dialects are decided together', () => {
    let changed = 0;
    fc.assert(
      fc.property(fc.array(mixed, { minLength: 2, maxLength: 4 }), fc.boolean(), (lists, isBody) => {
        const text = lists.map((list) => `${JSON.stringify(isBody ? { messages: list } : list)}\n`).join('');
        const once = normalized(text, 'file:///a.jsonl').text;
        if (once !== text) changed++;
        expect(normalized(once, 'file:///a.jsonl').text).toBe(once);
      }),
      { numRuns: 300 },
    );
    expect(changed).toBeGreaterThan(140);
  });
});
