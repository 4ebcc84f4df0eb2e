import { withMessagesOf } from '../document/conversation';
import type { JsonNode } from '../json/node';
import type { ListCheck, Recorded } from '../lint/runRules';
import type { Message } from '../model/types';
import { firstAtLeast } from '../text/sorted';
import type { ReplayContext } from './context';

const SILENT: readonly Recorded[] = [];

/**
 * What a rule that looks at entries all over the list says of a window: it is asked again with those that it looks at, and not
 * at all where it has nothing to say of the conversation.
 */
export class ListFollower {
  private readonly rule: ListCheck;
  private readonly context: ReplayContext;
  /** The entries that it looks at: their places, and themselves. */
  private readonly places: readonly number[];
  private readonly looked: readonly Message[];
  private readonly instructions: readonly Message[];
  private readonly isSilent: boolean;

  constructor(rule: ListCheck, context: ReplayContext) {
    const { conversation, instructions, entries } = context;
    this.rule = rule;
    this.context = context;
    this.places = entries.flatMap((message, at) => (rule.looksAt(message) ? [at] : []));
    this.looked = this.places.flatMap((at) => entries[at] ?? []);
    this.instructions = instructions.filter(rule.looksAt);
    this.isSilent = [[...this.instructions, ...this.looked], []].every(
      (messages) => rule.check(withMessagesOf(conversation, messages, conversation.list)).length === 0,
    );
  }

  check(start: number, end: number, lead: readonly Message[], list: JsonNode): readonly Recorded[] {
    if (this.isSilent) return SILENT;
    const { places, looked, rule } = this;
    const own = looked.slice(firstAtLeast(places, start), firstAtLeast(places, end));
    const messages = this.instructions.concat(lead.filter(rule.looksAt), own);
    return rule.check(withMessagesOf(this.context.conversation, messages, list));
  }
}
