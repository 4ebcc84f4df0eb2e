/** What somebody's code threw, in words. Anything may be thrown, even what throws when it is looked at. */
export function thrownText(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  } catch {
    return `something that cannot be written as text (${typeof error})`;
  }
}
