import { describe, expect, it } from 'vitest';
import { lint, TranscriptDocument } from '../../server/src/core/index';
import { expectLinear } from '../support/growth';

const analyse = (text: string, uri: string) => () => {
  TranscriptDocument.open(text, { uri }).analysis();
};

describe('declared faults', () => {
  it('are found in time that grows with the text, also where a message only speaks of them', () => {
    expectLinear(4000, (n) => {
      const content = '// transcript-lint-expect: x '.repeat(n);
      const text = `// a comment\n${JSON.stringify([
        { role: 'user', content },
        { role: 'assistant', content: 'y' },
      ])}`;
      return analyse(text, 'file:///a.jsonc');
    });
  });

  it('are met in time that grows with the rows that declare them', () => {
    expectLinear(1000, (n) => {
      const row = {
        transcriptLint: { expect: ['orphan-result'] },
        messages: [
          { role: 'user', content: 'x' },
          { role: 'tool', tool_call_id: 'a', content: 'y' },
        ],
      };
      return analyse(Array.from({ length: n }, () => JSON.stringify(row)).join('\n'), 'file:///a.jsonl');
    });
  });

  it('count for their own row alone', () => {
    const messages = [
      { role: 'user', content: 'x' },
      { role: 'tool', tool_call_id: 'a', content: 'y' },
    ];
    const rows = [{ transcriptLint: { expect: ['orphan-result'] }, messages }, { messages }];
    const found = lint(rows.map((row) => JSON.stringify(row)).join('\n'), { uri: 'a.jsonl' });
    expect(found.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual(['orphan-result /1/messages/1']);
  });

  it('are comments, and not words in a string', () => {
    const text =
      '[{"role":"user","content":"a // transcript-lint-expect: orphan-result"},\n{"role":"tool","tool_call_id":"a","content":"y"}] // c';
    expect(lint(text, { uri: 'a.jsonc' }).map(({ rule }) => rule)).toEqual(['orphan-result']);
  });
});
