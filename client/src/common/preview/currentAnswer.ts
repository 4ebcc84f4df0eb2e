/** The editor tells us of a change before it tells the server, so the first answer may be of the state before. */
const MOST_TRIES = 5;

/** An answer about the state that there is when it comes; what is of another is asked for again, and never given. */
export async function currentAnswer<Answer extends { readonly version?: number }>(
  ask: () => Promise<Answer>,
  now: () => number,
): Promise<Answer | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const answer = await ask();
    if (answer.version === now()) return answer;
  }
  return undefined; // it changes faster than it can be answered; the next change asks again
}
