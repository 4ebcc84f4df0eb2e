// What *Replay Windows…* offers and says.
import { describe, expect, test } from 'vitest';
import {
  failureItems,
  inTheme,
  outcomeText,
  readWindow,
  windowChoices,
} from '../../client/src/common/replay/replayChoices';
import { replayHtml } from '../../server/src/core/index';
import { replay } from '../../server/src/main/lib';
import type { ReplayAnswer } from '../../server/src/protocol/index';

const call = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } };
const messages = [
  { role: 'user', content: 'Oslo?' },
  { role: 'assistant', content: null, tool_calls: [call] },
  { role: 'tool', tool_call_id: 'c', content: 'Rain.' },
  { role: 'assistant', content: '</style><script>alert(1)</script></head>' },
  { role: 'user', content: 'And Bergen?' },
];

async function answerOf(last: number, more: Partial<ReplayAnswer> = {}): Promise<ReplayAnswer> {
  const report = await replay([{ name: 'a </head> b.json', messages }], {
    policy: { last },
    target: 'openai',
  }).summary();
  const places = report.failures.map((_, line) => ({ uri: 'file:///a.json', position: { line, character: 2 } }));
  return { report, places, inputPlaces: [], files: 1, broken: 0, unread: 0, ...more };
}

const all = { isCapped: false, tooLarge: 0 };

test('a window is as configured, so many tokens, or so many entries', () => {
  expect(windowChoices('8,000 tokens').map(({ way, description }) => [way, description])).toEqual([
    ['configured', '8,000 tokens'],
    ['budget', 'starts only where the list stays valid'],
    ['last', 'a naive window: cuts wherever that falls'],
  ]);
  expect(windowChoices(undefined).map(({ way }) => way)).toEqual(['budget', 'last']);
  expect(readWindow('budget', ' 8k ')).toEqual({ budget: 8000 });
  expect(readWindow('last', '8')).toEqual({ last: 8 });
  for (const odd of ['', '0', '-1', '1.5', 'all']) expect(readWindow('last', odd)).toBeUndefined();
});

describe('the outcome', () => {
  test('counts what breaks', async () => {
    expect(outcomeText(await answerOf(3), all)).toBe('2 of 5 windows break (40 %), in 1 file.');
    expect(outcomeText(await answerOf(9), all)).toBe('None of 5 windows breaks, in 1 file.');
  });

  test('tells what was left out', async () => {
    const answer = await answerOf(9, { files: 3, broken: 1, unread: 2 });
    expect(outcomeText(answer, { isCapped: true, tooLarge: 1 })).toBe(
      'None of 5 windows breaks, in 3 files (1 conversation with syntax errors left out; 2 files left out: unreadable, or no window is configured; 1 large file left to the command line; the workspace has more files than are looked at here).',
    );
    const none = { ...answer, report: await replay([], { policy: { last: 1 } }).summary() };
    expect(outcomeText({ ...none, broken: 0, unread: 0 }, all)).toBe('There is no conversation to replay.');
  });
});

test('each failure can be gone to: what, where, how often', async () => {
  const answer = await answerOf(3);
  const items = failureItems(answer);
  expect(items.map(({ label }) => label)).toEqual(['first-message-not-user', 'orphan-result']);
  expect(items[1]).toEqual({
    label: 'orphan-result',
    description: 'a </head> b.json',
    detail: expect.stringMatching(
      /^After 5 messages, window from entry 2\. The result for "c" has no call before it\./,
    ),
    place: { uri: 'file:///a.json', position: { line: 1, character: 2 } },
  });
  expect(failureItems({ ...answer, places: [null, answer.places[1] ?? null] }).map(({ label }) => label)).toEqual([
    'orphan-result',
  ]);
});

test('the page takes the colours of the editor, under its own strict policy, and nothing of a transcript is markup', async () => {
  const { report } = await answerOf(3);
  const page = inTheme(replayHtml(report, { nonce: 'n0nce' }), 'n0nce');
  expect(page).toContain(`content="default-src 'none'; style-src 'nonce-n0nce'; base-uri 'none'; form-action 'none'"`);
  expect(page.match(/<style nonce="n0nce">/g)?.length).toBe(2);
  expect(page.match(/<\/head>/g)?.length).toBe(1);
  expect(page).not.toMatch(/<script|<style>|\son\w+=|\sstyle=|command:|https?:/i);
  expect(page).toContain('a &#60;/head&#62; b.json');
});
