import { isAbsolute, relative, sep } from 'node:path';
import { visible } from '../../core/index';
import type { Voice } from '../output/voice';
import type { Candidate } from './walk';

/** Symbolic links and further names of the files of one run: what a fix must not write through, and what it tears apart. */
export class Links {
  private readonly voice: Voice;
  /** How many names the files have that have more than one. */
  private readonly linked = new Map<string, number>();

  constructor(voice: Voice) {
    this.voice = voice;
  }

  note({ path }: Candidate, names: number): void {
    this.linked.set(path, names);
  }

  /** What a walk of one folder finds is not written to in another: a link may lead anywhere. */
  async leadsOutside({ path, shown, linkIn }: Candidate): Promise<boolean> {
    if (linkIn === undefined) return false;
    const { host } = this.voice.io;
    const [folder, target] = [await host.realPath(linkIn), await host.realPath(path)];
    if (folder === undefined || target === undefined || isBelow(target, folder)) return false;
    await this.voice.tell(
      `${visible(shown)} is a link to a file outside the folder, which is left alone (name it to fix it)`,
    );
    return true;
  }

  /** A file that was replaced is another one than its further names lead to. */
  async tellOtherNames({ path, shown }: Candidate): Promise<void> {
    const links = this.linked.get(path);
    if (links === undefined) return;
    const names =
      links === 2 ? 'another name (a hard link), which keeps' : `${links - 1} other names (hard links), which keep`;
    await this.voice.tell(`${visible(shown)} has ${names} the old text`);
  }
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
