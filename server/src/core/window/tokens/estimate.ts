import { type Automaton, buildAutomaton } from './automaton';
import { classTable } from './characters';
import { longRunCosts } from './longRuns';
import { weights } from './weights';

interface Tables {
  readonly classes: Uint8Array;
  readonly costs: Float64Array;
  readonly next: Uint16Array;
}

/** Built by the first estimate: most runs of the tools never make one. */
let tables: Tables | undefined;

/**
 * About how many tokens a text is, without a vocabulary: one pass, two look-ups a character. Fitted to o200k; docs/tokens.md has
 * the error by kind of text. 0 for the empty text, never less for a longer one.
 */
export function estimateText(text: string): number {
  if (text === '') return 0;
  tables ??= buildTables(buildAutomaton());
  const { classes, costs, next } = tables;
  let state = 0;
  let total = 0;
  for (let i = 0; i < text.length; i++) {
    const cell = state + (classes[text.charCodeAt(i)] ?? 0);
    total += costs[cell] ?? 0;
    state = next[cell] ?? 0;
  }
  return Math.max(1, Math.round(total));
}

function buildTables({ featureOf, next, features }: Automaton): Tables {
  const byFeature = features.map((feature) => longRunCosts[feature] ?? weights[feature] ?? 0);
  return { classes: classTable(), costs: Float64Array.from(featureOf, (feature) => byFeature[feature] ?? 0), next };
}
