import fc from 'fast-check';
import type { DialectName as Dialect } from '../../server/src/core/index';

/**
 * Conversations that every dialect can hold, written and read by code of the tests' own: what a conversion must keep is told
 * without asking the code that converts.
 */
export interface Said {
  readonly kind: 'text';
  readonly role: 'user' | 'assistant' | 'system';
  readonly text: string;
}

export interface Called {
  readonly kind: 'calls';
  readonly text: string;
  readonly calls: readonly {
    readonly id: string;
    readonly name: string;
    readonly input: object;
    readonly result: string;
  }[];
}

export type Step = Said | Called;

const words = fc.constantFrom('hello', 'and then?', 'é "quoted" \\ and\nmore', '😀 ok', '{"not": "parsed"}', '7');
const output = fc.constantFrom('done', '', '{"a":1}', 'two\nlines', 'Ünïcode');
const input = fc.constantFrom<object>(
  {},
  { a: 1 },
  { path: '/tmp/x', deep: { list: [1, 'two', null, true] } },
  { é: '"' },
  { n: 1.5, __proto: null },
);

/** Steps that make a valid conversation: it starts with the user, and each call is answered at once. */
export const exchange: fc.Arbitrary<Step[]> = fc
  .record({
    system: fc.option(words, { nil: undefined }),
    first: words,
    steps: fc.array(
      fc.oneof(
        fc.record({
          kind: fc.constant('text' as const),
          role: fc.constantFrom('user' as const, 'assistant' as const),
          text: words,
        }),
        fc.record({
          kind: fc.constant('calls' as const),
          text: fc.oneof(fc.constant(''), words),
          calls: fc.array(fc.record({ name: fc.constantFrom('search', 'read_file', 'f'), input, result: output }), {
            minLength: 1,
            maxLength: 3,
          }),
        }),
      ),
      { maxLength: 6 },
    ),
  })
  .map(({ system, first, steps }) => {
    let n = 0;
    const named = steps.map(
      (step): Step =>
        step.kind === 'text' ? step : { ...step, calls: step.calls.map((call) => ({ ...call, id: `call_${n++}` })) },
    );
    const start: Step[] = [{ kind: 'text', role: 'user', text: first }];
    return [
      ...(system === undefined ? [] : [{ kind: 'text', role: 'system', text: system } as const]),
      ...start,
      ...named,
    ];
  });

/** The steps in a dialect's own words, as a request body. */
export function encode(
  steps: readonly Step[],
  dialect: Dialect,
): { messages: unknown[]; system?: string; max_tokens?: number } {
  const messages = steps.flatMap((step): unknown[] => {
    if (step.kind === 'text') {
      return dialect === 'messages' && step.role === 'system' ? [] : [{ role: step.role, content: step.text }];
    }
    return dialect === 'messages' ? blocks(step) : toolMessages(step, dialect);
  });
  if (dialect !== 'messages') return { messages };
  const system = steps.find((step): step is Said => step.kind === 'text' && step.role === 'system');
  return {
    max_tokens: 4096,
    ...(system === undefined ? {} : { system: system.text }),
    messages: joinResults(messages),
  };
}

function blocks({ text, calls }: Called): unknown[] {
  const uses = calls.map(({ id, name, input: given }) => ({ type: 'tool_use', id, name, input: given }));
  const results = calls.map(({ id, result }) => ({ type: 'tool_result', tool_use_id: id, content: result }));
  return [
    { role: 'assistant', content: [...(text === '' ? [] : [{ type: 'text', text }]), ...uses] },
    { role: 'user', content: results },
  ];
}

/** What the user says behind results stands in the same message. */
function joinResults(messages: readonly unknown[]): unknown[] {
  const joined: { role: string; content: unknown }[] = [];
  for (const message of messages as { role: string; content: unknown }[]) {
    const before = joined.at(-1);
    const isAnswer = before?.role === 'user' && Array.isArray(before.content) && message.role === 'user';
    if (
      before !== undefined &&
      isAnswer &&
      (before.content as { type: string }[]).every(({ type }) => type === 'tool_result')
    ) {
      (before.content as unknown[]).push({ type: 'text', text: message.content });
    } else joined.push({ ...message });
  }
  return joined;
}

function toolMessages({ text, calls }: Called, dialect: Dialect): unknown[] {
  const made = calls.map(({ id, name, input: given }) =>
    dialect === 'flat'
      ? { tool_call_id: id, name, arguments: given }
      : { id, type: 'function', function: { name, arguments: JSON.stringify(given) } },
  );
  const content = text !== '' || dialect === 'flat' ? text : null;
  return [
    { role: 'assistant', content, tool_calls: made },
    ...calls.map(({ id, result }) => ({ role: 'tool', tool_call_id: id, content: result })),
  ];
}

/** What a document of a dialect says, in the order in which it says it. */
export interface Facts {
  readonly texts: readonly string[];
  readonly calls: readonly { id: unknown; name: unknown; input: unknown }[];
  readonly results: readonly { id: unknown; text: string }[];
}

type Loose = Record<string, unknown>;

/** Reads a body or a list without the code under test. Malformed arguments are given as they stand. */
export function factsOf(document: unknown): Facts {
  const body = (Array.isArray(document) ? { messages: document } : document) as Loose;
  const texts: string[] = [];
  const calls: { id: unknown; name: unknown; input: unknown }[] = [];
  const results: { id: unknown; text: string }[] = [];
  const say = (role: unknown, text: string) => {
    if (text !== '') texts.push(`${role === 'developer' ? 'system' : String(role)}: ${text}`);
  };
  for (const text of textsOf(body.system)) say('system', text);
  for (const message of body.messages as Loose[]) {
    if (message.role === 'tool') {
      results.push({ id: message.tool_call_id, text: textsOf(message.content).join('\n\n') });
      continue;
    }
    for (const text of textsOf(message.content)) say(message.role, text);
    for (const block of Array.isArray(message.content) ? (message.content as Loose[]) : []) {
      if (block.type === 'tool_use') calls.push({ id: block.id, name: block.name, input: block.input });
      if (block.type === 'tool_result') {
        results.push({ id: block.tool_use_id, text: textsOf(block.content).join('\n\n') });
      }
    }
    for (const call of Array.isArray(message.tool_calls) ? (message.tool_calls as Loose[]) : []) {
      const called = (call.function ?? call) as Loose;
      calls.push({ id: call.id ?? call.tool_call_id, name: called.name, input: parsed(called.arguments) });
    }
  }
  return { texts, calls, results };
}

function textsOf(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return (content as Loose[]).flatMap((part) => (part?.type === 'text' ? [String(part.text)] : []));
}

function parsed(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given) as unknown;
  } catch {
    return given;
  }
}
