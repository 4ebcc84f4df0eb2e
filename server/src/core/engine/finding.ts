import { type JsonNode, pointerOf } from '../json/node';
import { rewriteText } from '../json/jsonEdits';
import type { Place, ProposedFix } from '../rules/types';
import { providerText } from '../targets/index';
import type { Recorded } from './runRules';
import type { Finding, Fix, Related } from './types';

/** A finding that still knows the rewrites it proposes, so that fix-all can join them instead of joining texts. */
export interface LiveFinding extends Finding {
  readonly proposals: () => readonly ProposedFix[];
}

/** Turns what a rule said into offsets, texts and edits. Edits are built when asked for, at the state of the text then. */
export function toFinding(recorded: Recorded, root: JsonNode, conversation: number): LiveFinding {
  const { report, row } = recorded;
  let fixes: readonly Fix[] | undefined;
  let proposed: readonly ProposedFix[] | undefined;
  const proposals = () => {
    proposed ??= report.fixes?.() ?? [];
    return proposed;
  };
  const providerError = row?.error === undefined ? undefined : providerText(row.error, report.values ?? {});
  return {
    rule: recorded.rule,
    severity: recorded.severity,
    message: report.message,
    ...placeOf(report.at),
    related: (report.related ?? []).map((related): Related => ({ message: related.message, ...placeOf(related.at) })),
    get fixes() {
      fixes ??= root.start < 0 ? [] : proposals().map((fix) => toFix(fix, root));
      return fixes;
    },
    ...(providerError === undefined ? {} : { providerError }),
    ...(report.isUnnecessary === true ? { tag: 'unnecessary' as const } : {}),
    conversation,
    proposals,
  };
}

function toFix(fix: ProposedFix, root: JsonNode): Fix {
  return { title: fix.title, safety: fix.safety, edits: fix.edits ?? rewriteText(root, fix.rewrite) };
}

function placeOf(place: Place): { start: number; end: number; pointer: string } {
  const node = 'kind' in place ? place : place.node;
  return { start: place.start, end: place.end, pointer: pointerOf(node) };
}

/** Document order; at one place the longer range first, then by rule, so that output never depends on the order of running. */
export function compareFindings(a: Finding, b: Finding): number {
  return a.start - b.start || b.end - a.end || (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0);
}
