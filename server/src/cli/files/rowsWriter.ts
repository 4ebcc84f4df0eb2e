import { createHash } from 'node:crypto';
import type { Host, Rewriting } from '../../host/types';

/** Bytes copied at a time. */
const BLOCK = 1024 * 1024;

/** Writes a file anew, a chunk at a time, and begins only when one of them has changed. */
export class RowsWriter {
  private readonly host: Host;
  private readonly path: string;
  private readonly before = createHash('sha256');
  private unchanged = 0;
  private rewriting: Rewriting | undefined;

  constructor(host: Host, path: string) {
    this.host = host;
    this.path = path;
  }

  /** The next chunk, as it was and as it is to be; `after` is undefined where it stays. */
  async add(before: Uint8Array, after: string | undefined): Promise<void> {
    this.before.update(before);
    if (after === undefined && this.rewriting === undefined) {
      this.unchanged += before.length;
      return;
    }
    this.rewriting ??= await this.begin();
    await this.rewriting.write(after === undefined ? before : Buffer.from(after, 'utf8'));
  }

  /** Puts the new file in the place of the old one, if there is anything new. */
  async finish(): Promise<void> {
    await this.rewriting?.finish(this.before.digest('hex'));
    this.rewriting = undefined;
  }

  /** Leaves the file as it is. Nothing to do after `finish`. */
  async abandon(): Promise<void> {
    await this.rewriting?.abandon();
    this.rewriting = undefined;
  }

  private async begin(): Promise<Rewriting> {
    const rewriting = await this.host.rewriteFile(this.path);
    const source = await this.host.open(this.path);
    try {
      for (let at = 0; at < this.unchanged; ) {
        const bytes = await source.read(at, Math.min(BLOCK, this.unchanged - at));
        if (bytes.length === 0) break; // it has become shorter, which `finish` notices
        await rewriting.write(bytes);
        at += bytes.length;
      }
    } catch (error) {
      await rewriting.abandon();
      throw error;
    } finally {
      await source.close();
    }
    return rewriting;
  }
}
