import {
  defaultResolvedConfig,
  replayConversation,
  TranscriptDocument,
  trim,
  validate,
} from '../../server/src/core/index';
import { questions } from '../cli/trimSamples';

/** Windows of a few turns, as people cut them. */
const BUDGET = 2000;

/**
 * Replay against what it stands in for: each prefix trimmed and validated from scratch, which takes the square of a conversation's
 * length. One sample of that is enough; it is long.
 */
export function printReplay({ isQuick, row }: { isQuick: boolean; row: (cells: readonly string[]) => string }): void {
  console.log('\nReplay of every prefix; brute force is each prefix trimmed and validated from scratch.\n');
  console.log(row(['turns', 'brute force ÷ replay', 'twice the turns']));
  for (let i = 0; i < 3; i++) replay(1000); // what is compiled while it runs is no cost of the first row
  for (const turns of isQuick ? [1000] : [1000, 2000]) {
    const replayed = Math.min(...[1, 2, 3].map(() => timeOf(() => replay(turns))));
    const twice = Math.min(...[1, 2, 3].map(() => timeOf(() => replay(2 * turns))));
    const brute = timeOf(() => bruteForce(turns));
    console.log(row([String(turns), (brute / replayed).toFixed(0), (twice / replayed).toFixed(2)]));
  }
}

function replay(turns: number): number {
  const text = JSON.stringify(questions(turns / 4));
  const document = TranscriptDocument.open(text, { uri: 'file:///bench/a.json', isNamed: true });
  let problems = 0;
  for (const conversation of document.conversations) {
    const prefixes = replayConversation(conversation, { budget: BUDGET }, defaultResolvedConfig);
    for (const { trim: faults } of prefixes) problems += faults.length;
  }
  return problems;
}

/** Blame needs the untrimmed prefix as well as the window. */
function bruteForce(turns: number): number {
  const messages = questions(turns / 4);
  let problems = 0;
  for (let length = 1; length <= messages.length; length++) {
    const prefix = messages.slice(0, length);
    const window = trim(prefix, { budget: BUDGET }).messages;
    const known = validate(prefix).length;
    problems += validate(window).length - known;
  }
  return problems;
}

function timeOf(run: () => unknown): number {
  const before = performance.now();
  run();
  return performance.now() - before;
}
