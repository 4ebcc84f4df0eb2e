import { expect, test } from 'vitest';
import {
  type BuiltInPolicy,
  compareReplays,
  noPaint,
  ReplaySummary,
  replayConversation,
  replayedConversation,
  replayHtml,
  replayText,
  TranscriptDocument,
} from '../../server/src/core/index';
import { expectLinear } from '../support/growth';
import { blockBody, questions } from './trimSamples';

const medium = { paint: noPaint, width: (text: string) => text.length, columns: 100 };
const head = { policy: 'last 6', target: 'auto', estimator: 'estimate' };

function open(value: unknown): TranscriptDocument {
  return TranscriptDocument.open(JSON.stringify(value), { uri: 'file:///a.json', isNamed: true });
}

function replayed(document: TranscriptDocument, policy: BuiltInPolicy): ReplaySummary {
  const summary = new ReplaySummary(head);
  for (const conversation of document.conversations) {
    const about = replayedConversation('a.json', '', conversation);
    summary.add(about, replayConversation(conversation, policy, document.config));
  }
  return summary;
}

const policies: readonly (readonly [string, BuiltInPolicy])[] = [
  ['the last entries', { last: 8 }],
  ['a budget', { budget: 2000 }],
  ['a budget with head and steps', { budget: 2000, pinHead: true, step: 200 }],
  ['a budget that never fits', { budget: 9 }],
  ['a limit', { limit: 100_000, reserve: 1000 }],
];

/** Messages in the list; a question of the samples has four. */
test.each(policies)('%s, at 1,000, 2,000 and 4,000 turns, a budget up to 10,000', (_, policy) => {
  for (const turns of 'budget' in policy && policy.pinHead !== true ? [2500] : [1000]) {
    expectLinear(turns, (size) => {
      const document = open(questions(size / 4));
      expect(replayed(document, policy).report().all.prefixes).toBe(size);
      return () => void replayed(document, policy);
    });
  }
});

test('in blocks, where neighbours are read as one turn', () => {
  expectLinear(1000, (size) => {
    const document = open(blockBody(size / 4));
    return () => void replayed(document, { budget: 2000 });
  });
});

test('many conversations, their report and its comparison', () => {
  expectLinear(500, (size) => {
    const rows = Array.from({ length: size }, (_, i) => ({ messages: questions(1 + (i % 4)) }));
    const document = open(rows);
    return () => {
      const report = replayed(document, { last: 2 }).report();
      replayText(report, medium, compareReplays(report, report));
      replayHtml(report, { baseline: report });
    };
  });
});
