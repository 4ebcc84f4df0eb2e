/** Wrong use of the command line or of its configuration: told in one line, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
