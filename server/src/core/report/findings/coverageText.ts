import type { SkipReason } from '../../document/coverage';
import type { FileReport, Medium } from '../types';
import { visible } from '../visible';
import { wrap } from '../wrap';

/** Reasons that are told of at the end of a run; further ones are counted. */
const MOST_TOLD = 5;

/** Why a rule was left out, behind the number of such rules. What is not here is no gap in what a person asked for. */
const WORDS: Partial<Readonly<Record<SkipReason, readonly [one: string, more: string]>>> = {
  'needs-sending': ['on what is sent (--target says who gets it)', 'on what is sent (--target says who gets it)'],
  'needs-model': ['that needs a model', 'that need a model'],
  off: ['that is off', 'that are off'],
  failed: ['that failed', 'that failed'],
};

const PREFIX = 'not checked:';

/** Collects over a run what was not checked. */
export class CoverageSummary {
  /** The first place of each reason and how many more there are. */
  private readonly gaps = new Map<string, { readonly path: string; more: number }>();
  private readonly files = new Set<string>();
  /** Files without any conversation: whoever named them is told of them elsewhere, and they are no clean ones. */
  strangers = 0;
  private readonly skipped = new Map<SkipReason, Set<string>>();

  add({ path, coverage, findings }: FileReport): void {
    for (const part of coverage.notChecked) {
      if (part.reason === 'no-conversation') {
        this.strangers += 1;
        continue;
      }
      this.files.add(path);
      // The finding says it already, with its place.
      const isTold = findings.some(({ rule, start }) => rule === part.reason && start === part.start);
      if (isTold || part.reason === 'unreadable') continue;
      const known = this.gaps.get(part.message);
      if (known === undefined) this.gaps.set(part.message, { path, more: 0 });
      else known.more += 1;
    }
    for (const { rule, reason } of coverage.skipped) {
      const rules = this.skipped.get(reason) ?? new Set();
      this.skipped.set(reason, rules.add(rule));
    }
  }

  /** Files of which something was not checked. */
  get incomplete(): number {
    return this.files.size;
  }

  /** What was not checked, a line for each reason. */
  gapLines(medium: Medium): string[] {
    const { yellow } = medium.paint;
    const gaps = [...this.gaps].slice(0, MOST_TOLD).map(([message, { path, more }]) => {
      return `${visible(path)}${more === 0 ? '' : ` and ${more} more`}: ${visible(message)}`;
    });
    const rest = this.gaps.size - gaps.length;
    if (rest > 0) gaps.push(`${rest} more (--format json has them all)`);
    return gaps.flatMap((gap) => wrap(`${PREFIX} ${gap}`, medium)).map((line) => line.replace(PREFIX, yellow));
  }

  /** Which rules did not run over all that they are about; none where all did. */
  ruleLines(medium: Medium): string[] {
    const parts: string[] = [];
    for (const [reason, words] of Object.entries(WORDS)) {
      const count = this.skipped.get(reason as SkipReason)?.size ?? 0;
      if (count === 0) continue;
      const name = parts.length > 0 ? '' : count === 1 ? ' rule' : ' rules';
      parts.push(`${count}${name} ${count === 1 ? words[0] : words[1]}`);
    }
    return parts.length === 0 ? [] : wrap(`Not run: ${parts.join(', ')}.`, medium).map(medium.paint.dim);
  }
}
