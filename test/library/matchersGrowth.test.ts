import { describe, expect, test } from 'vitest';
import { valueFrame } from '../../server/src/core/index';
import { toBeSendable } from '../../server/src/matchers/index';
import { expectLinear } from '../support/growth';

describe('toBeSendable', () => {
  test('finds and tells many faults', () => {
    expectLinear(1000, (size) => {
      const messages = Array.from({ length: size }, (_, at) => ({
        role: 'tool',
        tool_call_id: `c${at}`,
        content: 'x',
      }));
      return () => expect(toBeSendable(messages, { target: 'openai' }).message()).toContain(`${size - 5} more`);
    });
  });

  test('shows of a long text what fits a line', () => {
    expectLinear(100_000, (size) => {
      const content = 'a\n"\\'.repeat(size);
      const messages = [{ role: 'tool', tool_call_id: 'c', content }];
      return () => expect(toBeSendable(messages, { target: 'openai' }).message().length).toBeLessThan(2000);
    });
  });

  test('shows of a deep value what is near the place', () => {
    expectLinear(2000, (size) => {
      let value: unknown = 'end';
      for (let at = 0; at < size; at++) value = { in: value };
      const pointer = '/in'.repeat(size);
      return () => expect(valueFrame(value, { pointer, from: '', name: 'deep', isMain: true }).length).toBeLessThan(60);
    });
  });
});
