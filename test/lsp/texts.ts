// Transcripts that the protocol tests open.
export const pretty = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;

export const call = (id: string) => ({ id, type: 'function', function: { name: 'weather', arguments: '{}' } });

/** A history cut between a call and its result: `unanswered-call` on call_1. */
export const unanswered = pretty([
  { role: 'user', content: 'Do I need an umbrella?' },
  { role: 'assistant', content: null, tool_calls: [call('call_1')] },
  { role: 'user', content: 'And tomorrow?' },
]);

/** `unanswered` after its safe fix. */
export const unansweredFixed = pretty([
  { role: 'user', content: 'Do I need an umbrella?' },
  { role: 'assistant', content: null, tool_calls: [call('call_1')] },
  { role: 'tool', tool_call_id: 'call_1', content: 'Tool call was interrupted; no result.' },
  { role: 'user', content: 'And tomorrow?' },
]);

/** The same with its result: nothing to report. */
export const answered = pretty([
  { role: 'user', content: 'Do I need an umbrella?' },
  { role: 'assistant', content: null, tool_calls: [call('call_1')] },
  { role: 'tool', tool_call_id: 'call_1', content: 'Rain.' },
  { role: 'assistant', content: 'Yes.' },
]);

/** Results without calls, `count` of them. */
export const orphans = (count: number) =>
  pretty([
    { role: 'user', content: 'Go.' },
    ...Array.from({ length: count }, (_, i) => ({ role: 'tool', tool_call_id: `call_${i}`, content: 'x' })),
    { role: 'assistant', content: 'Done.' },
  ]);

export const notOurs = pretty({ name: 'acl', roles: [{ role: 'user', allow: ['read'] }] });

/** One row of JSON Lines whose conversation goes on behind an open call. */
export const row = (id: string) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: null, tool_calls: [call(id)] },
      { role: 'user', content: 'And?' },
    ],
  });

/** A result without a call, and behind it a message that is being typed. */
export const brokenMessage = orphans(1).replace('"content": "Done."', '"content": "Do');
