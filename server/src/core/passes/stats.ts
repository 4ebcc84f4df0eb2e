import type { DialectName } from '../dialects/index';
import type { TranscriptDocument } from '../document/document';
import { sourceOf } from '../json/valueNode';
import { isRead } from '../model/entries';
import type { Conversation, Message, Side } from '../model/types';
import { profileOf } from '../targets/index';
import type { CountEntry } from '../window/types';
import { Distribution, type DistributionReport } from './distribution';

/** What a collection of transcripts is made of; plain JSON, and no text of any message in it. */
export interface StatsReport {
  readonly version: 1;
  readonly files: number;
  /** Files by what they are: one document, rows that are conversations, rows that are messages. */
  readonly containers: Readonly<Record<string, number>>;
  /** Conversations by what they are for; all else is of those that are sent (`request`). */
  readonly sides: Readonly<Record<Side, number>>;
  readonly dialects: Readonly<Partial<Record<DialectName, number>>>;
  /** Whose rules apply, as people write it. */
  readonly targets: Readonly<Record<string, number>>;
  readonly models: Readonly<Record<string, number>>;
  readonly messages: {
    readonly total: number;
    readonly byRole: Readonly<Record<string, number>>;
    readonly perConversation: DistributionReport;
  };
  /** User turns: what a person, or code in the place of one, has said. */
  readonly turns: { readonly total: number; readonly perConversation: DistributionReport };
  readonly tools: {
    /** Conversations with a call or a result. */
    readonly conversations: number;
    readonly calls: number;
    readonly results: number;
    /** Assistant messages with calls, and those of them with more than one. */
    readonly callingMessages: number;
    readonly parallelMessages: number;
    /** Conversations with parallel calls. */
    readonly parallelConversations: number;
    /** Calls between one user turn and the next. */
    readonly callsPerTurn: DistributionReport;
    /** Most used first. */
    readonly names: readonly { readonly name: string; readonly calls: number }[];
    readonly moreNames: number;
  };
  readonly tokens: {
    readonly total: number;
    readonly estimator: string;
    readonly perMessage: DistributionReport;
    readonly perConversation: DistributionReport;
    /** Of all tokens, those of tool results. */
    readonly results: number;
  };
}

/** Names come from files; there may be any number of them, of any length. */
const MOST_NAMES = 50;
const LONGEST_NAME = 64;

/** Counts what a collection of transcripts is made of, a document or a chunk of one at a time. */
export class StatsSummary {
  private readonly count: CountEntry;
  private readonly estimator: string;
  private files = 0;
  private readonly sides: Record<Side, number> = { request: 0, response: 0, assertion: 0 };
  private readonly containers = new Counts();
  private readonly dialects = new Counts();
  private readonly targets = new Counts();
  private readonly models = new Counts();
  private readonly roles = new Counts();
  private readonly names = new Counts();
  private readonly sums = {
    ...{ messages: 0, turns: 0, tokens: 0, resultTokens: 0, calls: 0, results: 0 },
    ...{ withTools: 0, calling: 0, parallel: 0, withParallel: 0 },
  };
  private readonly perConversation = {
    messages: new Distribution(),
    turns: new Distribution(),
    tokens: new Distribution(),
  };
  private readonly tokensPerMessage = new Distribution();
  private readonly callsPerTurn = new Distribution();

  constructor(count: CountEntry, estimator: string) {
    this.count = count;
    this.estimator = estimator;
  }

  /** `isNewFile`: not one more chunk of the file before. */
  add(document: TranscriptDocument, isNewFile: boolean): void {
    const { conversations } = document;
    const { container } = document.analysis();
    if (isNewFile) {
      this.files++;
      this.containers.add(container ?? 'none');
    }
    for (const conversation of conversations) {
      this.sides[conversation.side]++;
      if (conversation.side === 'request') this.addConversation(conversation);
    }
  }

  report(): StatsReport {
    const { sums, perConversation } = this;
    const names = this.names.sorted();
    return {
      version: 1,
      files: this.files,
      containers: this.containers.record(),
      sides: { ...this.sides },
      dialects: this.dialects.record(),
      targets: this.targets.record(),
      models: this.models.record(),
      messages: {
        total: sums.messages,
        byRole: this.roles.record(),
        perConversation: perConversation.messages.report(),
      },
      turns: { total: sums.turns, perConversation: perConversation.turns.report() },
      tools: {
        conversations: sums.withTools,
        calls: sums.calls,
        results: sums.results,
        callingMessages: sums.calling,
        parallelMessages: sums.parallel,
        parallelConversations: sums.withParallel,
        callsPerTurn: this.callsPerTurn.report(),
        names: names.slice(0, MOST_NAMES).map(([name, calls]) => ({ name, calls })),
        moreNames: Math.max(0, names.length - MOST_NAMES),
      },
      tokens: {
        total: sums.tokens,
        estimator: this.estimator,
        perMessage: this.tokensPerMessage.report(),
        perConversation: perConversation.tokens.report(),
        results: sums.resultTokens,
      },
    };
  }

  private addConversation(conversation: Conversation): void {
    const { dialect, target, model, messages } = conversation;
    const { sums } = this;
    this.dialects.add(String(dialect.id));
    this.targets.add(profileOf(target).name);
    if (model !== undefined) this.models.add(model.slice(0, LONGEST_NAME));
    let turns = 0;
    let tokens = 0;
    let calls = 0;
    let callsOfTurn = 0;
    let results = 0;
    let parallel = 0;
    for (const message of messages) {
      const isUserTurn = message.role === 'user' && message.results.length === 0;
      if (isUserTurn) {
        if (turns > 0) this.callsPerTurn.add(callsOfTurn);
        turns++;
        callsOfTurn = 0;
      }
      const size = this.addMessage(message);
      tokens += size;
      calls += message.calls.length;
      callsOfTurn += message.calls.length;
      results += message.results.length;
      if (message.results.length > 0) sums.resultTokens += size;
      if (message.calls.length > 0) sums.calling++;
      if (message.calls.length > 1) parallel++;
    }
    if (turns > 0) this.callsPerTurn.add(callsOfTurn);
    sums.messages += messages.length;
    sums.turns += turns;
    sums.tokens += tokens;
    sums.calls += calls;
    sums.results += results;
    sums.parallel += parallel;
    if (calls + results > 0) sums.withTools++;
    if (parallel > 0) sums.withParallel++;
    this.perConversation.messages.add(messages.length);
    this.perConversation.turns.add(turns);
    this.perConversation.tokens.add(tokens);
  }

  private addMessage(message: Message): number {
    this.roles.add(isRead(message) && message.role !== 'none' ? message.role : 'no message');
    for (const { nameNode } of message.calls) {
      if (nameNode?.kind === 'string') this.names.add(nameNode.text().slice(0, LONGEST_NAME));
    }
    const size = this.count(sourceOf(message.node));
    this.tokensPerMessage.add(size);
    return size;
  }
}

class Counts {
  private readonly counts = new Map<string, number>();

  add(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** The most frequent first, then by name. */
  sorted(): readonly (readonly [string, number])[] {
    return [...this.counts].sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1));
  }

  record(): Record<string, number> {
    return Object.fromEntries(this.sorted().slice(0, MOST_NAMES));
  }
}
