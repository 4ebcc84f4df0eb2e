import type { CancellationToken } from 'vscode-languageserver';
import type { ServerEnvironment } from './environment';
import { checkCancelled } from './guard';

/** So long nobody waits for a key to be answered. */
const SLICE_MS = 10;

/** Lets long work breathe: what is typed meanwhile is answered between its slices, and a request that is withdrawn ends there. */
export class Slices {
  private readonly environment: ServerEnvironment;
  private readonly token: CancellationToken;
  private until = Date.now() + SLICE_MS;

  constructor(environment: ServerEnvironment, token: CancellationToken) {
    this.environment = environment;
    this.token = token;
  }

  /** Whether it is time to `breathe`; cheap, for every step. */
  get isOver(): boolean {
    return Date.now() >= this.until;
  }

  async breathe(): Promise<void> {
    await new Promise<void>((resolve) => this.environment.defer(resolve));
    checkCancelled(this.token);
    this.until = Date.now() + SLICE_MS;
  }
}
