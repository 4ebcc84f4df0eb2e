import type { JsonNode } from './node';

/**
 * A value as `JSON.stringify` writes it, but with each number as it is spelled: digits beyond what a number can hold are kept.
 * Empty for what JSON cannot hold: cycles, bigints, getters that throw. Never throws.
 */
export function compactJson(node: JsonNode): string {
  try {
    return node.start < 0 ? stringify(node) : write(node);
  } catch {
    return '';
  }
}

/** Values of JavaScript have no spelling, so that only those that are nested too deep for the stack are written here. */
function stringify(node: JsonNode): string {
  try {
    return JSON.stringify(node.value()) ?? '';
  } catch (error) {
    if (error instanceof RangeError) return write(node);
    throw error;
  }
}

/** A `toJSON` that answers with something new each time never ends. */
const DEEPEST = 100_000;

/** A container that is left: everything in it is written. */
interface Leave {
  readonly leave: object;
  readonly text: string;
}

/** A work list instead of recursion: text may be nested as deep as it is long. */
function write(root: JsonNode): string {
  const out: string[] = [];
  const around = new Set<unknown>();
  const jobs: (JsonNode | string | Leave)[] = [root];
  for (let job = jobs.pop(); job !== undefined; job = jobs.pop()) {
    if (typeof job === 'string') out.push(job);
    else if ('leave' in job) {
      around.delete(job.leave);
      out.push(job.text);
    } else if (job.kind === 'array' || job.kind === 'object') enter(job, jobs, around);
    else out.push(scalarText(job));
  }
  return out.join('');
}

function enter(node: JsonNode, jobs: (JsonNode | string | Leave)[], around: Set<unknown>): void {
  // A value that contains itself is another node at each level, of the same object.
  const identity: object = node.start < 0 ? Object(node.value()) : node;
  if (around.has(identity) || around.size === DEEPEST) throw new TypeError('no end of this value');
  around.add(identity);
  const isArray = node.kind === 'array';
  const members = isArray ? node.items().map((item) => ['', item] as const) : membersOf(node);
  jobs.push({ leave: identity, text: isArray ? ']' : '}' });
  for (let i = members.length - 1; i >= 0; i--) {
    const member = members[i];
    if (member !== undefined) jobs.push(member[1], `${i > 0 ? ',' : ''}${member[0]}`);
  }
  jobs.push(isArray ? '[' : '{');
}

/** Each name once with its last value, in the order of a parsed object: array indices first. */
function membersOf(node: JsonNode): (readonly [string, JsonNode])[] {
  const members = new Map<string, JsonNode>();
  for (const { name, value } of node.properties()) {
    if (isJson(value)) members.set(name, value);
    else members.delete(name);
  }
  const names = [...members.keys()];
  const indices = names.filter(isIndex).sort((a, b) => Number(a) - Number(b));
  const ordered = indices.length === 0 ? names : [...indices, ...names.filter((name) => !isIndex(name))];
  return ordered.flatMap((name) => {
    const value = members.get(name);
    return value === undefined ? [] : [[`${JSON.stringify(name)}:`, value] as const];
  });
}

function isJson(node: JsonNode): boolean {
  return node.kind !== 'other' || typeof node.value() === 'bigint';
}

const LAST_INDEX = 0xfffffffe;

function isIndex(name: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(name) && Number(name) <= LAST_INDEX;
}

function scalarText(node: JsonNode): string {
  switch (node.kind) {
    case 'string':
      return JSON.stringify(node.text());
    case 'other':
      if (typeof node.value() === 'bigint') throw new TypeError('a bigint is no JSON');
      return 'null';
    case 'number':
      return node.start < 0 ? JSON.stringify(node.value()) : node.raw();
    default:
      return JSON.stringify(node.value());
  }
}
