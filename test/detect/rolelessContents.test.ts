// Holds how a dialect is found whose blocks stand elsewhere than in `content`, and which takes entries without a role.
import { describe, expect, test, vi } from 'vitest';
import type { LookSign } from '../../server/src/core/dialects/look';

/** Its key is otherwise another format's, which it stays where none of the dialect's own signs stands under it. */
const toy = vi.hoisted(() => {
  const said: LookSign = { words: 'Toy bits' };
  const look = {
    signs: [said],
    roles: { user: { speaker: 'user' }, model: { speaker: 'assistant' } },
    contentKey: 'toolInvocations',
    impliedSpeaker: 'user',
    untypedBlocks: { says: { sign: said } },
    body: { requestKeys: ['toySettings'] },
    answers: {
      keys: ['toyAnswers'],
      find: (body: { get(key: string): unknown }) => [{ node: body.get('toyAnswers'), path: [0], isCertain: true }],
    },
  };
  return { look, lists: [{ key: 'toyList' }] };
});

vi.mock('../../server/src/core/dialects/index', async (original) => {
  const real = await original<typeof import('../../server/src/core/dialects/index')>();
  const { messages } = await import('../../server/src/core/dialects/messages/index');
  return { ...real, dialects: [...real.dialects, { ...messages, ...toy, id: 'toy' }] };
});

const { detectDocument, hasTranscriptText } = await import('../../server/src/core/detect/index');
const { TextGate } = await import('../../server/src/core/detect/gate');
const { nodeOfValue } = await import('../../server/src/core/json/valueNode');
const { pointerOf } = await import('../../server/src/core/json/node');

const told = (value: unknown) =>
  detectDocument(nodeOfValue(value), { uri: '', isRows: false })?.conversations.map(
    ({ list, dialect, tier, side }) => `${pointerOf(list)} ${dialect.id} ${tier} ${side}`,
  );

const says = (text: string, role?: string) => ({
  ...(role === undefined ? {} : { role }),
  toolInvocations: [{ says: text }],
});

describe('blocks under a key that is otherwise another format’s', () => {
  test('are the dialect’s where they have its sign', () => {
    expect(told([says('Deep?', 'user'), says('Yes.', 'model')])).toEqual([' toy B request']);
  });

  test('stay the other format’s where they have none, or stand beside a content', () => {
    const other = { role: 'user', toolInvocations: [{ state: 'result' }] };
    expect(told([other, { ...other, role: 'assistant' }])).toBe(undefined);
    expect(
      told([
        { ...says('Deep?', 'user'), content: 'Deep?' },
        { ...says('Yes.', 'model'), content: 'Yes.' },
      ]),
    ).toBe(undefined);
  });
});

describe('an entry without a role', () => {
  test('is a message where its content has a sign of a dialect that knows whose it is', () => {
    expect(told({ toyList: [says('Deep?')] })).toEqual(['/toyList toy B request']);
    expect(told({ toyList: [says('Deep?', ''), says('Yes.', 'model'), says('Good.')] })).toEqual([
      '/toyList toy B request',
    ]);
  });

  test('is none under a key that says nothing, or without a sign', () => {
    expect(told({ things: [says('Deep?')] })).toBe(undefined);
    expect(told({ toyList: [{ toolInvocations: [{ means: 'Deep?' }] }] })).toBe(undefined);
  });

  test('is worth parsing for where list and content are named', () => {
    const text = JSON.stringify({ toyList: [says('Deep?')] });
    expect(hasTranscriptText(text)).toBe(true);
    expect(hasTranscriptText(text.replace('toyList', 'things'))).toBe(false);
    const gate = new TextGate();
    for (const piece of [text.slice(0, 12), text.slice(12)]) gate.add(piece);
    expect(gate.isOpen).toBe(true);
  });
});

test('an answer of which there is no doubt is as sure as one with calls', () => {
  expect(told({ toyAnswers: says('Deep.', 'model') })).toEqual(['/toyAnswers toy A response']);
});

test('an empty list beside a member of requests alone is worth parsing for', () => {
  expect(hasTranscriptText('{"toyList": [], "toySettings": {}}')).toBe(true);
  expect(hasTranscriptText('{"toyList": [], "settings": {}}')).toBe(false);
});
