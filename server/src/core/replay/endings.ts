import type { Message } from '../model/types';

/** What the user says: no result is in it. */
export function isUserTurn(message: Message | undefined): boolean {
  return message?.shape === 'message' && message.role === 'user' && message.results.length === 0;
}

/** Where the turns begin that end each prefix of a list. */
export class Endings {
  private readonly entries: readonly Message[];
  /** For each length the last entry that the user said, alone in its turn; -1 where there is none. */
  private readonly lastSaid: Int32Array;

  constructor(entries: readonly Message[]) {
    this.entries = entries;
    this.lastSaid = new Int32Array(entries.length + 1).fill(-1);
    for (let at = 0; at < entries.length; at++)
      this.lastSaid[at + 1] = this.opens(at) && !isUsers(entries[at + 1]) ? at : (this.lastSaid[at] ?? -1);
  }

  /**
   * The last entry in front of an end that is all that the user says in its turn; -1 where there is none. What stands in front of it
   * is no part of the turns that end there, nor of a loop of calls and results.
   */
  saidBefore(end: number): number {
    return this.opens(end - 1) ? end - 1 : (this.lastSaid[end - 1] ?? -1);
  }

  private opens(at: number): boolean {
    return isUserTurn(this.entries[at]) && (at === 0 || !isUsers(this.entries[at - 1]));
  }
}

/** It may be read as one with a user's turn beside it; of what is no message nobody knows. */
function isUsers(message: Message | undefined): boolean {
  return message?.shape !== 'message' || message.role === 'user';
}
