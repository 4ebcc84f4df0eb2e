// Trimming of your own for `transcript-lint replay --exec 'node trim.mjs'`.
//
// Reads a JSON line {"id": …, "messages": […]} for each prefix and answers {"id": …, "messages": […]} with what would be sent.
// Put your own code in the place of trim(). Standard output is for answers alone: console.error shows what you want to see.
import { createInterface } from 'node:readline';

const BUDGET = 4000; // characters of JSON: a rough measure, in the place of tokens

/** The newest messages that fit, from a user turn that answers to nothing; instructions stay in front. */
function trim(messages) {
  const system = messages.slice(0, 1).filter(({ role }) => role === 'system');
  const rest = messages.slice(system.length);
  let size = 0;
  let window;
  for (let start = rest.length - 1; start >= 0; start--) {
    size += [...JSON.stringify(rest[start])].length;
    if (size > BUDGET && window !== undefined) break;
    if (isQuestion(rest[start])) window = rest.slice(start);
  }
  return [...system, ...(window ?? rest)];
}

/** A user turn without a tool result: a window may start there. */
function isQuestion({ role, content }) {
  if (role !== 'user') return false;
  return !(Array.isArray(content) && content.some(({ type }) => type === 'tool_result'));
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, messages } = JSON.parse(line);
  console.log(JSON.stringify({ id, messages: trim(messages) }));
}
