import type { JsonNode } from '../../json/node';
import type { Call, Dialect, EntryShape, Message, Part, Result, Role } from '../../model/types';
import { isCutOff, readHead } from './entry';

const NONE: never[] = [];

/**
 * A message as it is read. A class, since there are a hundred thousand of them in a large file: one hidden shape, and what few
 * rules ask for is worked out when one does.
 */
export class MessageRecord implements Message {
  readonly index: number;
  readonly node: JsonNode;
  readonly shape: EntryShape;
  readonly role: Role;
  readonly roleText: string;
  readonly roleNode: JsonNode | undefined;
  readonly contentNode: JsonNode | undefined;
  readonly callsNode: JsonNode | undefined;
  readonly callsHolder: JsonNode;
  parts: readonly Part[] = NONE;
  calls: readonly Call[] = NONE;
  results: readonly Result[] = NONE;
  foreign: Dialect | undefined = undefined;
  private readonly speaks: (message: MessageRecord) => boolean;
  private ownContent: boolean | undefined;

  constructor(
    node: JsonNode,
    index: number,
    callsNode: JsonNode | undefined,
    speaks: (message: MessageRecord) => boolean,
    isBroken: boolean,
    callsHolder: JsonNode = node,
  ) {
    const { shape, role, roleText, roleNode } = readHead(node);
    this.index = index;
    this.node = node;
    this.shape = isBroken ? 'broken' : shape;
    this.role = role;
    this.roleText = roleText;
    this.roleNode = roleNode;
    this.contentNode = node.get('content');
    this.callsNode = callsNode;
    this.callsHolder = callsHolder;
    this.speaks = speaks;
  }

  get hasUnreadableCalls(): boolean {
    return this.callsNode !== undefined && this.callsNode.kind !== 'array' && this.callsNode.kind !== 'null';
  }

  get hasOwnContent(): boolean {
    this.ownContent ??= this.speaks(this);
    return this.ownContent;
  }

  get mayStayOpen(): boolean {
    return isCutOff(this.node);
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
