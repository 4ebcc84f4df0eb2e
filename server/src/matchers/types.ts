/** What a matcher gives to `expect`. The text is made when somebody wants to read it. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}
