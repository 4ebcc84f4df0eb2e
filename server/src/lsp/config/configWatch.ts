import { guardTask } from '../guard';
import type { Session } from '../session';

/** Between two looks while somebody types. */
const BOUND_MS = 2_000;

/**
 * Looks at the configuration files itself, for a client that watches no files for us (Neovim on Linux, Vim, Helix): when a
 * document is opened or saved, and now and then while one is changed. A few small files are read; nothing runs by itself.
 */
export class ConfigWatch {
  private last = 0;
  private isLooking = false;
  private isWanted = false;

  private readonly session: Session;
  private readonly onChanged: () => Promise<void>;

  constructor(session: Session, onChanged: () => Promise<void>) {
    this.session = session;
    this.onChanged = onChanged;
  }

  /** Something happens often: looks if the last look is a while ago. */
  glance(): void {
    if (Date.now() - this.last >= BOUND_MS) this.look();
  }

  look(): void {
    this.last = Date.now();
    this.isWanted = true;
    if (!this.isLooking) void guardTask(this.session.log, 'Looking at configuration files', () => this.lookOnce());
  }

  /** One look at a time; what asks for one meanwhile gets one more. */
  private async lookOnce(): Promise<void> {
    this.isLooking = true;
    try {
      while (this.isWanted) {
        this.isWanted = false;
        const { settings, documents } = this.session;
        if (await settings.haveFilesChanged(documents.keys())) await this.onChanged();
      }
    } finally {
      this.isLooking = false;
    }
  }
}
