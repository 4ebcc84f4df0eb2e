// An entry that cannot be read may be anything: what may have its other half in it is not blamed, and nothing else is spared.
import { describe, expect, test } from 'vitest';
import { TranscriptDocument } from '../../server/src/core/index';
import { callOf, type Layout, print, resultOf, type Shape } from '../support/typing';

const say = (role: string, content: string) => ({ role, content });

function rulesOf(text: string): string[] {
  const { findings } = TranscriptDocument.open(text, { uri: 'file:///a.json' }).analysis();
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, message }) => `${rule} ${/"([^"]+)"/.exec(message)?.[1]}`);
}

/** `entries` with the one that has the mark cut off inside. */
function cut(entries: readonly object[], layout: Layout): string {
  const { text } = print(entries, layout, true);
  const at = text.indexOf('CUT');
  return text.slice(0, at) + text.slice(text.indexOf('\n', at));
}

describe.each<Shape>(['chat', 'messages', 'flat'])('in %s', (shape) => {
  const open = (id: string) => [callOf(shape, id), say('user', 'And?'), say('assistant', 'Well.')];
  const lost = (id: string) => [
    say('assistant', 'Hm.'),
    say('user', 'So?'),
    say('assistant', 'Ah.'),
    resultOf(shape, id, 'of nobody'),
  ];
  const broken = [say('user', 'CUT of this')];
  const far = [...open('call_far'), ...lost('lost_far')];

  test.each<Layout>(['one line', 'pretty', 'tabs'])(
    '%s: an open call in front of it is held back, one farther away is not',
    (layout) => {
      const entries = [
        say('user', 'Go.'),
        ...far,
        say('assistant', 'Now.'),
        callOf(shape, 'call_near'),
        ...broken,
        say('assistant', 'Done.'),
        ...open('call_behind'),
        say('user', 'End.'),
      ];
      const found = rulesOf(cut(entries, layout));
      expect(found).toContain('unanswered-call call_far');
      expect(found).toContain('orphan-result lost_far');
      expect(found).toContain('unanswered-call call_behind');
      expect(found.join()).not.toContain('call_near');
    },
  );

  test('a call whose other results stand in between is held back too', () => {
    const entries = [
      say('user', 'Go.'),
      ...far,
      callOf(shape, 'call_a'),
      ...broken,
      resultOf(shape, 'call_b', 'of the broken one'),
      say('assistant', 'Done.'),
    ];
    const found = rulesOf(cut(entries, 'one line'));
    expect(found.join()).not.toMatch(/call_a|call_b/);
    expect(found).toContain('unanswered-call call_far');
  });

  test('a result in front of it, and one behind the next message, are blamed', () => {
    const entries = [
      say('user', 'Go.'),
      say('assistant', 'Hm.'),
      say('user', 'So?'),
      say('assistant', 'Ah.'),
      resultOf(shape, 'lost_before', 'x'),
      ...broken,
      say('assistant', 'Done.'),
      resultOf(shape, 'lost_later', 'x'),
      say('assistant', 'End.'),
    ];
    const found = rulesOf(cut(entries, 'one line'));
    expect(found).toContain('orphan-result lost_before');
    expect(found).toContain('orphan-result lost_later');
  });
});
