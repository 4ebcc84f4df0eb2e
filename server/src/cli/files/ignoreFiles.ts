import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import type { Host } from '../../host/types';

const IGNORE_FILES = ['.gitignore', '.transcriptlintignore'];

/** The ignore files that speak of a folder's entries, the outermost first: the last one with something to say decides. */
export class IgnoreRules {
  static readonly none = new IgnoreRules([]);

  private readonly files: readonly { readonly folder: string; readonly rules: Ignore }[];

  private constructor(files: IgnoreRules['files']) {
    this.files = files;
  }

  /** Those of a folder that a walk starts in, with those of the folders around it up to the repository's own. */
  static async around(host: Host, folder: string): Promise<IgnoreRules> {
    let rules = new IgnoreRules([]);
    for (const parent of await parentsInRepository(host, folder)) rules = await rules.within(host, parent);
    // A person who names an ignored folder means it: what hides it would hide all that is in it.
    return rules.ignores(folder, true) ? new IgnoreRules([]).within(host, folder) : rules.within(host, folder);
  }

  /** Whether ignore files hide a path, the folders that it stands in included. `cwd`: those from there on count as well. */
  static async hide(host: Host, path: string, isFolder: boolean, cwd: string): Promise<boolean> {
    const folder = dirname(path);
    const way = relative(cwd, folder);
    const isBelow = way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
    const between = isBelow && way !== '' ? way.split(sep) : [];
    const known = await parentsInRepository(host, folder);
    const fromHere = isBelow
      ? [cwd, ...between.map((_, index) => join(cwd, ...between.slice(0, index + 1)))]
      : [folder];
    const folders = known.length >= fromHere.length ? [...known, folder] : fromHere;
    let rules = new IgnoreRules([]);
    for (const [index, one] of folders.entries()) {
      if (index > 0 && rules.ignores(one, true)) return true;
      rules = await rules.within(host, one);
    }
    return rules.ignores(path, isFolder);
  }

  /** These and the ones that the folder itself holds. */
  async within(host: Host, folder: string): Promise<IgnoreRules> {
    const files = [...this.files];
    const ignorecase = host.ignoresCase; // as git does there

    for (const name of IGNORE_FILES) {
      const text = await readIfThere(host, join(folder, name));
      if (text !== undefined) files.push({ folder, rules: ignore({ ignorecase }).add(text) });
    }
    return files.length === this.files.length ? this : new IgnoreRules(files);
  }

  ignores(path: string, isFolder: boolean): boolean {
    let ignored = false;
    for (const { folder, rules } of this.files) {
      const name = relative(folder, path).split(sep).join('/');
      if (!ignore.isPathValid(name)) continue;
      const verdict = rules.test(isFolder ? `${name}/` : name);
      if (verdict.ignored) ignored = true;
      else if (verdict.unignored) ignored = false;
    }
    return ignored;
  }
}

/** The folders around one, outermost first, if they belong to one repository. */
async function parentsInRepository(host: Host, folder: string): Promise<readonly string[]> {
  const parents: string[] = [];
  for (let at = folder; !(await isThere(host, join(at, '.git'))); ) {
    const above = dirname(at);
    if (above === at) return [];
    parents.unshift(above);
    at = above;
  }
  return parents;
}

async function isThere(host: Host, path: string): Promise<boolean> {
  return host.stat(path).then(
    (found) => found !== undefined,
    () => false,
  );
}

async function readIfThere(host: Host, path: string): Promise<string | undefined> {
  const bytes = await host.readSettings(path);
  return (
    bytes &&
    Buffer.from(bytes)
      .toString('utf8')
      .replace(/^\uFEFF/, '')
  );
}
