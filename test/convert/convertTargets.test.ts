import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { convert, dialectNames, type Target, targetIds } from '../../server/src/core/index';
import { profileOf } from '../../server/src/core/targets/index';
import { cli } from '../cli/cli';

const folder = new URL('../../fixtures/faults/cases/', import.meta.url);
const { input } = JSON.parse(readFileSync(new URL('to-gemini-writes-chat.json', folder), 'utf8'));

/** Providers that stand for one dialect each, and the others with those that can be written for them. */
const SINGLE: Readonly<Partial<Record<Target, string>>> = {
  ...{ anthropic: 'messages', azure: 'chat', cohere: 'chat', groq: 'chat', llamacpp: 'chat', mistral: 'chat' },
  ...{ ollama: 'chat', openai: 'chat', own: 'flat', perplexity: 'chat', qwen: 'chat', xai: 'chat' },
};
const SEVERAL: Readonly<Partial<Record<Target, readonly string[]>>> = {
  ...{ bedrock: ['messages'], vertex: ['messages'], gemini: ['chat'] },
  ...{ deepseek: ['chat', 'messages'], minimax: ['chat', 'messages'] },
  ...{ moonshot: ['chat', 'messages'], zhipu: ['chat', 'messages'] },
};

/** What a document is made of, told by nothing but its looks. */
function shapeOf(document: unknown): string {
  const body = document as {
    readonly max_tokens?: number;
    readonly messages: readonly { readonly content: unknown }[];
  };
  return body.max_tokens === undefined ? 'chat' : 'messages';
}

describe('to-gemini-writes-chat', () => {
  test('the command line refuses it and writes nothing', async () => {
    const { code, stdout, stderr } = await cli(['convert', '-', '--to', 'gemini'], { stdin: JSON.stringify(input) });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('gemini (which nothing here writes yet) or chat');
  });

  test('the library throws, and says what can be named', () => {
    expect(() => convert(input, { to: 'gemini' })).toThrow(TypeError);
    expect(() => convert(input, { to: 'gemini' })).toThrow(/Name the dialect \("chat"\), and "gemini" as "target"/);
    expect(convert(input, { to: 'chat', target: 'gemini' })).toMatchObject({ ok: true, dialect: 'chat' });
  });
});

describe('every target', () => {
  test('is decided about', () => {
    const decided = [...Object.keys(SINGLE), ...Object.keys(SEVERAL), 'strict'];
    expect(decided.sort()).toEqual([...targetIds].sort());
  });

  test.each(Object.entries(SINGLE))('%s stands for %s, and the report says so', (to, dialect) => {
    const { document, ...report } = convert(input, { to: to as Target, from: 'chat' });
    expect(report.dialect).toBe(dialect);
    if (dialect !== 'flat') expect(shapeOf(document)).toBe(dialect);
  });

  test.each(Object.entries(SEVERAL))('%s is refused with its choices, which are taken', (to, dialects) => {
    const target = to as Target;
    expect(() => convert(input, { to: target })).toThrow(dialects.map((name) => `"${name}"`).join(' or '));
    for (const name of dialects) {
      const dialect = dialectNames.find((one) => one === name) ?? 'flat';
      const made = convert(input, { to: dialect, target, from: 'chat' });
      expect([made.dialect, shapeOf(made.document)]).toEqual([dialect, dialect]);
    }
  });

  test('that is accepted speaks nothing else', () => {
    for (const id of targetIds) {
      const { dialects, unwrittenDialect } = profileOf(id);
      if (SINGLE[id] !== undefined) expect([dialects.length, unwrittenDialect]).toEqual([1, undefined]);
    }
  });

  test('is named beside another one: the dialect is that of the one to convert to', () => {
    expect(convert(input, { to: 'mistral', target: 'openai' }).dialect).toBe('chat');
    expect(() => convert(input, { to: 'mistral', target: 'anthropic' })).toThrow(/does not take the dialect chat/);
  });
});
