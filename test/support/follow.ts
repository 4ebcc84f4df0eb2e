import { expect } from 'vitest';
import type { ResolvedConfig } from '../../server/src/core/config/types';
import { withMessagesOf } from '../../server/src/core/document/conversation';
import type { Conversation, JsonNode } from '../../server/src/core/index';
import { distinct, type Fault, faultOf, WHOLE } from '../../server/src/core/replay/faults';
import { IncrementalCheck } from '../../server/src/core/replay/incrementalCheck';
import { contextOf, leadingInstructions } from '../../server/src/core/replay/replay';

/** Holds the incremental check of a conversation to fresh looks, as it grows and as a window of it moves. */
export function follow(conversation: Conversation, config: ResolvedConfig): void {
  const context = contextOf(conversation, leadingInstructions(conversation), config);
  const { instructions, entries, checker, indexOf } = context;
  const fresh = (start: number, end: number) => {
    const messages = [...instructions, ...entries.slice(start, end)];
    const list: JsonNode = Object.create(conversation.list, { size: { value: messages.length } });
    const recorded = checker.ofConversation(withMessagesOf(conversation, messages, list));
    return told(distinct(recorded.map((one) => faultOf(one, (node) => (node === list ? WHOLE : indexOf.get(node))))));
  };
  for (const size of [entries.length, 4, 19]) {
    const check = new IncrementalCheck(context);
    for (let end = 1; end <= entries.length; end++) {
      const start = Math.max(0, end - size);
      check.move(start, end);
      const faults = told([...check.faults()].flatMap(([, some]) => some));
      expect([start, end, ...faults]).toEqual([start, end, ...fresh(start, end)]);
    }
  }
}

function told(faults: readonly Fault[]): string[] {
  return faults.map(({ severity, key }) => `${severity} ${key.replaceAll('\0', ' ')}`).sort();
}
