// Where a window may begin is asked of the pairing: calls without ids have their results too.
import { expect, test } from 'vitest';
import { trim } from '../../server/src/core/index';

const use = (input: string) => ({ type: 'tool_use', name: 'look', input: { at: input } });

test('no window begins between a call without an id and its result', () => {
  const messages = [
    { role: 'user', content: 'The first question.' },
    { role: 'assistant', content: 'A long answer, which is cut.' },
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: [use('door')] },
    { role: 'assistant', content: [{ type: 'text', text: 'I look.' }] },
    { role: 'user', content: [{ type: 'tool_result', content: 'Shut.' }] },
    { role: 'assistant', content: 'It is shut.' },
  ];
  const starts = [3, 4, 5, 6].map((budget) => {
    const { start } = trim(messages, { dialect: 'messages', budget, pinHead: true, count: () => 1 });
    return start;
  });
  // Entry 4 is a turn of the assistant by itself only for who does not know that entry 5 answers entry 3.
  expect(starts).not.toContain(4);
  expect(starts).toContain(3);
});
