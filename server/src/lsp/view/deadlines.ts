import type { Clock } from '../environment';
import { guardTask } from '../guard';
import type { Session } from '../session';
import { REST } from './editedLast';

/**
 * Sees to it that nothing stays held back: shows a document anew when its entry edited last has rested, or was saved. Time is
 * told here, and nowhere else is it waited for.
 */
export class Deadlines {
  private readonly session: Session;
  private readonly clock: Clock;
  private readonly show: (uri: string) => void | Promise<void>;
  private readonly waiting = new Map<string, () => void>();
  /** Documents that an editor is about to save by itself. */
  private readonly savedByItself = new Set<string>();

  constructor(session: Session, clock: Clock, show: (uri: string) => void | Promise<void>) {
    this.session = session;
    this.clock = clock;
    this.show = show;
  }

  /** The document was edited. */
  begin(uri: string): void {
    this.end(uri);
    if (this.session.documents.get(uri)?.edited === undefined) return;
    const cancel = this.clock.after(REST, () => {
      this.waiting.delete(uri);
      this.say(uri);
    });
    this.waiting.set(uri, cancel);
  }

  /** The document is about to be saved. Who saves after a delay is not asked for it by a person, who may still be typing. */
  willSave(uri: string, isByItself: boolean): void {
    if (isByItself) this.savedByItself.add(uri);
    else this.savedByItself.delete(uri);
  }

  /** The document was saved: a person who saves wants to know. */
  saved(uri: string): void {
    if (this.savedByItself.delete(uri) || !this.waiting.has(uri)) return;
    this.end(uri);
    this.say(uri);
  }

  /** The document was closed. */
  forget(uri: string): void {
    this.end(uri);
    this.savedByItself.delete(uri);
  }

  private end(uri: string): void {
    this.waiting.get(uri)?.();
    this.waiting.delete(uri);
  }

  private say(uri: string): void {
    const document = this.session.documents.get(uri);
    if (document === undefined || this.session.isShutDown) return;
    document.sayAll();
    void guardTask(this.session.log, 'Showing what was held back', () => this.show(uri));
  }
}
