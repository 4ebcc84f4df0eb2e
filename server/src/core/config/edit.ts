import type { JSONPath, Node } from 'jsonc-parser';
import { applyEdits, type Edit } from '../text/edits';
import { parseConfigTree } from './configText';
import { globProblem, matchesGlob } from './globs';
import { type Change, editsToSet, newText } from './place';
import type { Config } from './types';

/** A change of a configuration file, as edits and as the text after them. */
export interface ConfigEdit {
  readonly edits: readonly Edit[];
  readonly text: string;
}

/** Why a configuration file is left as it is, and where in it. */
export interface ConfigRefusal {
  readonly refused: string;
  readonly start: number;
  readonly end: number;
}

export interface ConfigEditOptions {
  /** The property that configures us, in a package.json. */
  readonly key?: string;
}

/** What is said of one file or of some: a glob relative to the configuration's folder. */
export interface GlobOptions extends ConfigEditOptions {
  readonly glob?: string;
}

type Entry = Config['files'][number];

/** Turns a rule off everywhere, or for what a glob names; an override that sets it for other globs stays. */
export function turnOffRule(
  text: string | undefined,
  rule: string,
  options: GlobOptions = {},
): ConfigEdit | ConfigRefusal {
  if (options.glob === undefined) return set(text, options, () => ({ path: ['rules', rule], value: 'off' }));
  return override(text, options.glob, ['rules', rule], 'off', options);
}

/** Who must accept what a glob names. */
export function setTargetOf(
  text: string | undefined,
  glob: string,
  target: Config['target'],
  options: ConfigEditOptions = {},
): ConfigEdit | ConfigRefusal {
  return override(text, glob, ['target'], target, options);
}

/** Says that what a glob names is no transcript. */
export function leaveOutFile(
  text: string | undefined,
  glob: string,
  options: ConfigEditOptions = {},
): ConfigEdit | ConfigRefusal {
  return setDialectOf(text, glob, 'none', options);
}

/** Says how what a glob names is read. The first glob that matches a file decides, so this one goes before the others. */
export function setDialectOf(
  text: string | undefined,
  glob: string,
  dialect: Entry['dialect'],
  options: ConfigEditOptions = {},
): ConfigEdit | ConfigRefusal {
  return set(text, options, (config) => {
    const entries = itemsOf(memberOf(config, 'files'));
    const at = entries.findIndex((entry) => globOf(entry) === glob);
    // Whether a pattern names files that an earlier one names too cannot be told; a plain path can be tried.
    const isPath = !/[*?[\]{}!]/.test(glob);
    const isHidden = entries.slice(0, at).some((entry) => !isPath || matchesGlob(globOf(entry) ?? '', glob));
    if (at < 0 || isHidden) return { path: ['files', 0], value: { glob, dialect }, isInsertion: true };
    if (entries[at]?.type === 'string') return { path: ['files', at], value: { glob, dialect } };
    return { path: ['files', at, 'dialect'], value: dialect };
  });
}

/** A glob that names one file, given by its path from the configuration's folder; undefined where none can. */
export function globOfFile(path: string): string | undefined {
  const rooted = path.includes('/') ? path : `/${path}`;
  // A class of one character where that is understood; `?` may name a file or two more.
  const candidates = ['[$&]', '?'].map((said) => rooted.replaceAll(/[*?[\]{}()!\\]/g, said));
  return candidates.find((glob) => globProblem(glob) === undefined && matchesGlob(glob, path));
}

/** A configuration to begin with. */
export function initialConfig(): string {
  return `{
  // The provider that must accept the conversations; "auto" takes the one that the dialect comes from.
  "target": "auto",
  // Which files are transcripts, by glob; the first match wins. "none" leaves files out.
  "files": [],
  // Severities by rule id: "error", "warning", "info", "hint" or "off".
  "rules": {}
}
`;
}

/** Last: a later override wins. One for the very same glob is used where nothing behind it speaks of the same thing. */
function override(
  text: string | undefined,
  glob: string,
  steps: readonly string[],
  value: string,
  options: ConfigEditOptions,
): ConfigEdit | ConfigRefusal {
  return set(text, options, (config) => {
    const overrides = itemsOf(memberOf(config, 'overrides'));
    const at = overrides.map((one) => isForGlob(memberOf(one, 'files'), glob)).lastIndexOf(true);
    const isOvertaken = overrides
      .slice(at + 1)
      .some((one) => steps.reduce<Node | undefined>((node, name) => memberOf(node, name), one) !== undefined);
    if (at >= 0 && !isOvertaken) return { path: ['overrides', at, ...steps], value };
    const said = steps.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
    return { path: ['overrides', -1], value: { files: glob, ...(said as object) }, isInsertion: true };
  });
}

/** `decide` sees the object that configures us, and gives a path from there. */
function set(
  text: string | undefined,
  { key }: ConfigEditOptions,
  decide: (config: Node | undefined) => Change,
): ConfigEdit | ConfigRefusal {
  const prefix = key === undefined ? [] : [key];
  if (text === undefined || /^\ufeff?\s*$/.test(text)) {
    const change = decide(undefined);
    const start = text?.startsWith('\ufeff') ? 1 : 0;
    const all = newText({ ...change, path: [...prefix, ...change.path] });
    const edit = { start, end: text?.length ?? 0, text: all };
    return { edits: [edit], text: applyEdits(text ?? '', [edit]) };
  }
  const { tree, problem } = parseConfigTree(text);
  if (problem !== undefined) {
    const { offset, length, message } = problem;
    return { refused: `${message}.`, start: offset, end: offset + length };
  }
  if (tree?.type !== 'object') return refusal(tree, 'The configuration must be an object.');
  const twice = firstTwice(tree, key) ?? firstTwice(key === undefined ? tree : memberOf(tree, key));
  if (twice !== undefined) return refusal(twice, `"${twice.value}" stands here twice. Remove one first.`);
  const change = decide(key === undefined ? tree : memberOf(tree, key));
  const path = [...prefix, ...change.path];
  const wrong = firstWrong(tree, path);
  if (wrong !== undefined) return wrong;
  const edits = editsToSet(text, tree, { ...change, path });
  return { edits, text: applyEdits(text, edits) };
}

function refusal(node: Node | undefined, refused: string): ConfigRefusal {
  const start = node?.offset ?? 0;
  return { refused, start, end: start + (node?.length ?? 0) };
}

/** The key of a member that stands twice: `modify` would take the first, and the last is what counts. */
function firstTwice(node: Node | undefined, only?: string): Node | undefined {
  if (node?.type === 'property') return firstTwice(node.children?.[1]);
  if (node?.type === 'object') {
    const names = new Set<unknown>();
    for (const { children } of node.children ?? []) {
      const [name] = children ?? [];
      if (names.has(name?.value) && (only === undefined || name?.value === only)) return name;
      names.add(name?.value);
    }
  }
  if (only !== undefined) return undefined;
  for (const child of node?.children ?? []) {
    const found = firstTwice(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What stands on the way and is no object or list. */
function firstWrong(tree: Node, path: JSONPath): ConfigRefusal | undefined {
  let at: Node | undefined = tree;
  let said = 'The configuration';
  for (const step of path) {
    if (at === undefined) return undefined;
    const wanted = typeof step === 'number' ? 'array' : 'object';
    if (at.type !== wanted) return refusal(at, `${said} must be ${wanted === 'array' ? 'a list' : 'an object'}.`);
    at = typeof step === 'number' ? at.children?.[step] : memberOf(at, step);
    if (typeof step === 'string') said = `"${step}"`;
  }
  return undefined;
}

function memberOf(node: Node | undefined, name: string): Node | undefined {
  if (node?.type !== 'object') return undefined;
  return node.children?.find(({ children }) => children?.[0]?.value === name)?.children?.[1];
}

function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.type === 'array' ? (node.children ?? []) : [];
}

function globOf(entry: Node): string | undefined {
  const node = entry.type === 'string' ? entry : memberOf(entry, 'glob');
  return node?.type === 'string' ? node.value : undefined;
}

function isForGlob(files: Node | undefined, glob: string): boolean {
  const [only, ...more] = files?.type === 'array' ? itemsOf(files) : files === undefined ? [] : [files];
  return only?.type === 'string' && only.value === glob && more.length === 0;
}
