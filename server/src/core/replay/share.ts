import type { ShareReport } from './replayReport';

/** A part of all prefixes, as it grows. */
export class Share {
  prefixes = 0;
  failing = 0;

  static of(...shares: readonly Share[]): Share {
    const all = new Share();
    for (const share of shares) all.join(share);
    return all;
  }

  join({ prefixes, failing }: Pick<ShareReport, 'prefixes' | 'failing'>): void {
    this.prefixes += prefixes;
    this.failing += failing;
  }

  add(isFailing: boolean): void {
    this.prefixes++;
    if (isFailing) this.failing++;
  }

  report(): ShareReport {
    const { prefixes, failing } = this;
    return { prefixes, failing, rate: prefixes === 0 ? 0 : failing / prefixes };
  }
}
