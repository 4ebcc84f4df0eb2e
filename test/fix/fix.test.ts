import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, defaultResolvedConfig, hasOverlap, lint, TranscriptDocument } from '../../server/src/core/index';
import { conversation } from '../support/conversations';
import { fixText } from '../support/fixText';
import { decorate, decoration } from '../support/jsonc';

const corpus = (path: string) => readFileSync(new URL(`../../fixtures/corpus/files/${path}`, import.meta.url), 'utf8');

describe('fix all', () => {
  it('never touches a valid exchange, not even one whose id was used before', () => {
    const text = corpus('openai-chat/library-desk-trajectories.json');
    expect(lint(text).filter(({ rule }) => rule === 'reused-call-id')).toHaveLength(2);
    expect(fixText(text, { uri: 'file:///a.json' }).edits).toEqual([]);
    const asked = fixText(text, { uri: 'file:///a.json' }, { only: ['reused-call-id'] });
    expect(asked.fixed.map(({ rule }) => rule)).toEqual(['reused-call-id', 'reused-call-id']);
  });

  it.each(['flat', 'chat', 'messages'] as const)('changes random %s lists where a safe fix is promised', (dialect) => {
    let promised = 0;
    fc.assert(
      fc.property(conversation(dialect), fc.constantFrom('', ',', '"'), (messages, slip) => {
        const text = JSON.stringify({ messages, model: 'm' }).replace('}', `${slip}}`);
        const { findings } = TranscriptDocument.open(text, { uri: 'file:///a.json' }).analysis();
        const isPromised = findings.some(({ fixes }) => fixes.some(({ safety }) => safety === 'safe'));
        expect(fixText(text, { uri: 'file:///a.json' }).edits.length > 0).toBe(isPromised);
        if (isPromised) promised++;
      }),
      { numRuns: 200, seed: 5 },
    );
    expect(promised).toBeGreaterThan(25);
  });

  it('is promised nothing where the text has a fault', () => {
    const whole = '{"messages":[{"role":"user","content":"x"},{"role":"tool","tool_call_id":"a","content":"y"}]}';
    const broken = whole.replace('"y"', '"y" "z"');
    expect(lint(whole).map(({ rule, fixes }) => `${rule} ${fixes.length > 0}`)).toEqual(['orphan-result true']);
    expect(lint(broken).map(({ rule, fixes }) => `${rule} ${fixes.length > 0}`)).not.toContain('orphan-result true');
    const mixed = whole.replace('[{', '[{"role":"tool","tool_call_id":"b","content":"y"},{"role" "user"},{');
    expect(
      lint(mixed)
        .filter(({ rule }) => rule === 'orphan-result')
        .flatMap(({ fixes }) => fixes),
    ).toEqual([]);
  });

  it.each(['flat', 'chat', 'messages'] as const)(
    'comes to rest on random %s lists, and says where it went',
    (dialect) => {
      fc.assert(
        fc.property(conversation(dialect), decoration, (messages, style) => {
          const text = decorate(messages, style);
          const options = { uri: 'file:///a.jsonc', config: { ...defaultResolvedConfig, dialect } };
          const { text: after, edits, fixed } = fixText(text, options);
          expect(applyEdits(text, edits)).toBe(after);
          expect(hasOverlap(edits)).toBe(false);
          expect(fixed.length > 0).toBe(edits.length > 0);
          expect(fixText(after, options).edits).toEqual([]);
        }),
        { numRuns: 300, seed: 5 },
      );
    },
  );
});
