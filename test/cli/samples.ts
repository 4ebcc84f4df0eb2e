/** Small transcripts for the command line's tests: what is in them matters less than where they are. */

/** One error that has a safe fix: the call c1 is not answered, and the conversation goes on. */
export const unanswered = `[
  { "role": "user", "content": "Weather in Oslo?" },
  { "role": "assistant", "content": null, "tool_calls": [{ "id": "c1", "type": "function", "function": { "name": "weather", "arguments": "{}" } }] },
  { "role": "user", "content": "Still there?" }
]
`;

export const answered = unanswered.replace(
  '  { "role": "user", "content": "Still there?" }',
  `  { "role": "tool", "tool_call_id": "c1", "content": "Tool call was interrupted; no result." },
  { "role": "user", "content": "Still there?" }`,
);

/** Nothing wrong with it. */
export const clean = `{ "messages": [{ "role": "user", "content": "hi" }, { "role": "assistant", "content": "hello" }] }
`;

/** One warning that has a safe fix. */
export const padded = `[
  { "role": "user", "content": "hi" },
  { "role": "assistant", "content": null, "tool_calls": [{ "id": " c1", "type": "function", "function": { "name": "f", "arguments": "{}" } }] },
  { "role": "tool", "tool_call_id": "c1", "content": "42" },
  { "role": "assistant", "content": "There." }
]
`;

/** JSON of another kind. */
export const strange = `{ "name": "something-else", "messages": ["a", "b"], "version": 1 }
`;
