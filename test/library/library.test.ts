import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detect, fix, lint, normalize, prepare, textToMessage, validate } from '../../server/src/main/lib';

/** What no argument below takes, whatever its type; a BigInt and a cycle cannot even be shown. */
const cycle: unknown[] = [];
cycle.push(cycle);
const never = [null, 5, 5n, true, Symbol('s'), () => 'x', { toString: null }, [5n], cycle, ''] as const;

const functions = { detect, fix, lint, normalize, prepare, textToMessage, validate } as unknown as Readonly<
  Record<string, (first: unknown, options?: unknown) => unknown>
>;
const text = '[{"role":"user","content":"x"}]';
const list = [{ role: 'user', content: 'x' }];

/** The first argument of each, its name, and the values of its options that are taken. */
const calls: Readonly<
  Record<string, readonly [first: unknown, name: string, options: Readonly<Record<string, unknown>>]>
> = {
  detect: [text, 'text', { uri: 'a.json' }],
  lint: [text, 'text', { uri: 'a.json', config: { target: 'openai' } }],
  fix: [text, 'text', { uri: 'a.json', config: {}, only: ['orphan-result'], unsafe: true, normalize: true }],
  normalize: [list, 'messages', { dialect: 'chat', keepOpenTail: false, reusedIds: 'drop' }],
  prepare: [
    list,
    'messages',
    {
      ...{ limit: 99, reserve: 9, encoding: { name: 'x', count: () => 1 }, pinHead: true, onEmpty: 'extend', step: 5 },
      ...{ repair: false, merge: false, keepOpenTail: true, reusedIds: 'drop' },
      ...{ dialect: 'chat', target: 'openai', model: 'gpt-4o' },
    },
  ],
  validate: [list, '', { dialect: 'chat', target: 'openai', model: 'gpt-4o' }],
};

describe.each(Object.entries(calls))('%s', (name, [first, argument, options]) => {
  const call = functions[name] ?? (() => undefined);
  const error = (part: string) => new RegExp(`^TypeError: ${name}: "${part}" `);
  const fault = (run: () => unknown): string => {
    try {
      run();
    } catch (thrown) {
      return String(thrown);
    }
    return 'nothing was thrown';
  };

  it('takes what it is made for, and undefined for each option', () => {
    call(first, options);
    call(first, undefined);
    call(first, Object.fromEntries(Object.keys(options).map((key) => [key, undefined])));
  });

  if (argument !== '') {
    it('names its first argument', () => {
      const wrong = never.filter((value) => typeof value !== typeof first || value === null);
      for (const value of [undefined, {}, ...wrong]) {
        expect(fault(() => call(value))).toMatch(error(argument));
      }
    });
  }

  it('names the options that are none', () => {
    for (const value of [null, 5, 'x', [], () => 0]) expect(fault(() => call(first, value))).toMatch(error('options'));
  });

  it.each(Object.entries(options))('names the option %s', (key, good) => {
    const wrong = never.filter((value) => value === null || (typeof value !== typeof good && value !== ''));
    expect(wrong.length).toBeGreaterThan(5);
    for (const value of wrong) expect(fault(() => call(first, { ...options, [key]: value }))).toMatch(error(key));
    if (key === 'uri' || key === 'model' || typeof good === 'boolean') return;
    for (const value of ['nope', ['nope'], { nope: 1 }, [5n], cycle]) {
      expect(fault(() => call(first, { ...options, [key]: value }))).toMatch(error(key));
    }
  });
});

it('textToMessage names its argument', () => {
  for (const value of [undefined, null, 5, 'x', [], 5n, () => 'x']) {
    expect(() => textToMessage(value as never)).toThrow(/^textToMessage: "input" must be an object/);
  }
});

describe('a configuration', () => {
  it.each<readonly [unknown, string]>([
    [{ overrides: 5 }, '"overrides" must be a list.'],
    [{ overrides: () => 5 }, '"overrides" must be a list.'],
    [{ overrides: [{ files: 5 }] }, 'An entry of "files" must be a string.'],
    [{ overrides: [{}] }, 'An entry of "overrides" needs "files".'],
    [{ rules: { 'orphan-result': 'warn' } }, 'Unknown severity "warn". Did you mean "warning"?'],
    [{ rules: { 'orphan-results': 'off' } }, 'Unknown rule "orphan-results". Did you mean "orphan-result"?'],
    [{ rules: [] }, '"rules" must be an object of rule ids and severities.'],
    [{ expect: 'x' }, '"expect" must be a list.'],
    [{ target: 5n }, '"target" must be a string: a target.'],
    [{ files: [{ dialect: 'chat' }] }, 'An entry of "files" needs "glob".'],
    [{ files: ['a\\b'] }, 'The glob has a backslash; folders are separated by /.'],
    [{ rule: {} }, 'Unknown key "rule". Did you mean "rules"?'],
    [[], 'The configuration must be an object.'],
  ])('is wrong: case %#', (config, message) => {
    for (const call of [lint, fix]) {
      expect(() => call(text, { config: config as never })).toThrow(
        new TypeError(`${call.name}: "config" is wrong: ${message}`),
      );
    }
  });

  it('may hold undefined, and is obeyed', () => {
    const orphan = JSON.stringify([...list, { role: 'tool', tool_call_id: 'c', content: 'r' }]);
    expect(lint(orphan, { config: { target: undefined } as never }).map(({ rule }) => rule)).toEqual(['orphan-result']);
    expect(lint(orphan, { config: { rules: { 'orphan-result': 'off' } } })).toEqual([]);
    const overrides = [{ files: ['*.json'], rules: { 'orphan-result': 'off' as const } }];
    expect(lint(orphan, { uri: 'a.json', config: { overrides } })).toEqual([]);
    expect(lint(orphan, { uri: 'a.jsonc', config: { overrides } })).toHaveLength(1);
  });
});

/** Stands for an odd value while values are generated: a generator looks into what it hands out, and that throws. */
class Pick {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

function picked(value: unknown, from: readonly unknown[]): unknown {
  if (value instanceof Pick) return from[value.index];
  if (Array.isArray(value)) return value.map((one) => picked(one, from));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, picked(one, from)]));
}

describe('bad data', () => {
  const throwing = {
    get role() {
      throw new Error('x');
    },
    toJSON() {
      throw new Error('y');
    },
  };
  const hostile = new Proxy(
    {},
    {
      get: () => {
        throw new Error('z');
      },
      ownKeys: () => {
        throw new Error('w');
      },
    },
  );
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();
  let deep: unknown = 'x';
  for (let level = 0; level < 100_000; level++) deep = level % 2 === 0 ? [deep] : { content: deep };
  const oddities = [
    cycle,
    throwing,
    hostile,
    revoked,
    5n,
    Symbol('s'),
    () => 0,
    undefined,
    Number.NaN,
    new Date(Number.NaN),
    new Map(),
    '\ud800',
    Object.create(null),
    'user',
    'assistant',
    'tool',
    'constructor',
    '__proto__',
    'text',
    'tool_use',
    'c',
  ];

  it('never throws', () => {
    const odd = fc.nat(oddities.length - 1).map((index) => new Pick(index));
    const entry = fc.record(
      {
        role: odd,
        content: fc.oneof(
          odd,
          fc.array(fc.oneof(odd, fc.record({ type: odd, id: odd, text: odd, tool_use_id: odd, content: odd })), {
            maxLength: 3,
          }),
        ),
        tool_calls: fc.oneof(
          odd,
          fc.array(fc.oneof(odd, fc.record({ id: odd, tool_call_id: odd, function: odd })), { maxLength: 3 }),
        ),
        tool_call_id: odd,
        text: odd,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(odd, entry), { maxLength: 5 }),
        fc.constantFrom(undefined, 'flat', 'chat', 'messages'),
        (picks, dialect) => {
          const messages = picks.map((pick) => picked(pick, oddities));
          const options = dialect === undefined ? {} : ({ dialect } as const);
          const before = [...messages];
          const once = normalize(messages, options);
          expect(normalize(once.messages, options).dropped).toBe(0);
          expect(messages).toHaveLength(before.length);
          for (const [i, one] of before.entries()) expect(Object.is(messages[i], one)).toBe(true);
          validate(messages, options);
          validate({ messages, system: messages[0] }, options);
          for (const one of messages) {
            validate(one, options);
            if (typeof one === 'object' && one !== null && one !== cycle && one !== revoked)
              textToMessage(one as never);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('may be nested deeper than the stack', () => {
    for (const dialect of ['flat', 'chat', 'messages'] as const) {
      const messages = [
        { role: 'user', content: deep },
        { role: 'assistant', content: [{ type: 'text', text: deep }], tool_calls: deep },
        deep,
      ];
      const once = normalize(messages, { dialect });
      expect(once.messages.length).toBeGreaterThan(0);
      validate({ messages, system: deep }, { dialect });
      textToMessage({ text: deep });
    }
  });

  it.each([
    ['constructor', [{ role: 'constructor', content: 'x' }, ...list]],
    ['__proto__', JSON.parse('[{"role":"__proto__","content":"x","__proto__":{"role":"user"}}]')],
  ])('a role %s is a role like any other that is none', (role, messages) => {
    expect(validate(messages, { dialect: 'chat' }).map(({ rule, message }) => [rule, message.includes(role)])).toEqual([
      ['role-invalid', true],
    ]);
    expect(normalize(messages, { dialect: 'chat' }).messages).toBe(messages);
    expect(lint(JSON.stringify({ model: 'gpt-4o', messages: [...messages, ...list] })).map(({ rule }) => rule)).toEqual(
      ['role-invalid'],
    );
    expect(textToMessage({ text: 'x', role }).messages).toEqual([{ role: 'user', content: 'x' }]);
  });
});
