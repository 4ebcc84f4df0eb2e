// Holds that the names of dialects stand in their places alone: whoever wants to know how a shape behaves asks for its traits.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dialectNames, dialectOf, dialects } from '../server/src/core/dialects/index';
import type { Conversation, DialectId } from '../server/src/core/model/types';
import { targetIds } from '../server/src/core/targets/index';

const root = join(import.meta.dirname, '..');

/** Where a dialect may be named: itself, what a provider takes, what people write. */
const PLACES = /^server\/src\/core\/(?:dialects|targets|config)\//;

/** Names of members under which conversations stand, whatever their dialect. */
const MEMBER_NAMES = 'server/src/core/detect/keys.ts';

/** Who still does until Pi's session log is a dialect like the others, and instructions are written by each of them. */
const REACHING = ['convert/sameDialect.ts', 'document/document.ts', 'passes/convertRoot.ts'];

/**
 * A text cannot tell these from dialects: members of objects, and a provider whose own shape has its name. In code they are that,
 * nearly always.
 */
const otherNames = new Set<string>([...dialects.flatMap(({ lists }) => lists.map(({ key }) => key)), ...targetIds]);

const sources = ['server/src', 'client/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    ),
);

function namesIn(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const found = dialectNames.flatMap((id) => [...code.matchAll(patternOf(id))].map(([match]) => match.trim()));
  return found;
}

/** Any string of that name; of one that means something else too, only where it is compared with or given for a dialect. */
function patternOf(id: string): RegExp {
  if (!otherNames.has(id)) return new RegExp(`(['"\`])${id}\\1`, 'g');
  return new RegExp(`\\b(?:\\w*dialect\\w*(?:\\.id)?|to|from|id)\\s*(?:[!=]==|[:=(])\\s*(['"\`])${id}\\1`, 'gi');
}

test('no dialect is named outside its places', () => {
  const named = sources
    .filter((file) => !PLACES.test(file) && file !== MEMBER_NAMES)
    .flatMap((file) => namesIn(readFileSync(join(root, file), 'utf8')).map((name) => `${file}: ${name}`));
  expect(sources.length).toBeGreaterThan(400);
  expect(named).toEqual([]);
});

test('nobody reaches into the folder of a dialect but its neighbours', () => {
  const folders = readdirSync(join(root, 'server/src/core/dialects'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
    .map(({ name }) => name);
  expect(folders).toEqual(expect.arrayContaining([...dialectNames]));
  const pattern = new RegExp(`from '[^']*dialects/(?:${folders.join('|')})[/']`);
  const reaching = sources
    .filter((file) => !file.startsWith('server/src/core/dialects/'))
    .filter((file) => !REACHING.includes(file.replace('server/src/core/', '')))
    .filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));
  expect(reaching).toEqual([]);
});

test('what is looked for is found', () => {
  expect(namesIn(`if (dialect.id === 'chat') return "flat"; // 'chat'`)).toHaveLength(2);
  expect(namesIn(`const to = 'messages'; dialectOf('messages'); dialect: 'messages'`)).toHaveLength(3);
  expect(namesIn(`body.get('messages'); has(body, 'messages'); key === 'messages'; 'messages' in input`)).toEqual([]);
});

describe('to the compiler', () => {
  test('a text is no name of a dialect', () => {
    const named = (conversation: Conversation): boolean[] => [
      // @ts-expect-error A conversation has a dialect, not its name.
      conversation.dialect === 'chat',
      // @ts-expect-error Nor is its name equal to any text.
      conversation.dialect.id === 'chat',
    ];
    // @ts-expect-error A name is made in dialects/ alone.
    const id: DialectId = 'chat';
    // @ts-expect-error No dialect has that name.
    const unknown = () => dialectOf('chatt');
    expect([named, id, unknown]).toHaveLength(3);
  });

  test('a name that a report gave finds its dialect', () => {
    expect(dialectNames.map((id) => dialectOf(id).id)).toEqual(dialectNames);
  });
});
