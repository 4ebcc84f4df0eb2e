import { type Uri, workspace } from 'vscode';
import { COMMANDS, type ConversionReport } from '../../../../server/src/protocol/index';
import { nameOf } from '../conversion/conversionDetails';
import { messageOf } from '../conversion/convertTo';
import type { Server } from '../server';
import { currentAnswer } from './currentAnswer';
import { Refresher } from './refresher';

/** A converted document that follows its source. */
export class ConversionPreview {
  readonly source: Uri;
  text = '';
  /** Of the text of `version`; undefined until the first answer. */
  report: ConversionReport | undefined;
  version = -1;
  /** Why the server did not answer. */
  failure: string | undefined;

  private readonly server: Server;
  private readonly to: ConversionReport['to'];
  private readonly onChange: () => void;
  private readonly refresher = new Refresher(() => this.convert());
  private isStopped = false;

  constructor(server: Server, source: Uri, to: ConversionReport['to'], onChange: () => void) {
    this.server = server;
    this.source = source;
    this.to = to;
    this.onChange = onChange;
  }

  get file(): string {
    return nameOf(this.source);
  }

  /** Resolves when it shows the source as it is, or cannot. */
  refresh(): Promise<void> {
    return this.refresher.refresh();
  }

  stop(): void {
    this.isStopped = true;
    this.refresher.stop();
  }

  private async convert(): Promise<void> {
    try {
      const document = await workspace.openTextDocument(this.source);
      const request = { uri: this.source.toString(), to: this.to, preview: true };
      const answer = await currentAnswer(
        () => this.server.execute(COMMANDS.convert, request),
        () => document.version,
      );
      if (answer !== undefined && !this.isStopped) this.show(document.version, answer.conversions?.[0]);
    } catch (error) {
      if (this.isStopped) return;
      this.failure = messageOf(error);
      this.onChange();
    }
  }

  private show(version: number, report: ConversionReport | undefined): void {
    this.version = version;
    this.report = report;
    this.failure = undefined;
    // A source that is half typed has no new text; what stood there stays, and the line above says so.
    if (report?.text !== undefined) this.text = report.text;
    this.onChange();
  }
}
