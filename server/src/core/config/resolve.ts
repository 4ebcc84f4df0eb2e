import type { RuleId } from '../rules/ids';
import { matchesGlob } from './globs';
import type { CheckedConfig, ConfigOverride, ResolvedConfig } from './types';

/** The configuration of one file; `path` is relative to the configuration's folder, with `/` between folders. */
export function resolveConfig(config: CheckedConfig, path: string): ResolvedConfig {
  const { files, overrides, ...settings } = config;
  const file = files.find(({ glob }) => matchesGlob(glob, path))?.dialect ?? 'unlisted';
  return overrides
    .filter((override) => override.files.some((glob) => matchesGlob(glob, path)))
    .reduce(withOverride, { ...settings, file });
}

/** Rules and options key by key, all else as a whole. */
function withOverride(config: ResolvedConfig, { files: _, ...override }: ConfigOverride<RuleId>): ResolvedConfig {
  return {
    ...config,
    ...override,
    rules: { ...config.rules, ...override.rules },
    normalize: { ...config.normalize, ...override.normalize },
  };
}
