import { test } from 'vitest';
import { WindowPrinter } from '../../server/src/cli/output/trimJson';
import { windowLines } from '../../server/src/cli/output/trimReport';
import { noPaint, prepareDocument, TranscriptDocument } from '../../server/src/core/index';
import { expectLinear } from '../support/growth';
import { questions } from './trimSamples';

const medium = { paint: noPaint, width: (text: string) => text.length, columns: 100 };

function work(text: string, uri: string): () => void {
  return () => {
    for (const window of [{ last: 6 }, { budget: 3000, pinHead: true }, { budget: 9, onEmpty: 'fail' as const }]) {
      const document = TranscriptDocument.open(text, { uri, isNamed: true });
      const placed = { ...prepareDocument(document, window), counted: new Map() };
      const printer = new WindowPrinter();
      printer.piece(placed, undefined);
      printer.end();
      for (const conversation of placed.conversations) windowLines(conversation, placed.counted, medium);
    }
  };
}

test('one long conversation', () => {
  expectLinear(400, (size) => work(JSON.stringify(questions(size)), 'file:///a.json'));
});

test('many conversations', () => {
  const row = `${JSON.stringify({ messages: questions(3) })}\n`;
  expectLinear(100, (size) => work(row.repeat(size), 'file:///a.jsonl'));
});
