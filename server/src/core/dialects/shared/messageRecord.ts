import type { JsonNode } from '../../json/node';
import type {
  Awaited,
  Call,
  Dialect,
  EntryShape,
  Message,
  OtherHalf,
  PairingId,
  Part,
  Result,
  Role,
} from '../../model/types';
import type { EntryHead } from './entry';
import type { EntryFacts } from './entryFacts';

const NONE: never[] = [];

/**
 * An entry as it is read: its dialect's reader says what its head is and where content and calls stand. A class, since there are
 * a hundred thousand of them in a large file: one hidden shape, and what few rules ask for is worked out when one does.
 */
export class MessageRecord implements Message {
  readonly index: number;
  readonly node: JsonNode;
  readonly shape: EntryShape;
  readonly role: Role;
  readonly roleText: string;
  readonly roleNode: JsonNode | undefined;
  readonly contentNode: JsonNode | undefined;
  callsNode: JsonNode | undefined = undefined;
  callsHolder: JsonNode;
  parts: readonly Part[] = NONE;
  calls: readonly Call[] = NONE;
  results: readonly Result[] = NONE;
  foreign: Dialect | undefined = undefined;
  private readonly facts: EntryFacts;
  private ownContent: boolean | undefined;

  constructor(
    node: JsonNode,
    index: number,
    isBroken: boolean,
    { shape, role, roleText, roleNode }: EntryHead,
    contentNode: JsonNode | undefined,
    facts: EntryFacts,
  ) {
    this.index = index;
    this.node = node;
    this.shape = isBroken ? 'broken' : shape;
    this.role = role;
    this.roleText = roleText;
    this.roleNode = roleNode;
    this.contentNode = contentNode;
    this.callsHolder = node;
    this.facts = facts;
  }

  get hasUnreadableCalls(): boolean {
    return this.callsNode !== undefined && this.callsNode.kind !== 'array' && this.callsNode.kind !== 'null';
  }

  get hasOwnContent(): boolean {
    this.ownContent ??= this.facts.speaks(this);
    return this.ownContent;
  }

  get mayStayOpen(): boolean {
    return this.facts.isCutOff(this.node);
  }

  get hasLegacyCall(): boolean {
    return this.facts.hasLegacyCall(this);
  }

  awaits(call: Call): Awaited {
    return this.facts.awaits(call);
  }

  namedIds(): readonly PairingId[] {
    return this.facts.namedIds(this);
  }

  answerId(): PairingId {
    return this.facts.answerId(this.node);
  }

  otherHalves(): readonly OtherHalf[] {
    return this.facts.otherHalves(this);
  }

  /** Says where its calls stand, in a member of the entry or of something in it. */
  holdCalls(callsNode: JsonNode | undefined, holder: JsonNode): void {
    this.callsNode = callsNode;
    this.callsHolder = holder;
  }

  /** Takes the parts in document order and sorts out the calls and results among them. */
  setParts(parts: readonly Part[]): void {
    if (parts.length === 0) return;
    this.parts = parts;
    const calls = parts.filter((part) => part.kind === 'call');
    const results = parts.filter((part) => part.kind === 'result');
    if (calls.length > 0) this.calls = calls;
    if (results.length > 0) this.results = results;
  }
}
