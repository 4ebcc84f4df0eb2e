/** A public encoding: a vocabulary that counts exactly. `transcript-lint/encodings/*` has them. */
export interface Encoding {
  /** The name that tokenizers give it: `o200k_base`. */
  readonly name: string;
  /**
   * Tokens of a text as it stands, special tokens in it read as text. Time may grow with the square of a run of one kind of
   * character; `estimateTokens` cuts such runs first.
   */
  readonly count: (text: string) => number;
}

export interface EstimateOptions {
  /** Counts exactly with this encoding instead of estimating. */
  readonly encoding?: Encoding | undefined;
}
