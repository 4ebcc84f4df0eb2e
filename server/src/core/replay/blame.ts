import type { Message } from '../model/types';
import { OPENING, openingMessage } from '../window/opening';
import type { Lead, ReplayContext } from './context';
import { distinct, type Fault, faultOf, WHOLE } from './faults';
import type { IncrementalCheck } from './incrementalCheck';

/** What rules say of each message alone, by its index in the conversation. */
export type MessageFaults = readonly (readonly Fault[])[];

export function messageFaults({ conversation, checker, indexOf }: ReplayContext): MessageFaults {
  return conversation.messages.map((message) =>
    distinct(checker.ofMessage(message).map((recorded) => faultOf(recorded, (node) => indexOf.get(node)))),
  );
}

/**
 * Sets the faults of a window against those of the untrimmed prefix: what the prefix has too is the input's, the rest is the
 * trimming's (docs/design/windows.md, "Blame"). Follows the two as they move, at the cost of what changes.
 */
export class Blame {
  private readonly context: ReplayContext;
  private readonly prefix: IncrementalCheck;
  private readonly window: IncrementalCheck;
  private readonly ofMessages: MessageFaults;
  /** Of the prefix, with the group that each belongs to. */
  private readonly prefixKeys = new Map<number, readonly string[]>();
  private readonly keys = new Map<string, number>();
  /** How many errors the prefix has, those of single messages aside. */
  private errors = 0;
  /** Of the window, by group: what the prefix lacks, and the rules of errors that it has. */
  private readonly trims = new Map<number, readonly Fault[]>();
  private readonly inputs = new Map<number, readonly string[]>();
  private readonly inputRules = new Map<string, number>();
  /** For each rule that errs about single messages: how many such errors stand in front of an index of the conversation. */
  private readonly sums = new Map<string, Int32Array>();
  private stale = new Set<number>();
  private lead: Lead | undefined;
  private leadFaults: { readonly trim: readonly Fault[]; readonly input: readonly string[] } = { trim: [], input: [] };

  constructor(context: ReplayContext, prefix: IncrementalCheck, window: IncrementalCheck, ofMessages: MessageFaults) {
    this.context = context;
    this.prefix = prefix;
    this.window = window;
    this.ofMessages = ofMessages;
    const { length } = ofMessages;
    for (const [at, faults] of ofMessages.entries()) {
      for (const { rule, severity } of faults) {
        if (severity !== 'error') continue;
        const sums = this.sums.get(rule) ?? new Int32Array(length + 1);
        this.sums.set(rule, sums);
        sums[at + 1] = (sums[at + 1] ?? 0) + 1;
      }
    }
    for (const sums of this.sums.values())
      for (let at = 1; at <= length; at++) sums[at] = (sums[at] ?? 0) + (sums[at - 1] ?? 0);
  }

  /** Whether the untrimmed prefix has a fault, and no milder. */
  has(fault: Fault): boolean {
    return this.keys.has(graveKey(fault)) || this.hasAlone(fault);
  }

  /** Whether the untrimmed prefix has an error of its own. */
  isRefused(end: number): boolean {
    if (this.errors > 0) return true;
    const { length } = this.context.instructions;
    for (const sums of this.sums.values()) if ((sums[length + end] ?? 0) > 0) return true;
    return false;
  }

  /** Whether the message has it as it stands in the conversation. */
  private hasAlone(fault: Fault): boolean {
    return this.ofMessages[fault.entry]?.some((own) => own.key === fault.key && isAsGrave(own, fault)) === true;
  }

  movePrefix(end: number): void {
    for (const group of this.prefix.move(0, end)) {
      for (const key of this.prefixKeys.get(group) ?? []) {
        drop(this.keys, key);
        if (isGrave(key)) this.errors--;
      }
      const faults = this.prefix.faultsOf(group);
      const keys = faults.flatMap((fault) => (fault.severity === 'error' ? [fault.key, graveKey(fault)] : [fault.key]));
      if (keys.length === 0) this.prefixKeys.delete(group);
      else this.prefixKeys.set(group, keys);
      for (const key of keys) {
        add(this.keys, key);
        if (isGrave(key)) this.errors++;
      }
      this.stale.add(group);
    }
  }

  moveWindow(start: number, end: number, lead: Lead | undefined): void {
    for (const group of this.window.move(start, end, lead)) this.stale.add(group);
    if (lead !== this.lead) {
      this.lead = lead;
      this.leadFaults = this.checkLead(lead);
    }
    for (const group of this.stale) this.judge(group);
    this.stale = new Set();
  }

  /** What is wrong with the window as it stands. */
  verdict(start: number, end: number): { readonly trim: readonly Fault[]; readonly input: readonly string[] } {
    const { instructions } = this.context;
    const trim = [...this.trims.values(), this.leadFaults.trim].flat();
    const input = new Set([...this.inputRules.keys(), ...this.leadFaults.input]);
    for (const [rule, sums] of this.sums) {
      const inFront = sums[instructions.length] ?? 0;
      const inside = (sums[instructions.length + end] ?? 0) - (sums[instructions.length + start] ?? 0);
      if (inFront + inside > 0) input.add(rule);
    }
    const opening = this.openingFault(start, end, [...trim]);
    if (opening === undefined) return { trim, input: [...input] };
    const isInput = this.firstOf(0, end)?.node === opening.message.node;
    if (isInput) input.add(OPENING);
    else trim.push(opening.fault);
    return { trim, input: [...input] };
  }

  private judge(group: number): void {
    for (const rule of this.inputs.get(group) ?? []) drop(this.inputRules, rule);
    const faults = this.window.faultsOf(group);
    const trim = faults.filter((fault) => !this.has(fault));
    const input = faults.filter((fault) => fault.severity === 'error' && this.has(fault)).map(({ rule }) => rule);
    if (trim.length === 0) this.trims.delete(group);
    else this.trims.set(group, trim);
    if (input.length === 0) this.inputs.delete(group);
    else this.inputs.set(group, input);
    for (const rule of input) add(this.inputRules, rule);
  }

  /** Entries that the trimming wrote into are checked as they are now. */
  private checkLead(lead: Lead | undefined): { readonly trim: readonly Fault[]; readonly input: readonly string[] } {
    const { checker } = this.context;
    const faults = (lead?.messages ?? []).flatMap((message) =>
      distinct(checker.ofMessage(message).map((recorded) => faultOf(recorded, (node) => lead?.indexOf.get(node)))),
    );
    return {
      trim: faults.filter((fault) => !this.hasAlone(fault)),
      input: faults.filter((fault) => fault.severity === 'error' && this.hasAlone(fault)).map(({ rule }) => rule),
    };
  }

  /** A window must not open on an answer to nothing, whatever the target; a fault at the same place says so already. */
  private openingFault(start: number, end: number, trim: Fault[]): { fault: Fault; message: Message } | undefined {
    const message = this.firstOf(start, end);
    if (message === undefined || message.role === 'user') return undefined;
    const { indexOf } = this.context;
    const entry = indexOf.get(message.node) ?? this.lead?.indexOf.get(message.node) ?? WHOLE;
    const at = (rule: string) => `${rule}\u0000${entry}\u0000`;
    const faults = [
      ...trim,
      ...(this.ofMessages[entry] ?? []),
      ...this.window.faultsOf(this.window.groupOf(entry - this.context.instructions.length)),
      ...this.window.faultsOf(WHOLE),
    ];
    const isSaid = faults.some((fault) => fault.severity === 'error' && fault.key === at(fault.rule));
    if (isSaid) return undefined;
    return {
      fault: { rule: OPENING, severity: 'error', entry, message: openingMessage(message), key: at(OPENING) },
      message,
    };
  }

  private firstOf(start: number, end: number): Message | undefined {
    const { entries, conversation } = this.context;
    const instructionRoles = conversation.dialect.instructions.roles;
    const lead = start === 0 ? undefined : this.lead?.messages[0];
    if (lead !== undefined) return lead;
    for (let at = start; at < end; at++) {
      const message = entries[at];
      if (message?.shape === 'message' && !instructionRoles.includes(message.role)) return message;
    }
    return undefined;
  }
}

/** An error is another fault than a remark about the same place. */
function graveKey({ key, severity }: Fault): string {
  return severity === 'error' ? `${key}${GRAVE}` : key;
}

const GRAVE = '\u0000!';

function isGrave(key: string): boolean {
  return key.endsWith(GRAVE);
}

function isAsGrave(own: Fault, fault: Fault): boolean {
  return own.severity === 'error' || fault.severity !== 'error';
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function drop(counts: Map<string, number>, key: string): void {
  const count = (counts.get(key) ?? 0) - 1;
  if (count <= 0) counts.delete(key);
  else counts.set(key, count);
}
