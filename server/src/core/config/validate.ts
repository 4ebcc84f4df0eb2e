import type { JsonNode, JsonProperty } from '../json/node';
import { nodeOfValue } from '../json/valueNode';
import type { RuleId } from '../rules/ids';
import type { RuleNames } from '../rules/names';
import { nearest } from '../text/nearest';
import { GlobBudget, globProblem } from './globs';
import { configFields, type Field, SEVERITIES, type Shape } from './shape';
import type { CheckedConfig } from './types';

/** What one source of configuration says; the rest comes from the next one, in the end from the defaults. */
export type PartialConfig = Partial<CheckedConfig>;

export interface ConfigProblem {
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

export interface ConfigReading {
  /** What of it means something; undefined when the text is not JSON, so that the last good one can stay. */
  readonly config: PartialConfig | undefined;
  readonly problems: readonly ConfigProblem[];
  /** What counts as it stands and has another name now; absent where there is none. */
  readonly notes?: readonly ConfigProblem[];
}

/** Reads a configuration that a program hands over; its problems have no places. */
export function readConfigValue(value: unknown, names: RuleNames): ConfigReading {
  return readConfigNode(nodeOfValue(value), names);
}

/** Reads a configuration, whatever it was read from. */
export function readConfigNode(node: JsonNode, names: RuleNames): ConfigReading {
  const reader: Reader = { names, problems: [], notes: [], globs: new GlobBudget() };
  const { problems, notes } = reader;
  const config = readObject(reader, node, configFields, 'The configuration');
  if (config === undefined) return { config: undefined, problems };
  delete config.$schema;
  // The shape holds what `Config` holds, field by field; a test compares the two.
  return { config: config as PartialConfig, problems, ...(notes.length > 0 && { notes }) };
}

interface Reader {
  readonly names: RuleNames;
  readonly problems: ConfigProblem[];
  readonly notes: ConfigProblem[];
  readonly globs: GlobBudget;
}

/** The value of a node where it is of the shape, bad parts left out; undefined when nothing is left. */
function read(reader: Reader, node: JsonNode, shape: Shape, what: string): unknown {
  switch (shape.kind) {
    case 'boolean':
      if (node.kind === 'boolean') return node.value();
      return problem(reader, node, `${what} must be true or false.`);
    case 'count':
      return readCount(reader, node, shape.least, what);
    case 'text':
      if (node.kind === 'string') return node.text();
      return problem(reader, node, `${what} must be a string.`);
    case 'choice':
      return readName(reader, node, Object.keys(shape.choices), shape.noun, what);
    case 'rule':
      return readRule(reader, node, what);
    case 'glob':
      return readGlob(reader, node, what);
    case 'severities':
      return readSeverities(reader, node, what);
    case 'list':
      return readList(reader, node, shape.of, shape.isLoose, what);
    case 'object': {
      const values = readObject(reader, node, shape.fields, what);
      const [one, other] = (shape.exclusive ?? []).filter((name) => values?.[name] !== undefined);
      if (other === undefined) return values;
      return problem(reader, node.get(other) ?? node, `"${one}" and "${other}" exclude each other.`);
    }
    case 'file': {
      if (node.kind !== 'string') return withDialect(readObject(reader, node, shape.fields, what));
      const glob = readGlob(reader, node, what);
      return glob === undefined ? undefined : { glob, dialect: 'auto' };
    }
  }
}

function readObject(
  reader: Reader,
  node: JsonNode,
  fields: readonly Field[],
  what: string,
): Record<string, unknown> | undefined {
  if (node.kind !== 'object') return problem(reader, node, `${what} must be an object.`);
  const values: Record<string, unknown> = {};
  const names = fields.map(({ name }) => name);
  for (const property of node.properties()) {
    if (isRepeated(reader, property)) continue;
    const field = fields.find(({ name }) => name === property.name);
    if (field === undefined) unknownName(reader, keyOf(property), property.name, names, 'key');
    else {
      const value = read(reader, property.value, field.shape, `"${field.name}"`);
      if (value !== undefined) values[field.name] = value;
    }
  }
  const missing = fields.find(({ name, isRequired }) => isRequired === true && values[name] === undefined);
  if (missing === undefined) return values;
  if (node.get(missing.name) === undefined) problem(reader, node, `${what} needs "${missing.name}".`);
  return undefined;
}

function readCount(reader: Reader, node: JsonNode, least: number, what: string): number | undefined {
  const value = node.kind === 'number' ? Number(node.value()) : Number.NaN;
  if (Number.isSafeInteger(value) && value >= least) return value;
  return problem(reader, node, `${what} must be a whole number, ${least} or more.`);
}

function readList(reader: Reader, node: JsonNode, of: Shape, isLoose: boolean, what: string): unknown[] | undefined {
  if (node.kind !== 'array' && !isLoose) return problem(reader, node, `${what} must be a list.`);
  const items = node.kind === 'array' ? node.items() : [node];
  return items.flatMap((item) => {
    const value = read(reader, item, of, `An entry of ${what}`);
    return value === undefined ? [] : [value];
  });
}

function readSeverities(reader: Reader, node: JsonNode, what: string): Record<string, unknown> | undefined {
  if (node.kind !== 'object') return problem(reader, node, `${what} must be an object of rule ids and severities.`);
  const severities: Record<string, unknown> = {};
  for (const property of node.properties()) {
    if (isRepeated(reader, property)) continue;
    const { name, value } = property;
    const rule = ruleNamed(reader, name, keyOf(property));
    // What is said under the name that it has now counts.
    if (rule === undefined || (rule !== name && node.get(rule) !== undefined)) continue;
    const severity = readName(reader, value, Object.keys(SEVERITIES), 'severity', `"${name}"`);
    if (severity !== undefined) severities[rule] = severity;
  }
  return severities;
}

function readRule(reader: Reader, node: JsonNode, what: string): RuleId | undefined {
  if (node.kind !== 'string') return problem(reader, node, `${what} must be a string: a rule.`);
  return ruleNamed(reader, node.text(), node);
}

/** The rule that a name means; where the name is old, the new one is said. */
function ruleNamed(
  reader: Reader,
  name: string,
  at: { readonly start: number; readonly end: number },
): RuleId | undefined {
  const rule = reader.names.find(name);
  if (rule === undefined) return unknownName(reader, at, name, reader.names.ids, 'rule');
  const message = `The rule "${name}" is called "${rule}" now. Write "${rule}".`;
  if (rule !== name) reader.notes.push({ start: at.start, end: at.end, message });
  return rule;
}

function readName(
  reader: Reader,
  node: JsonNode,
  known: readonly string[],
  noun: string,
  what: string,
): string | undefined {
  if (node.kind !== 'string') return problem(reader, node, `${what} must be a string: a ${noun}.`);
  const name = node.text();
  if (known.includes(name)) return name;
  return unknownName(reader, node, name, known, noun);
}

function readGlob(reader: Reader, node: JsonNode, what: string): string | undefined {
  if (node.kind !== 'string') return problem(reader, node, `${what} must be a string.`);
  const glob = node.text();
  const fault = globProblem(glob);
  if (fault !== undefined) return problem(reader, node, `The glob ${fault}.`);
  const answer = reader.globs.take(glob);
  if (answer === 'taken') return glob;
  return answer === 'told' ? undefined : problem(reader, node, `The glob ${answer}.`);
}

function withDialect(file: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  return file === undefined ? undefined : { dialect: 'auto', ...file };
}

function isRepeated(reader: Reader, property: JsonProperty): boolean {
  if (property.isShadowed)
    problem(reader, keyOf(property), `"${property.name}" stands here twice; the last one counts.`);
  return property.isShadowed;
}

function keyOf({ keyStart, keyEnd }: JsonProperty): { readonly start: number; readonly end: number } {
  return { start: keyStart, end: keyEnd };
}

function unknownName(
  reader: Reader,
  at: { readonly start: number; readonly end: number },
  name: string,
  known: readonly string[],
  noun: string,
): undefined {
  const closest = meantName(name, known);
  const help = closest === undefined ? knownNames(known) : ` Did you mean "${closest}"?`;
  return problem(reader, at, `Unknown ${noun} "${name}".${help}`);
}

/** The known name that was meant; "warn" and "information" mean "warning" and "info". */
function meantName(wanted: string, known: readonly string[]): string | undefined {
  const name = wanted.toLowerCase();
  const lower = known.map((one) => one.toLowerCase());
  const isPart = (one: string) => name.length > 2 && (one.startsWith(name) || name.startsWith(one));
  const meant = lower.includes(name) ? name : (nearest(name, lower) ?? lower.find(isPart));
  return meant === undefined ? undefined : known[lower.indexOf(meant)];
}

/** Short lists are said; of a hundred rules there is a catalogue. */
function knownNames(known: readonly string[]): string {
  return known.length > 12 ? '' : ` Known: ${known.join(', ')}.`;
}

function problem(reader: Reader, at: { readonly start: number; readonly end: number }, message: string): undefined {
  reader.problems.push({ start: at.start, end: at.end, message });
  return undefined;
}
