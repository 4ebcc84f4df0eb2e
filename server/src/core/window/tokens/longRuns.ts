/**
 * What characters of long runs cost, by feature. Written by hand from exact counts of such runs: texts that people write have too few
 * of them to fit anything to, and what the fit leaves at nothing would let a run of any length through a budget.
 */
export const longRunCosts: Readonly<Record<string, number>> = {
  // o200k has tokens of up to 16 line ends or tabs.
  'line.long': 0.065,
  'return.long': 0.3,
  'return.long.again': 0.5,
  'tab.long': 0.0625,
  // White space of several kinds in turn: `  \n  \n`.
  'mixed.line': 0.25,
  'mixed.line.again': 0.25,
  'mixed.return': 0.35,
  'mixed.space': 0.2,
  'mixed.space.2': 0.2,
  'mixed.tab': 0.1,
  'mixed.tab.2': 0.5,
  'mixed.beside': 0.5,
  // A row of one mark is a token for each 64; nothing here tells rows of several apart.
  'ruler.long': 0.02,
  'capitals.long': 0.5,
  'hiragana.long': 0.7,
};
