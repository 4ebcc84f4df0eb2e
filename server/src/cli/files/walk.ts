import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import picomatch from 'picomatch';
import { mayHoldTranscripts } from '../../core/index';
import { lossyName } from '../../host/names';
import { type Host, HostError } from '../../host/types';
import { UsageError } from '../usage';
import { IgnoreRules } from './ignoreFiles';

/** A file to look at. */
export interface Candidate {
  readonly path: string;
  /** As the person would write it. */
  readonly shown: string;
  /** Named outright, not found in a folder: checked whatever it is. */
  readonly isNamed: boolean;
  readonly isStdin?: boolean;
  /** The one document that a command is about. */
  readonly isAsked?: boolean;
  /** Found as a symbolic link in this folder, which a walk started in. */
  readonly linkIn?: string;
}

/** A path that leads to nothing that can be looked at. */
export interface Unwalkable {
  readonly shown: string;
  readonly message: string;
}

export type Walked = { readonly file: Candidate } | { readonly problem: Unwalkable };

export interface WalkOptions {
  readonly host: Host;
  readonly cwd: string;
  /** Whether a file that a folder holds may be a transcript, by its path. */
  readonly mayBeOurs: (path: string) => boolean | Promise<boolean>;
  /** Called for what is named and that ignore files hide, where they hold for it too. */
  readonly onHidden?: ((shown: string) => void) | undefined;
  /** Called for a glob of which every file is left out by a configuration or an ignore file. */
  readonly onLeftOut?: ((glob: string) => void) | undefined;
}

/** Never looked into, unless named themselves. */
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** The files that paths, folders and globs name: in the order named, those of a folder by name, each once. */
export async function* walk(paths: readonly string[], options: WalkOptions): AsyncGenerator<Walked> {
  const seen = new Set<string>();
  for (const path of paths) {
    for await (const walked of walkPath(path, options)) {
      const key = 'file' in walked ? walked.file.path : `problem ${walked.problem.shown}`;
      if (seen.has(key)) continue;
      seen.add(key);
      yield walked;
    }
  }
}

async function* walkPath(path: string, options: WalkOptions): AsyncGenerator<Walked> {
  // An unset variable of a script must not mean the whole folder.
  if (path.trim() === '') throw new UsageError('a path is empty');
  const full = resolve(options.cwd, path);
  const found = await options.host.stat(full).catch(() => undefined);
  const { host, cwd, onHidden } = options;
  if (
    onHidden !== undefined &&
    found !== undefined &&
    (await IgnoreRules.hide(host, full, found.kind === 'folder', cwd))
  ) {
    onHidden(shownPath(full, cwd));
    return;
  }
  if (found?.kind === 'folder') {
    yield* walkFolder(full, await IgnoreRules.around(options.host, full), options, () => true);
  } else if (found === undefined && picomatch.scan(path, { nonegate: true }).isGlob) {
    yield* walkGlob(path, options);
  } else {
    // Reading it says what is wrong with it.
    for (const named of found === undefined ? await meantPaths(options.host, full) : [full]) {
      yield { file: { path: named, shown: shownPath(named, options.cwd), isNamed: true } };
    }
  }
}

/**
 * The files that a path means whose names are no UTF-8: a program is told of it with U+FFFD in the place of what they hold, so
 * folders are asked for what would look like that. The path itself where nothing does.
 */
export async function meantPaths(host: Host, path: string): Promise<readonly string[]> {
  if (!path.includes('\uFFFD')) return [path];
  const folder = dirname(path);
  const name = basename(path);
  const found: string[] = [];
  for (const above of folder === path ? [] : await meantPaths(host, folder)) {
    const entries = await host.list(above).catch(() => []);
    for (const entry of entries) if (lossyName(entry.name) === name) found.push(join(above, entry.name));
  }
  return found.length === 0 ? [path] : found.sort(compare);
}

async function* walkGlob(glob: string, options: WalkOptions): AsyncGenerator<Walked> {
  const { base, glob: pattern } = picomatch.scan(glob, { nonegate: true });
  const folder = resolve(options.cwd, base || '.');
  const matches = picomatch(pattern, { dot: true, nonegate: true });
  const isWanted = (path: string) => matches(slashed(relative(folder, path)));
  const { host, cwd, onHidden, onLeftOut } = options;
  let isEmpty = true;
  const isFolder = (await host.stat(folder).catch(() => undefined))?.kind === 'folder';
  if (isFolder && !(onHidden !== undefined && (await IgnoreRules.hide(host, folder, true, cwd)))) {
    for await (const walked of walkFolder(folder, await IgnoreRules.around(host, folder), options, isWanted)) {
      isEmpty = false;
      yield walked;
    }
  }
  if (!isEmpty) return;
  const everything = { ...options, mayBeOurs: mayHoldTranscripts };
  if (isFolder && onLeftOut !== undefined) {
    for await (const walked of walkFolder(folder, IgnoreRules.none, everything, isWanted)) {
      if ('file' in walked) return onLeftOut(glob);
    }
  }
  yield { problem: { shown: glob, message: 'matches no file' } };
}

async function* walkFolder(
  folder: string,
  rules: IgnoreRules,
  options: WalkOptions,
  isWanted: (path: string) => boolean,
  start: string = folder,
): AsyncGenerator<Walked> {
  const { host, cwd } = options;
  let entries: Awaited<ReturnType<Host['list']>>;
  try {
    entries = await host.list(folder);
  } catch (error) {
    if (error instanceof HostError && error.fault === 'missing') return; // gone since its parent was listed
    yield {
      problem: { shown: shownPath(folder, cwd), message: error instanceof Error ? error.message : String(error) },
    };
    return;
  }
  for (const { name, kind } of [...entries].sort((a, b) => compare(a.name, b.name))) {
    const path = join(folder, name);
    if (kind === 'folder') {
      if (SKIPPED_FOLDERS.has(name) || rules.ignores(path, true)) continue;
      yield* walkFolder(path, await rules.within(host, path), options, isWanted, start);
    } else if (kind !== 'other' && isWanted(path) && !rules.ignores(path, false)) {
      // A link to a folder is left out: it may lead back to where the walk came from.
      if (!(await options.mayBeOurs(path)) || (kind === 'link' && !(await leadsToFile(host, path)))) continue;
      const file = { path, shown: shownPath(path, cwd), isNamed: false };
      yield { file: kind === 'link' ? { ...file, linkIn: start } : file };
    }
  }
}

async function leadsToFile(host: Host, path: string): Promise<boolean> {
  const found = await host.stat(path).catch(() => undefined);
  return found?.kind === 'file';
}

/** By code units: the same order on every machine, whatever its language. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Relative to where the person is, unless that is not below. */
export function shownPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  const shown = short === '' ? '.' : short.startsWith('..') || isAbsolute(short) ? path : short;
  return slashed(shown);
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}
