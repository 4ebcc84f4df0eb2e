import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { estimateTokenCount } from 'tokenx';
import { estimateTokens } from '../../server/src/core/index';
import { o200kBase } from '../../server/src/host/encodings/o200kBase';
import { tokenTexts } from '../support/tokenTexts';

/** How the other benchmarks measure and print. */
export interface Bench {
  readonly medians: <Name extends string>(size: number, tasks: Record<Name, () => unknown>) => Record<Name, number>;
  readonly row: (cells: readonly string[]) => string;
}

const SIZE = 1_000_000;

/** T11: the estimate beside tokenx, in speed and in error. T12: exact counts of one repeated character beside usual text. */
export function printTokens({ medians, row }: Bench): void {
  const texts = tokenTexts(process.cwd());
  console.log('\nToken estimates (T11). Error against o200k_base.\n');
  console.log(row(['text', 'tokenx ÷ estimate', 'error, estimate', 'error, tokenx', 'error, characters ÷ 4']));
  const sums = { ours: 0, theirs: 0 };
  for (const [kind, text] of Object.entries(texts)) {
    const long = fill(text, SIZE);
    const times = medians(SIZE * 10, { ours: () => estimateTokens(long), theirs: () => estimateTokenCount(long) });
    sums.ours += times.ours;
    sums.theirs += times.theirs;
    const tokens = countTokens(text, { disallowedSpecial: new Set() });
    const error = (count: number) => `${((count / tokens - 1) * 100).toFixed(1)} %`;
    const errors = [estimateTokens(text), estimateTokenCount(text), text.length / 4].map(error);
    console.log(row([kind, (times.theirs / times.ours).toFixed(1), ...errors]));
  }
  // tokenx takes an unbroken stretch of base64 or hex for one word: nearly free, and three quarters too low.
  console.log(row(['all of them', (sums.theirs / sums.ours).toFixed(1)]));

  console.log('\nExact counts of 1 MB (T12), o200k_base.\n');
  console.log(row(['text', '÷ usual text']));
  const usual = fill(['prose', 'markdown', 'code', 'JSON, indented'].map((kind) => texts[kind] ?? '').join('\n'), SIZE);
  for (const character of ['a', ' ', '=', '7', '中', '\n/']) {
    const run = fill(character, SIZE);
    const count = (text: string) => () => estimateTokens(text, { encoding: o200kBase });
    const times = medians(SIZE * 10, { usual: count(usual), run: count(run) });
    console.log(row([JSON.stringify(character), (times.run / times.usual).toFixed(2)]));
  }
}

function fill(text: string, size: number): string {
  return text.repeat(Math.ceil(size / text.length)).slice(0, size);
}
