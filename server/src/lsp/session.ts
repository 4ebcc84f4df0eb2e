import { type Connection, TextDocuments } from 'vscode-languageserver';
import type { ClientFeatures } from './capabilities';
import type { Settings } from './config/settings';
import { openDocuments } from './documents';
import { guardTask, type Log } from './guard';
import type { Lifecycle } from './lifecycle';
import type { OpenDocument } from './openDocument';

/** The open documents, each with the configuration that holds for it now. */
export class Session {
  readonly documents: TextDocuments<OpenDocument>;
  private readonly configured = new WeakMap<OpenDocument, Promise<void>>();

  readonly connection: Connection;
  readonly client: ClientFeatures;
  readonly settings: Settings;
  readonly log: Log;
  private readonly life: Pick<Lifecycle, 'isShutDown'>;

  constructor(
    connection: Connection,
    client: ClientFeatures,
    settings: Settings,
    log: Log,
    life: Pick<Lifecycle, 'isShutDown'>,
    now: () => number,
  ) {
    this.documents = new TextDocuments(openDocuments(now));
    this.connection = connection;
    this.client = client;
    this.settings = settings;
    this.log = log;
    this.life = life;
  }

  get isShutDown(): boolean {
    return this.life.isShutDown;
  }

  /** The document as it stands once its configuration is known; undefined when it is not open (any more). */
  async ready(uri: string): Promise<OpenDocument | undefined> {
    for (;;) {
      const document = this.documents.get(uri);
      if (document === undefined) return undefined;
      const configured = this.configured.get(document) ?? this.configure(document);
      await configured;
      // Closed, opened anew or configured anew while we waited: that one counts.
      if (this.documents.get(uri) === document && this.configured.get(document) === configured) return document;
    }
  }

  /** Reads the configuration of every open document again. */
  async reconfigure(): Promise<void> {
    await Promise.all(this.documents.all().map((document) => this.configure(document)));
  }

  private configure(document: OpenDocument): Promise<void> {
    const work = guardTask(this.log, 'Reading the configuration', async () => {
      const config = await this.settings.of(document.uri);
      if (JSON.stringify(config) !== JSON.stringify(document.config)) document.configure(config);
    });
    this.configured.set(document, work);
    return work;
  }
}
