// Holds what comments, rules, tests and pages cite: each page and heading is there, each link resolves, and each row of a
// provider's table has its evidence in docs/design/providers.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ruleMetas } from '../../server/src/core/rules/index';
import { profiles } from '../../server/src/core/targets/index';

const root = join(import.meta.dirname, '../..');
/** Where people write: code, tests, pages. */
const FOLDERS = ['client', 'docs', 'fixtures', 'schemas', 'scripts', 'server', 'syntaxes', 'test'];
const TEXTS = new Set([
  '.ts',
  '.mts',
  '.js',
  '.mjs',
  '.cjs',
  '.json',
  '.jsonc',
  '.md',
  '.py',
  '.sh',
  '.lua',
  '.el',
  '.vim',
]);
/** Not ours: what a build or an editor left behind. */
const LEFT_OUT = new Set(['node_modules', 'dist', 'shots', '.tsbuild']);

const read = (path: string) => readFileSync(join(root, path), 'utf8');

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (LEFT_OUT.has(entry.name)) return [];
    if (entry.isDirectory()) return filesIn(path);
    return TEXTS.has(extname(entry.name)) ? [path] : [];
  });
}

const files = [
  ...readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && extname(entry.name) === '.md' ? [entry.name] : [],
  ),
  ...FOLDERS.flatMap(filesIn),
];
const pages = files.filter((path) => path.endsWith('.md'));
/** This file alone has to write what it looks for. */
const others = files.filter((path) => basename(path) !== 'citations.test.ts');

/** Comments go over several lines; a citation does not care. */
function inOneLine(text: string): string {
  return text.replaceAll(/\n[ \t]*(?:\*|\/\/|#)?[ \t]*/g, ' ');
}

const withoutCode = (page: string) =>
  page.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, (code) => '~'.repeat(code.length));

const headings = new Map<string, readonly string[]>();

function headingsOf(path: string): readonly string[] {
  let known = headings.get(path);
  if (known === undefined) {
    const page = read(path).replaceAll(/^```.*?^```/gms, '');
    known = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
    headings.set(path, known);
  }
  return known;
}

/** As GitHub makes them. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

interface Citation {
  readonly page: string;
  readonly headings: readonly string[];
}

/** `docs/design/pairing.md, "The repair pass", "Ids"`: a page, and the headings on it that are meant. */
const CITATION = /\b((?:docs\/[\w/-]+|[A-Z]+)\.md)((?:, "[^"]+")+)/g;

function citationsIn(text: string): Citation[] {
  return [...inOneLine(text).matchAll(CITATION)].map(([, page = '', quoted = '']) => ({
    page,
    headings: [...quoted.matchAll(/"([^"]+)"/g)].map(([, heading = '']) => heading),
  }));
}

function unresolved({ page, headings: named }: Citation): string[] {
  if (!existsSync(join(root, page))) return [`no page ${page}`];
  const there = headingsOf(page);
  return named.flatMap((heading) => {
    const count = there.filter((one) => one === heading).length;
    return count === 1 ? [] : [`${page} has ${count} headings "${heading}"`];
  });
}

describe('citations', () => {
  test('name a page that is there, and one heading on it', () => {
    const wrong = others.flatMap((path) =>
      citationsIn(read(path)).flatMap((citation) => unresolved(citation).map((why) => `${path}: ${why}`)),
    );
    expect(wrong).toEqual([]);
  });

  test('of pages name those that are there', () => {
    const wrong = others
      .filter((path) => !path.startsWith('fixtures/'))
      .flatMap((path) =>
        [...read(path).matchAll(/\bdocs\/[\w/-]+\.md\b/g)]
          .filter(([page]) => !existsSync(join(root, page)))
          .map(([page]) => `${path}: no page ${page}`),
      );
    expect(wrong).toEqual([]);
  });

  test('are of pages that the repository holds, not of a specification beside it', () => {
    const outside = others.filter((path) => /\bspec \d/i.test(read(path)));
    expect(outside).toEqual([]);
  });

  test.each(ruleMetas.map(({ id, source }) => ({ id, source })))('say where $id comes from', ({ source }) => {
    const citations = citationsIn(source);
    const whole = citations.map(({ page, headings: named }) => [page, ...named.map((one) => `"${one}"`)].join(', '));
    expect(source).toBe(whole.join('; '));
    expect(citations).not.toEqual([]);
    expect(citations.flatMap(unresolved)).toEqual([]);
  });
});

describe.each(pages)('%s', (path) => {
  const page = withoutCode(read(path));

  test('links to what is there', () => {
    const wrong = [...page.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      if (/^[a-z]+:/.test(link)) return [];
      const [target = '', anchor] = link.split('#');
      const to = target === '' ? path : posix.join(dirname(path), target);
      if (!existsSync(join(root, to))) return [link];
      return anchor === undefined || headingsOf(to).some((heading) => anchorOf(heading) === anchor) ? [] : [link];
    });
    expect(wrong).toEqual([]);
  });

  test('names headings that are there', () => {
    const linked = [...page.matchAll(/\]\(([^)\s#]+\.md)\), \*([^*]+)\*/g)].map(([, link = '', heading = '']) => ({
      page: posix.join(dirname(path), link),
      headings: [heading],
    }));
    expect(linked.flatMap(unresolved)).toEqual([]);
  });

  test('names code that is there', () => {
    const named = [...read(path).matchAll(/`((?:server|client|test|scripts|fixtures|schemas)\/[\w./-]+)`/g)];
    const made = (file: string) => file.split('/').some((step) => LEFT_OUT.has(step));
    const wrong = named.flatMap(([, file = '']) => (made(file) || existsSync(join(root, file)) ? [] : [file]));
    expect(wrong).toEqual([]);
  });
});

describe('evidence', () => {
  const providers = read('docs/design/providers.md');
  const sections = new Map(
    providers
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
  );

  /** The rules of the tables under some headings. */
  function rulesUnder(names: readonly string[]): string[] {
    const rows = names.flatMap((name) => [...(sections.get(name) ?? '').matchAll(/^\| (`[^|]+`) \|/gm)]);
    return [...new Set(rows.flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, rule = '']) => rule)))];
  }

  /** Tables that are made of another one. */
  const HEADINGS: Readonly<Record<string, readonly string[]>> = {
    azure: ['OpenAI'],
    vertex: ['Anthropic'],
    bedrock: ['Anthropic', 'Bedrock and Vertex'],
  };
  /** The project's own rules, and the union of all others. */
  const provided = profiles.filter(({ id }) => id !== 'own' && id !== 'strict');

  test.each(provided)('stands there for each row of $name, and for no other', ({ id, name, rules }) => {
    const names = HEADINGS[id] ?? [name];
    expect(names.filter((heading) => !sections.has(heading))).toEqual([]);
    expect(rulesUnder(names).sort()).toEqual(Object.keys(rules).sort());
  });

  test('is cited by rules that are in that table', () => {
    const all = new Map(provided.map(({ id, name, rules }) => [HEADINGS[id]?.at(-1) ?? name, Object.keys(rules)]));
    const wrong = ruleMetas.flatMap(({ id, source }) =>
      citationsIn(source)
        .filter(({ page }) => page === 'docs/design/providers.md')
        .flatMap(({ headings: named }) => named)
        .filter((heading) => all.has(heading) && all.get(heading)?.includes(id) !== true)
        .map((heading) => `${id}: ${heading}`),
    );
    expect(wrong).toEqual([]);
  });
});
