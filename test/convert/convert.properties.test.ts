// docs/design/conversion.md, "What a conversion keeps": what every conversion keeps, over random conversations and every path
// between the dialects.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  convert,
  convertDocument,
  type DialectName as Dialect,
  type Problem,
  type Target,
  TranscriptDocument,
  validate,
} from '../../server/src/core/index';
import { conversation, oddlyPaired } from '../support/conversations';
import { encode, exchange, factsOf } from '../support/exchanges';
import { unlisted } from '../support/inventory';
import { richBodies } from '../support/richBodies';

const DIALECTS = ['flat', 'chat', 'messages'] as const;
const OWN: Readonly<Record<(typeof DIALECTS)[number], Target>> = { flat: 'own', chat: 'openai', messages: 'anthropic' };
const PAIRS = DIALECTS.flatMap((from) => DIALECTS.filter((to) => to !== from).map((to) => [from, to] as const));
const PATHS = PAIRS.flatMap(([from, to]) => [
  [from, to, from],
  ...DIALECTS.filter((third) => third !== from && third !== to).map((third) => [from, to, third, from]),
]);
const RUNS = 200;
const options = { numRuns: RUNS };

/** Rules that say a call and a result do not fit. */
const PAIRING: ReadonlySet<string> = new Set([
  ...[
    'orphan-result',
    'unanswered-call',
    'misplaced-result',
    'duplicate-result',
    'duplicate-call-id',
    'result-not-first',
  ],
  ...[
    'unusable-call-id',
    'call-on-wrong-role',
    'tool-use-wrong-role',
    'tool-result-wrong-role',
    'tool-call-id-missing',
  ],
  ...['tool-call-id-empty', 'content-after-call', 'entry-not-a-message', 'role-missing', 'reused-call-id'],
]);

/** In Messages these speak for faults of pairing too: a system entry for the calls in it, the pattern for a blank id. */
const HIDING: ReadonlySet<string> = new Set(['system-role-in-messages', 'tool-call-id-pattern']);

describe.each(PATHS.map((path) => ({ name: path.join(' to '), path })))('$name', ({ path }) => {
  it('gives the same calls, ids, names, results, text and arguments back, and loses nothing', () => {
    const [from = 'chat', ...rest] = path as Dialect[];
    fc.assert(
      fc.property(exchange, (steps) => {
        const start = encode(steps, from);
        let document: unknown = start;
        for (const [at, to] of rest.entries()) {
          const { document: next, lost, fallbacks, problems } = convert(document, { from: path[at] as Dialect, to });
          expect({ lost, fallbacks }).toEqual({ lost: [], fallbacks: [] });
          expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
          document = next;
          expect(factsOf(document)).toEqual(factsOf(start));
        }
      }),
      options,
    );
  });
});

describe.each(PAIRS)('any %s to %s', (from, to) => {
  it('never throws, leaves its input alone, gives the same each time and lists what the target would say', () => {
    fc.assert(
      fc.property(conversation(from), fc.boolean(), fc.boolean(), (messages, rewriteIds, isBody) => {
        const given = isBody ? { model: 'm', max_tokens: 5, messages } : messages;
        const before = JSON.stringify(given);
        const once = convert(given, { from, to, rewriteIds });
        expect(JSON.stringify(given)).toBe(before);
        expect(convert(JSON.parse(before), { from, to, rewriteIds })).toEqual(once);
        if (once.document === undefined) return;
        const errors = validate(once.document, { dialect: to, target: OWN[to] });
        expect(errors.filter(({ severity }) => severity === 'error')).toEqual(
          once.problems.filter(({ severity }) => severity === 'error'),
        );
      }),
      options,
    );
  });

  it('pairs in the output what paired in the input, and everything once normalized', () => {
    let clean = 0;
    fc.assert(
      fc.property(conversation(from), (messages) => {
        const said = validate(messages, { dialect: from, target: OWN[from] });
        const faults = said.filter((one) => isPairing(one) || HIDING.has(one.rule));
        // In the closed flat shape no id may be used again, even in another exchange.
        const rewriteIds = to === 'flat';
        const plain = convert(messages, { from, to, rewriteIds });
        if (faults.length === 0) {
          clean++;
          expect(plain.problems.filter(isPairing)).toEqual([]);
        }
        const normal = convert(messages, { from, to, normalize: true, rewriteIds });
        expect(normal.problems.filter(isPairing)).toEqual([]);
      }),
      { ...options, numRuns: RUNS * 2 },
    );
    expect(clean).toBeGreaterThan(RUNS / 10);
  });

  it('pairs everything once normalized, also what pairs by no id, by several, or with a call of the provider', () => {
    const met = { legacy: 0, several: 0, server: 0 };
    fc.assert(
      fc.property(oddlyPaired(from), fc.boolean(), (messages, rewriteIds) => {
        const before = JSON.stringify(messages);
        const said = validate(messages, { dialect: from, target: OWN[from] });
        if (said.some((one) => isPairing(one))) {
          if (before.includes('function_call')) met.legacy++;
          if (before.includes('tool_call_ids')) met.several++;
          if (before.includes('server_tool_use')) met.server++;
        }
        const normal = convert(messages, { from, to, normalize: true, rewriteIds: rewriteIds || to === 'flat' });
        expect(JSON.stringify(messages)).toBe(before);
        expect(normal.problems.filter(isPairing)).toEqual([]);
        for (const { pointer } of [...normal.lost, ...normal.added, ...normal.normalized]) valueAt(messages, pointer);
        if (normal.document === undefined) return;
        const again = convert(normal.document, { from: to, to, normalize: true });
        expect(again.normalized).toEqual([]);
      }),
      { ...options, numRuns: RUNS * 3 },
    );
    for (const count of from === 'messages' ? [met.server] : [met.several, ...(from === 'chat' ? [met.legacy] : [])])
      expect(count).toBeGreaterThan(RUNS / 10);
  });

  it('makes of a text what it makes of its value', () => {
    fc.assert(
      fc.property(
        fc.oneof(conversation(from), oddlyPaired(from)),
        fc.boolean(),
        fc.constantFrom(undefined, 2, '\t'),
        (messages, normalize, indent) => {
          const text = JSON.stringify({ max_tokens: 7, messages }, undefined, indent);
          const opened = TranscriptDocument.open(text, {
            uri: 'file:///a.json',
            isNamed: true,
            config: configFor(from),
          });
          const ofText = convertDocument(opened, { from, to, normalize });
          const ofValue = convert(JSON.parse(text), { from, to, normalize });
          const { text: made, edits: _, subject: __, ...report } = ofText;
          const { document, ...other } = ofValue;
          expect(report).toEqual(other);
          expect(made === undefined ? undefined : JSON.parse(made)).toEqual(document);
        },
      ),
      options,
    );
  });
});

describe.each(PAIRS.filter(([from]) => from !== 'flat'))('a body with everything in it, %s to %s', (from, to) => {
  it('loses nothing without a word', () => {
    let written = 0;
    fc.assert(
      fc.property(richBodies[from as 'chat' | 'messages'], (body) => {
        const { document, lost, fallbacks } = convert(body, { from, to });
        if (document === undefined) return;
        written++;
        expect(unlisted(body, document, [...lost, ...fallbacks])).toEqual([]);
      }),
      { ...options, numRuns: RUNS * 5 },
    );
    expect(written).toBeGreaterThan(RUNS);
  });
});

describe.each([
  ['anthropic', /^[a-zA-Z0-9_-]+$/],
  ['mistral', /^[a-zA-Z0-9]{9}$/],
  ['openai', /^[\s\S]{1,40}$/],
] as const)('ids rewritten for %s', (to, pattern) => {
  it('fit, stay with their results, never meet, and are the old ones where those fit', () => {
    const odd = fc.constantFrom('.', ':', 'é', '', '_', 'x'.repeat(60), '12345678');
    fc.assert(
      fc.property(exchange, fc.array(odd, { minLength: 1, maxLength: 5 }), (steps, oddities) => {
        const named = steps.map((step) =>
          step.kind === 'text'
            ? step
            : {
                ...step,
                calls: step.calls.map((call, i) => ({
                  ...call,
                  id: `${oddities[i % oddities.length]}${call.id.slice(4)}`,
                })),
              },
        );
        const source = encode(named, 'chat');
        const before = factsOf(source);
        const { document, problems } = convert(source, { from: 'chat', to, rewriteIds: true });
        expect(problems.filter((one) => isPairing(one) || one.rule.startsWith('tool-call-id'))).toEqual([]);
        const after = factsOf(document);
        const renamed = new Map(before.calls.map(({ id }, i) => [id, after.calls[i]?.id]));
        for (const [old, fresh] of renamed) {
          expect(fresh).toMatch(pattern);
          if (pattern.test(String(old)) && old !== '0') expect(fresh).toBe(old);
        }
        expect(new Set(renamed.values()).size).toBe(renamed.size);
        expect(after.results.map(({ id }) => id)).toEqual(before.results.map(({ id }) => renamed.get(id)));
      }),
      options,
    );
  });
});

describe.each([false, true])('the report, normalized first: %s', (normalize) => {
  it('names places of the source, and what stands there', () => {
    let fallbacks = 0;
    fc.assert(
      fc.property(richBodies.chat, (body) => {
        const report = convert(body, { from: 'chat', to: 'messages', normalize });
        for (const { pointer } of [...report.lost, ...report.added, ...report.left]) valueAt(body, pointer);
        for (const { pointer, text } of report.fallbacks) {
          fallbacks++;
          const given = valueAt(body, pointer);
          expect(typeof given === 'string' ? given : JSON.stringify(given)).toBe(text);
        }
      }),
      { ...options, numRuns: RUNS * 5 },
    );
    expect(fallbacks).toBeGreaterThan(RUNS / 10);
  });
});

describe.each(DIALECTS)('%s to itself', (dialect) => {
  it('changes nothing, by reference, and rewrites ids once', () => {
    fc.assert(
      fc.property(conversation(dialect), (messages) => {
        const same = convert(messages, { from: dialect, to: dialect });
        if (dialect !== 'messages') expect(same.document).toBe(messages);
        else if (same.document !== undefined) expect(same.document).toEqual(messages);
        const once = convert(messages, { from: dialect, to: dialect, rewriteIds: true });
        if (once.document === undefined) return;
        const twice = convert(once.document, { from: dialect, to: dialect, rewriteIds: true });
        expect(twice.document).toEqual(once.document);
      }),
      options,
    );
  });
});

function isPairing({ rule, severity }: Problem): boolean {
  return PAIRING.has(rule) && severity === 'error';
}

function configFor(dialect: Dialect) {
  return { ...TranscriptDocument.open('[]', { uri: '' }).config, dialect };
}

/** Fails where nothing stands there. */
function valueAt(document: unknown, pointer: string): unknown {
  let at = document;
  for (const step of pointer.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null || !(step in at)) throw new Error(`nothing stands at ${pointer}`);
    at = (at as Record<string, unknown>)[step];
  }
  return at;
}
