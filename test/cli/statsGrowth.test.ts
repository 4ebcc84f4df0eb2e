import { expect, test } from 'vitest';
import { estimateEntry, noPaint, StatsSummary, statsText, TranscriptDocument } from '../../server/src/core/index';
import { expectLinear } from '../support/growth';
import { questions } from './trimSamples';

const medium = { paint: noPaint, width: (text: string) => text.length, columns: 100 };

/** Every conversation names a model of its own, and every call a tool of its own: what people do not do, and files may. */
test('many conversations, each with names of its own', () => {
  expectLinear(500, (size) => {
    const rows = Array.from({ length: size }, (_, i) => {
      const messages = JSON.parse(JSON.stringify(questions(4)).replaceAll('weather', `tool_${i}`));
      return { model: `model-${i}`, messages };
    });
    const document = TranscriptDocument.open(JSON.stringify(rows), { uri: 'file:///a.json', isNamed: true });
    expect(document.conversations.length).toBe(size);
    return () => {
      const summary = new StatsSummary(estimateEntry, 'estimate');
      summary.add(document, true);
      statsText(summary.report(), medium);
    };
  });
});
