import { readdirSync, readFileSync } from 'node:fs';
import {
  defaultResolvedConfig,
  type Finding,
  type ResolvedConfig,
  ruleIds,
  TranscriptDocument,
} from '../../server/src/core/index';

/** One file of `fixtures/rules/<rule>`, with what its folder's config.json says of it. */
export interface Fixture {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly config: Partial<ResolvedConfig>;
}

const root = new URL('../../fixtures/rules/', import.meta.url);

export function fixtureRules(): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

export function fixturesOf(rule: string, kind: 'valid' | 'invalid'): Fixture[] {
  const folder = new URL(`${rule}/`, root);
  const names = readdirSync(folder).sort();
  const configs: Record<string, Partial<ResolvedConfig>> = names.includes('config.json')
    ? JSON.parse(readFileSync(new URL('config.json', folder), 'utf8'))
    : {};
  return names
    .filter((name) => name.startsWith(`${kind}-`) && !name.endsWith('.snap'))
    .map((name) => ({
      name,
      path: new URL(name, folder).pathname,
      text: readFileSync(new URL(name, folder), 'utf8'),
      config: { ...configs['*'], ...configs[name] },
    }));
}

/** What is found in a text. Every rule but one is off when one is named; one that is off by default then speaks up. */
export function findingsIn(
  text: string,
  name: string,
  config: Partial<ResolvedConfig>,
  only?: string,
): readonly Finding[] {
  return open(text, name, config, only).analysis().findings;
}

export function open(text: string, name: string, config: Partial<ResolvedConfig>, only?: string): TranscriptDocument {
  return TranscriptDocument.open(text, optionsFor(name, config, only));
}

export function optionsFor(name: string, config: Partial<ResolvedConfig>, only?: string) {
  const others = ruleIds.filter((id) => only !== undefined && id !== only).map((id) => [id, 'off'] as const);
  return {
    uri: `file:///fixtures/${name}`,
    isNamed: true,
    config: { ...defaultResolvedConfig, ...config, rules: { ...config.rules, ...Object.fromEntries(others) } },
  };
}

/** JSON without the white space between its tokens; strings and comments stay as they are. */
export function minify(json: string): string {
  return json.replaceAll(/"(?:\\[\s\S]|[^"\\])*"|\/\*[\s\S]*?\*\/|\/\/[^\n]*|\s+/g, (token) =>
    token.trim() === '' ? '' : token,
  );
}
