// One broken transcript for each suffix that docs/editors.md speaks of, and what each is after its safe fixes.
import { fixText } from '../support/fixText';
import { broken } from './support';

export interface Sample {
  readonly file: string;
  readonly text: string;
  /** The text that the problem is shown under. */
  readonly under: string;
}

const call = '{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{}"}}';
const rows = `{"messages":[{"role":"user","content":"Hello."},{"role":"assistant","content":"Hello!"}]}
{"messages":[{"role":"user","content":"Do I need an umbrella in Oslo?"},{"role":"assistant","content":null,"tool_calls":[${call}]},{"role":"user","content":"And tomorrow? 😀"}]}
`;

const commented = `{
  // Recorded on a rainy day.
  "messages": [
    { "role": "user", "content": "Do I need an umbrella in Oslo?" },
    { "role": "assistant", "content": null, "tool_calls": [
      ${call}, /* the only one */
    ] },
    { "role": "user", "content": "And tomorrow?" }, // cut here
  ],
}
`;

const trajectory = `${JSON.stringify({ info: { exit: 'submitted' }, history: JSON.parse(broken) }, undefined, 2)}\n`;

export const samples: readonly Sample[] = [
  { file: 'cut.json', text: broken, under: '"call_1"' },
  { file: 'commented.jsonc', text: commented, under: '"call_1"' },
  { file: 'rows.jsonl', text: rows, under: '"call_1"' },
  { file: 'rows.ndjson', text: rows, under: '"call_1"' },
  { file: 'run.traj', text: trajectory, under: '"call_1"' },
];

/** Sound; somebody is about to retype the id of the result, and saves half-way. Nothing may be lost by that, nothing invented. */
export const typing = {
  file: 'typing.json',
  text: `[
  { "role": "user", "content": "Do I need an umbrella?" },
  { "role": "assistant", "content": null, "tool_calls": [${call}] },
  { "role": "tool", "tool_call_id": "call_1", "content": "Rain all day, as the station on the hill reports." }
]
`,
};
export const halfTyped = typing.text.replace('"tool_call_id": "call_1"', '"tool_call_id": "call_"');

/** Somebody changes the question, in every sample, before saving: another entry than the one that is fixed. */
export const edited = (text: string): string => text.replace('Oslo?', 'Bergen?');

/** What the safe fixes make of a text. */
export function mended(file: string, text: string): string {
  const result = fixText(text, { uri: `file:///${file}` });
  if (result.text === text) throw new Error(`nothing to fix in ${file}`);
  return result.text;
}
