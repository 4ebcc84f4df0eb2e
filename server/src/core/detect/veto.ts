import { has, type JsonNode } from '../json/node';

/**
 * Keys at the root of descriptions, whose examples are perfect messages (docs/design/detection.md,
 * "Descriptions are never transcripts").
 */
export const DESCRIPTION_KEYS: readonly string[] = [
  '$defs',
  'openapi',
  'swagger',
  'asyncapi',
  'lockfileVersion',
  'compilerOptions',
];

/** Our own configuration may name its schema and hold anything. */
const OWN_SCHEMA = 'transcript-lint';

const FOREIGN_NAMES = /^(package|package-lock|npm-shrinkwrap|composer|tsconfig.*|jsconfig.*|deno|bower)\.jsonc?$/i;
const FOREIGN_ENDINGS = ['.schema.json', '-lock.json', '.lock.json', '.tsbuildinfo.json'];

/** Files that are never transcripts, by name. Names never make one. */
export function isForeignName(uri: string): boolean {
  const name = uri.slice(Math.max(uri.lastIndexOf('/'), uri.lastIndexOf('\\')) + 1).toLowerCase();
  return FOREIGN_NAMES.test(name) || FOREIGN_ENDINGS.some((ending) => name.endsWith(ending));
}

/** Whether a root says that the document describes data rather than holding it. */
export function isVetoedRoot(root: JsonNode): boolean {
  if (root.kind !== 'object') return false;
  const schema = root.get('$schema');
  if (schema !== undefined && !(schema.kind === 'string' && schema.text().includes(OWN_SCHEMA))) return true;
  // Postman collections.
  if (root.get('info')?.get('schema') !== undefined) return true;
  return isDescription(root);
}

/** A JSON schema or an API description, wherever it stands. */
export function isDescription(node: JsonNode): boolean {
  if (DESCRIPTION_KEYS.some((key) => has(node, key))) return true;
  return node.get('type')?.kind === 'string' && node.get('properties')?.kind === 'object';
}
