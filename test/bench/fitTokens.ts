import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { buildAutomaton } from '../../server/src/core/window/tokens/automaton';
import { classTable } from '../../server/src/core/window/tokens/characters';
import { longRunCosts } from '../../server/src/core/window/tokens/longRuns';
import { random } from './transcripts';

/**
 * Fits the estimator's weights to exact counts: `node scripts/fitTokens.mjs FOLDER`. FOLDER has a folder for each kind of text (prose,
 * code, base64, …) with a file for each document. Every other document is fitted on, the rest is measured.
 * The fit is a least squares of relative errors with weights that are never negative, by coordinate descent.
 */
const [, , folder = '', target = ''] = process.argv;

/** Kinds that the project promises an error for count for more; what is rare in conversations counts for less. */
const IMPORTANCE: Readonly<Record<string, number>> = {
  ...{ prose: 2.5, code: 2.5, convjson: 2.5, zh: 2, emoji: 3, markdown: 1.5, packagejson: 1.5, base64: 1.5, hex: 1.5 },
  ...{ latin: 0.8, jaProse: 0.7, zhProse: 0.7, uuid: 0.7, minified: 0.7, other: 0.6, rows: 0.5, odd: 0.5, random: 0.4 },
};
const CHUNK = 1500;
const LONGEST_DOCUMENT = 9000;
const SHORT_TEXTS = 300;
const SHORT_IMPORTANCE = 0.12;
/** Pulls what the data leaves open to a plausible cost, so that it does not pay for its neighbours. */
const PULL = 1e-5;
const ROUNDS = 1500;

interface Sample {
  readonly kind: string;
  readonly isShort: boolean;
  readonly isHeldOut: boolean;
  readonly tokens: number;
  /** How often each feature occurs. */
  readonly counts: Float64Array;
}

const { featureOf, next, features } = buildAutomaton();
const classes = classTable();
const samples = readdirSync(folder).flatMap(readKind);
const fitted = solve(samples.filter(({ isHeldOut }) => !isHeldOut));
writeWeights(fitted);
printErrors(samples.filter(({ isHeldOut }) => isHeldOut));

function readKind(kind: string): Sample[] {
  const chunks: [text: string, isHeldOut: boolean][] = [];
  for (const [index, file] of readdirSync(join(folder, kind)).sort().entries()) {
    const text = readFileSync(join(folder, kind, file), 'utf8');
    for (let at = 0; at < Math.min(text.length, LONGEST_DOCUMENT); at += CHUNK) {
      const chunk = text.slice(at, at + CHUNK).toWellFormed();
      if (chunk.length >= CHUNK / 20) chunks.push([chunk, index % 2 === 1]);
    }
  }
  const chance = random(1);
  const shorts = Array.from({ length: SHORT_TEXTS * 2 }, (_, i): Sample[] => {
    const half = chunks.filter(([, isHeldOut]) => isHeldOut === (i % 2 === 1));
    const [chunk, isHeldOut] = half[Math.floor(chance() * half.length)] ?? ['', false];
    const text = shortText(chunk, chance);
    return text === '' ? [] : [sampleOf(kind, text, isHeldOut, true)];
  });
  return [...chunks.map(([text, isHeldOut]) => sampleOf(kind, text, isHeldOut, false)), ...shorts.flat()];
}

/** Up to ninety characters from the beginning of a word, shorter ones more often. */
function shortText(chunk: string, chance: () => number): string {
  const start = Math.floor(chance() * chunk.length);
  const gap = chunk.slice(start, start + 60).search(/[\s"]/);
  const from = start + Math.max(gap, 0) + (chance() < 0.6 ? 1 : 0);
  const length = 1 + Math.floor(chance() * chance() * 90);
  return Array.from(chunk.slice(from, from + length))
    .join('')
    .toWellFormed();
}

function sampleOf(kind: string, text: string, isHeldOut: boolean, isShort: boolean): Sample {
  const counts = new Float64Array(features.length);
  let state = 0;
  for (let i = 0; i < text.length; i++) {
    const cell = state + (classes[text.charCodeAt(i)] ?? 0);
    const feature = featureOf[cell] ?? 0;
    counts[feature] = (counts[feature] ?? 0) + 1;
    state = next[cell] ?? 0;
  }
  return { kind, isShort, isHeldOut, tokens: countTokens(text, { disallowedSpecial: new Set() }), counts };
}

function solve(training: readonly Sample[]): Float64Array {
  const size = features.length;
  const products = Array.from({ length: size }, () => new Float64Array(size));
  const goals = new Float64Array(size);
  for (const sample of training) {
    const alike = training.filter(({ kind, isShort }) => kind === sample.kind && isShort === sample.isShort).length;
    const importance = (IMPORTANCE[sample.kind] ?? 1) * (sample.isShort ? SHORT_IMPORTANCE : 1);
    const weight = importance / alike / (sample.tokens ** 2 + (sample.isShort ? 9 : 0));
    const present = [...sample.counts.keys()].filter((feature) => sample.counts[feature] !== 0);
    for (const a of present) {
      const scaled = weight * (sample.counts[a] ?? 0);
      add(goals, a, scaled * sample.tokens);
      for (const b of present) add(products[a], b, scaled * (sample.counts[b] ?? 0));
    }
  }
  for (const [feature, name] of features.entries()) {
    add(products[feature], feature, PULL);
    add(goals, feature, PULL * (/after|first|hump/.test(name) ? 0.6 : 0.2));
  }
  const result = Float64Array.from(features, (name) => longRunCosts[name] ?? 0.3);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [feature, row] of products.entries()) {
      if (Object.hasOwn(longRunCosts, features[feature] ?? '')) continue;
      let gap = goals[feature] ?? 0;
      for (let other = 0; other < size; other++) gap -= (row[other] ?? 0) * (result[other] ?? 0);
      result[feature] = Math.max(0, (result[feature] ?? 0) + gap / (row[feature] ?? 1));
    }
  }
  return result.map((weight, feature) => longRunCosts[features[feature] ?? ''] ?? Math.round(weight * 100) / 100);
}

function add(into: Float64Array | undefined, index: number, value: number): void {
  if (into !== undefined) into[index] = (into[index] ?? 0) + value;
}

function writeWeights(values: Float64Array): void {
  const rows = features
    .map((name, feature) => [name, values[feature] ?? 0] as const)
    .filter(([name, weight]) => weight > 0 && !Object.hasOwn(longRunCosts, name));
  rows.sort(([a], [b]) => (a < b ? -1 : 1));
  const text = [
    '/** What each feature costs, in tokens; what is not named costs nothing. Written by `node scripts/fitTokens.mjs`. */',
    'export const weights: Readonly<Record<string, number>> = {',
    ...rows.map(([name, weight]) => `  ${/\W/.test(name) ? `'${name}'` : name}: ${weight},`),
    '};',
  ];
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, `${text.join('\n')}\n`);
  console.log(`${features.length} features, ${rows.length} of them with a cost\n`);
}

/** Total error, and the mean error of one chunk, of what was not fitted on. */
function printErrors(heldOut: readonly Sample[]): void {
  console.log('kind            total    chunk    short texts');
  for (const kind of new Set(heldOut.map((sample) => sample.kind))) {
    const chunks = errorsOf(heldOut.filter((sample) => sample.kind === kind && !sample.isShort));
    const shorts = errorsOf(heldOut.filter((sample) => sample.kind === kind && sample.isShort));
    console.log(`${kind.padEnd(12)}${percent(chunks.total)}${percent(chunks.mean)}${percent(shorts.total)}`);
  }
}

function errorsOf(some: readonly Sample[]): { total: number; mean: number } {
  const guesses = some.map(({ counts }) => counts.reduce((sum, count, i) => sum + count * (fitted[i] ?? 0), 0));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const exact = some.map(({ tokens }) => tokens);
  const errors = guesses.map((guess, i) => Math.abs(guess / (exact[i] ?? 1) - 1));
  return { total: sum(guesses) / sum(exact) - 1, mean: sum(errors) / errors.length };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`.padStart(9);
}
