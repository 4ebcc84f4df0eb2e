import { oneLine, type ReplayReport, type ValidateOptions } from '../core/index';
import { indented, many, ruleLine, said } from './wording';

/** A prefix that a function broke, with all that is needed to see how. */
export interface BrokenPrefix {
  readonly conversation: string;
  /** What the function was given. */
  readonly prefix: readonly unknown[];
  /** What it returned; undefined where that was no list. */
  readonly answer: readonly unknown[] | undefined;
  /** Where there is none: what it returned, or where it threw. */
  readonly instead: readonly string[];
  readonly rule: string;
  readonly message: string;
  /** The message that it is about: its index in the prefix; below zero for one that the prefix has not, or for the whole. */
  readonly entry: number;
  readonly said: { readonly speaker: string; readonly text: string } | undefined;
}

interface Subject extends ValidateOptions {
  /** The function's name. */
  readonly name: string;
}

const MAX_RULES = 8;
const COLUMNS = 100;
/** Lines of a window that are shown around its fault. */
const LINES_BEFORE = 4;
const LINES_BEHIND = 3;

/** What a function did to the prefixes of conversations, for the person who wrote it. Bounded, whatever the conversations hold. */
export function replayFailure(report: ReplayReport, broken: readonly BrokenPrefix[], subject: Subject): string[] {
  const { all, byShape, conversations } = report;
  const both = byShape.tools.prefixes > 0 && byShape.plain.prefixes > 0;
  const split = both ? ` With tools ${shareText(byShape.tools)}, without ${shareText(byShape.plain)}.` : '';
  const where = `in ${conversations.failing} of ${many(conversations.total, 'conversation')}`;
  const failing = `${all.failing} of ${many(all.prefixes, 'prefix', 'prefixes')} (${percent(all.rate)})`;
  const order = report.rules.map(({ rule }) => rule);
  const shown = [...broken].sort((a, b) => order.indexOf(a.rule) - order.indexOf(b.rule));
  return [
    `${subject.name} breaks ${failing}, ${where}.${split}`,
    '',
    ...rulesTable(report),
    '',
    ...shown.flatMap((one, at) => [...brokenText(one, at + 1, subject.name), '']),
    ...advice(broken, subject.name),
    ...inputText(report),
  ];
}

function shareText({ failing, prefixes }: { readonly failing: number; readonly prefixes: number }): string {
  return `${failing} of ${prefixes}`;
}

/** Some is never shown as none, nor as all. */
function percent(rate: number): string {
  if (rate < 0.01) return 'less than 1 %';
  return `${rate < 1 ? Math.min(99, Math.round(rate * 100)) : 100} %`;
}

function rulesTable({ rules }: ReplayReport): string[] {
  const blamed = rules.filter(({ blame }) => blame === 'trim');
  const shown = blamed.slice(0, MAX_RULES);
  const rest = blamed.length - shown.length;
  return [
    '   prefixes  conversations  rule',
    ...shown.map(
      (one) => `${String(one.prefixes).padStart(11)}  ${String(one.conversations).padStart(13)}  ${one.rule}`,
    ),
    ...(rest > 0 ? [`   … and ${many(rest, 'further rule')}`] : []),
  ];
}

function brokenText(one: BrokenPrefix, number: number, name: string): string[] {
  const { conversation, prefix, answer, instead, rule, message } = one;
  const place = `first in ${oneLine(conversation, COLUMNS).slice(1, -1)}, prefix of ${many(prefix.length, 'message')}`;
  const isRule = !rule.startsWith('policy-');
  return [
    `${number}. ${rule}: ${place}`,
    `   ${said(message)}`,
    ...indented(instead, '   '),
    ...(answer === undefined ? [] : ['', ...indented(windowText(one, answer, name), '   ')]),
    ...(isRule || one.said !== undefined ? [''] : []),
    ...(one.said === undefined ? [] : [`   ${one.said.speaker} says: ${said(one.said.text)}`]),
    ...(isRule ? [`   ${ruleLine(rule)}`] : []),
  ];
}

interface Line {
  readonly sign: '+' | '-' | ' ';
  readonly label: string;
  readonly value: unknown;
  readonly isFault: boolean;
}

/** What was given and what came back, as a diff around the fault. */
function windowText({ prefix, entry }: BrokenPrefix, answer: readonly unknown[], name: string): string[] {
  const lines = diff(prefix, answer, entry);
  const kept = lines.filter(({ sign }) => sign !== '-').length;
  const title = `${name} returned ${many(kept, 'message')} (-: left out, +: not in the prefix):`;
  const fault = lines.findIndex(({ isFault }) => isFault);
  // Of the whole: the cut is what there is to see.
  const cut = lines.findIndex(({ sign }, at) => sign !== '-' && (at === 0 || lines[at - 1]?.sign === '-'));
  const at = Math.max(0, fault >= 0 ? fault : cut);
  const from = Math.max(0, at - LINES_BEFORE);
  const to = Math.min(lines.length, at + LINES_BEHIND + 1);
  const digits = Math.max(...lines.slice(from, to).map(({ label }) => label.length));
  return [
    title,
    ...skipped(lines.slice(0, from)),
    ...lines.slice(from, to).map(({ sign, label, value, isFault }) => {
      const before = `${isFault ? '>' : ' '} ${sign} ${label.padStart(digits)}  `;
      return `${before}${oneLine(value, COLUMNS - before.length)}`;
    }),
    ...skipped(lines.slice(to)),
  ];
}

function skipped(lines: readonly Line[]): string[] {
  if (lines.length === 0) return [];
  const left = lines.filter(({ sign }) => sign === '-').length;
  const kept = lines.length - left;
  const parts = [...(left > 0 ? [`${left} left out`] : []), ...(kept > 0 ? [`${kept} returned`] : [])];
  return [`    … ${parts.join(', ')}`];
}

/** A message of the answer is the newest of the prefix that reads the same, in order from the end. */
function diff(prefix: readonly unknown[], answer: readonly unknown[], entry: number): Line[] {
  const texts = prefix.map((message) => JSON.stringify(message));
  const places = new Map<string, number[]>();
  for (const [at, text] of texts.entries()) {
    const known = places.get(text);
    if (known === undefined) places.set(text, [at]);
    else known.push(at);
  }
  const origins = new Array<number | undefined>(answer.length);
  let before = prefix.length;
  for (let at = answer.length - 1; at >= 0; at--) {
    const stack = places.get(JSON.stringify(answer[at]));
    while (stack !== undefined && (stack.at(-1) ?? -1) >= before) stack.pop();
    const origin = stack?.pop();
    if (origin === undefined) continue;
    origins[at] = origin;
    before = origin;
  }
  const lines: Line[] = [];
  let next = 0;
  const leaveOut = (to: number) => {
    for (; next < to; next++) lines.push({ sign: '-', label: String(next), value: prefix[next], isFault: false });
  };
  for (const [at, value] of answer.entries()) {
    const origin = origins[at];
    if (origin === undefined) {
      lines.push({ sign: '+', label: '', value, isFault: entry === newEntry(at) });
      continue;
    }
    leaveOut(origin);
    lines.push({ sign: ' ', label: String(origin), value, isFault: entry === origin });
    next = origin + 1;
  }
  leaveOut(prefix.length);
  return lines;
}

/** How the replay numbers a message that is none of the conversation. */
function newEntry(at: number): number {
  return -10 - at;
}

function advice(broken: readonly BrokenPrefix[], name: string): string[] {
  const rules = new Set(broken.map(({ rule }) => rule));
  const lines: string[] = [];
  if (rules.has('policy-threw')) lines.push(`${name} must return a list for every prefix; a throw ends the request.`);
  if (rules.has('policy-malformed')) lines.push(`${name} must return a list of messages.`);
  if (rules.has('messages-empty')) lines.push('Keep the newest user turn at least: no provider takes an empty list.');
  if ([...rules].some((rule) => !rule.startsWith('policy-') && rule !== 'messages-empty')) {
    lines.push(
      'Cut only in front of a user turn that holds no tool result: nothing before it can then be missed.',
      'trim(messages, { budget }) of transcript-lint does that; prepare(messages, { budget }) repairs what is broken already, too.',
    );
  }
  return lines.length === 0 ? [] : ['What to do:', ...indented(lines, '   ')];
}

function inputText({ rules }: ReplayReport): string[] {
  const given = rules.filter(({ blame }) => blame === 'input').slice(0, MAX_RULES);
  if (given.length === 0) return [];
  const text = given.map(({ rule, prefixes }) => `${rule} (${prefixes})`).join(', ');
  return ['', `Wrong before trimming already, and not counted: ${text}.`];
}
