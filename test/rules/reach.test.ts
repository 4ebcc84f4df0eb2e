// How far a rule looks (`meta.reach`) decides where it is run again: in an editor when somebody types, in a replay as windows move.
// So its fixtures, taken step by step, have to give what a fresh look gives.
import { describe, expect, test } from 'vitest';
import { readAgain } from '../../server/src/core/document/conversation';
import { TranscriptDocument } from '../../server/src/core/index';
import { nodeOfValue } from '../../server/src/core/json/valueNode';
import { leadingInstructions } from '../../server/src/core/replay/replay';
import { rules } from '../../server/src/core/rules/index';
import { type Fixture, fixtureRules, fixturesOf, optionsFor } from '../support/fixtures';
import { follow } from '../support/follow';

/** Entries between two copies of what a fixture holds: more than the check reads around an entry. */
const BETWEEN = 14;
const COPIES = 8;
/** Longer fixtures would take minutes, several copies one behind the other. */
const MOST_REPEATED = 10;
const MOST_COPIED = 50;

const fill = Array.from({ length: BETWEEN }, (_, i) =>
  i % 2 === 0 ? { role: 'user', content: `Ask ${i}.` } : { role: 'assistant', content: `Say ${i}.` },
);

test('a rule that looks at one message alone is given no more, and every other one the list', () => {
  for (const rule of rules)
    expect([rule.meta.id, rule.meta.reach === 'message']).toEqual([rule.meta.id, 'message' in rule]);
});

describe.each(fixtureRules())('%s', (rule) => {
  const fixtures = [...fixturesOf(rule, 'invalid'), ...fixturesOf(rule, 'valid')];

  // What is said of one message alone is kept apart and never followed.
  const followed = rules.some(({ meta }) => meta.id === rule && meta.reach !== 'message') ? fixtures : [];
  test.each(followed)('$name, entry by entry and window by window', (fixture) => {
    const { config, conversations } = opened(fixture, rule);
    for (const conversation of conversations) {
      follow(conversation, config);
      const values = conversation.messages.map(({ node }) => node.value());
      const lead = values.slice(0, leadingInstructions(conversation));
      const own = values.slice(lead.length);
      if (own.length > MOST_COPIED) continue;
      const again = own.length > MOST_REPEATED ? own : Array.from({ length: COPIES / 2 }, () => own).flat();
      for (const list of [
        [...lead, ...fill, ...own, ...fill, ...own, ...fill],
        [...lead, ...again, { role: 'user', content: 'Go on.' }, ...again],
        [...lead, ...again, { role: 'assistant', content: 'I go on.' }, ...again],
      ])
        follow(readAgain(conversation, nodeOfValue(list), conversation.body), config);
    }
  });

  test.each(fixtures)('$name, typed in one entry after the other', (fixture) => {
    const { document, conversations } = opened(fixture, rule);
    const expected = said(document);
    for (const { list, messages } of conversations) {
      for (const { node } of list.kind === 'array' && messages.length <= MOST_COPIED ? messages : []) {
        if (node.kind !== 'object') continue;
        const [before, behind] = [fixture.text.slice(0, node.start + 1), fixture.text.slice(node.end - 1)];
        const own = fixture.text.slice(node.start + 1, node.end - 1);
        for (const other of ['', '"role":"user","content":"Hm."', '"role":"assistant","content":"Hm."']) {
          const typed = TranscriptDocument.open(
            before + other + behind,
            optionsFor(fixture.name, fixture.config, rule),
          );
          typed.analysis();
          typed.update([{ start: before.length, end: before.length + other.length, text: own }], fixture.text);
          expect(said(typed)).toEqual(expected);
        }
      }
    }
  });
});

function opened(fixture: Fixture, rule: string) {
  const document = TranscriptDocument.open(fixture.text, optionsFor(fixture.name, fixture.config, rule));
  const conversations = document.conversations.filter(({ messages }) => messages.length > 0);
  return { document, config: document.config, conversations };
}

function said(document: TranscriptDocument): string[] {
  return document
    .analysis()
    .findings.map(({ rule, severity, pointer, start, end, message }) =>
      [rule, severity, pointer, start, end, message].join(' '),
    );
}
