// The library's declarations: what the compiler emits for its entries and everything they reach, renamed to .d.mts or .d.cts
// and with extensions in the import paths, which `moduleResolution: node16` asks for and the sources don't carry.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root, runLocal } from './run.mjs';

const emitted = join(root, '.tsbuild');
const importPath = /(\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(['"])([^'"]+)\2/g;

/**
 * Compiles the server, then writes a declaration for each entry and the files it needs into the folder `target`.
 * False when the types don't check; the compiler has said why.
 * @param {string} target
 * @param {Readonly<Record<string, string>>} entries declaration (its ending says the kind of module) → source file, relative to `server/src`
 */
export function writeLibraryTypes(target, entries) {
  const checked = runLocal('tsc', ['-b', 'server']) === 0;
  for (const [name, entry] of Object.entries(entries)) {
    const start = entry.replace(/\.ts$/, '.d.ts');
    if (!existsSync(emittedFile(start))) return false;
    const kind = name.endsWith('.d.cts') ? 'c' : 'm';
    for (const [file, text] of reachable(start, kind)) {
      const written = join(target, 'types', asModule(file, `.d.${kind}ts`));
      mkdirSync(dirname(written), { recursive: true });
      writeFileSync(written, text);
    }
    const declaration = join(target, name);
    mkdirSync(dirname(declaration), { recursive: true });
    const up = posix.relative(posix.dirname(name), '.') || '.';
    writeFileSync(declaration, `export * from '${up}/types/${asModule(start, `.${kind}js`)}';\n`);
  }
  return checked;
}

/**
 * @param {string} start
 * @param {'c' | 'm'} kind
 */
function reachable(start, kind) {
  /** @type {Map<string, string>} */
  const files = new Map();
  const queue = [start];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (files.has(file)) continue;
    const folder = posix.dirname(file);
    const text = withoutBrand(file, readFileSync(emittedFile(file), 'utf8')).replaceAll(
      importPath,
      (_, before, quote, path) => {
        if (!path.startsWith('.')) throw new Error(`${file}: the library's types must stand alone, but import ${path}`);
        const found = declarationOf(posix.join(folder, path));
        queue.push(found);
        const relative = posix.relative(folder, asModule(found, `.${kind}js`));
        return `${before}${quote}${relative.startsWith('.') ? relative : `./${relative}`}${quote}`;
      },
    );
    files.set(file, text.replace(/^\/\/# sourceMappingURL=.*$/m, ''));
  }
  return files;
}

/**
 * Inside, the name of a dialect is a type of its own, so that no text passes for one. A program that uses the library compares it
 * with a text, so there it is the names themselves.
 * @param {string} file
 * @param {string} text
 */
function withoutBrand(file, text) {
  if (!file.endsWith('core/model/types.d.ts')) return text;
  const list = readFileSync(emittedFile('core/dialects/index.d.ts'), 'utf8');
  const names = [...list.matchAll(/\bNamed<"(\w+)">/g)].map(([, name]) => `'${name}'`);
  const brand = /export interface DialectId \{[^}]*\}/;
  if (names.length === 0 || !brand.test(text)) throw new Error('the names of the dialects are not where they were');
  return text.replace(brand, `export type DialectId = ${[...new Set(names)].join(' | ')};`);
}

/** @param {string} path */
function declarationOf(path) {
  const found = [`${path}.d.ts`, `${path}/index.d.ts`].find((file) => existsSync(emittedFile(file)));
  if (found === undefined) throw new Error(`no declarations were emitted for ${path}`);
  return found;
}

/** @param {string} file */
function emittedFile(file) {
  return join(emitted, 'server', 'src', file);
}

/**
 * @param {string} file
 * @param {string} ending
 */
function asModule(file, ending) {
  return file.replace(/\.d\.ts$/, ending);
}
