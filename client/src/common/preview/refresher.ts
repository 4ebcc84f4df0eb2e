/**
 * Work that is done again while what it is about changes: as often as it can be done, never twice at once, and once more after
 * the last change. What slows it down is the work itself, no clock.
 */
export class Refresher {
  private readonly work: () => Promise<void>;
  private running: Promise<void> | undefined;
  private isAskedAgain = false;
  private isStopped = false;

  constructor(work: () => Promise<void>) {
    this.work = work;
  }

  /** Resolves when the work was done on the state of now, or of later. It must not fail: what goes wrong is its own to tell. */
  refresh(): Promise<void> {
    if (this.isStopped) return Promise.resolve();
    if (this.running === undefined) this.running = this.run();
    else this.isAskedAgain = true;
    return this.running;
  }

  stop(): void {
    this.isStopped = true;
  }

  private async run(): Promise<void> {
    try {
      do {
        this.isAskedAgain = false;
        await this.work();
      } while (this.isAskedAgain && !this.isStopped);
    } finally {
      this.running = undefined;
    }
  }
}
