import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { conversationOfList } from '../../server/src/core/api/library';
import {
  type BuiltInPolicy,
  estimateTokens,
  type Problem,
  prepare,
  TranscriptDocument,
} from '../../server/src/core/index';
import { nodeOfValue } from '../../server/src/core/json/valueNode';
import { replayConversation } from '../../server/src/core/replay/replay';
import { bruteForce, inShort } from '../support/bruteForce';

const folder = new URL('../../fixtures/corpus/files/', import.meta.url);
const count = (entry: unknown) => 1 + estimateTokens(JSON.stringify(entry) ?? '');

const conversations = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.jsonc?$|\.jsonl$/.test(file))
  .flatMap((file) => {
    const document = TranscriptDocument.open(readFileSync(new URL(file, folder), 'utf8'), { uri: `file:///${file}` });
    return document.conversations
      .filter(({ side, list }) => side === 'request' && list.kind === 'array')
      .map((conversation, index) => ({ name: `${file} ${index}`, conversation, config: document.config }));
  });

it('has conversations to go through', () => {
  expect(conversations.length).toBeGreaterThan(60);
});

describe.each(conversations)('$name', ({ conversation, config }) => {
  const messages = conversation.list.items().map((node) => node.value());
  const { target, model } = conversation;
  const dialect = conversation.dialect.id;
  const total = messages.reduce<number>((all, entry) => all + count(entry), 0);
  const budgets = [0.2, 0.5, 0.8].map((share) => Math.max(1, Math.round(total * share)));

  it('replays as each prefix does from scratch', () => {
    const alone = conversationOfList('test', nodeOfValue(messages), { dialect, target, model: undefined });
    const policies: BuiltInPolicy[] = [
      { last: 3, count },
      { last: 8, count },
      ...budgets.flatMap((budget) => [
        { budget, count },
        { budget, count, pinHead: true },
        { budget, count, step: Math.round(budget / 4) },
      ]),
    ];
    // Long logs cost brute force minutes; the random conversations have every prefix of every kind.
    for (const policy of messages.length > 80 ? policies.slice(0, 3) : policies) {
      const told = [...replayConversation(alone, policy, { ...config, target })].map(inShort);
      expect(told).toEqual(bruteForce(messages, policy, dialect, target));
    }
  });

  it('keeps within a budget, opens legally and has no new problem', () => {
    for (const budget of budgets) {
      for (const pinHead of [false, true]) {
        const asked = { dialect, target, model, count, pinHead };
        const whole = prepare(messages, asked);
        const window = prepare(messages, { ...asked, budget });
        const trimming = window.steps.find((step) => step.step === 'trim');
        if (trimming?.step !== 'trim') throw new Error('nothing was trimmed');
        if (trimming.problem?.kind === 'no-legal-window') {
          expect(window.messages).toBe(messages);
          continue;
        }
        if (trimming.problem === undefined) expect(trimming.tokens).toBeLessThanOrEqual(budget);
        expect(newErrors(problemsOf(whole), problemsOf(window))).toEqual([]);
        expect(prepare(window.messages, { ...asked, budget }).messages).toEqual(window.messages);
      }
    }
  });
});

function problemsOf({ steps }: ReturnType<typeof prepare>): readonly Problem[] {
  const last = steps.at(-1);
  return last?.step === 'validate' ? last.problems : [];
}

function newErrors(before: readonly Problem[], after: readonly Problem[]): string[] {
  const rules = (problems: readonly Problem[]) =>
    problems.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
  const known = rules(before);
  return rules(after).filter((rule) => {
    const at = known.indexOf(rule);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}
