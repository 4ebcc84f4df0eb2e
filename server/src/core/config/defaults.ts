import type { CheckedConfig, ResolvedConfig } from './types';

/** What holds where nobody configured anything. */
export const defaultConfig: CheckedConfig = {
  files: [],
  dialect: 'auto',
  target: 'auto',
  sentAsIs: false,
  rules: {},
  expect: [],
  normalize: {},
  window: {},
  syntaxErrors: false,
  codeLens: true,
  overrides: [],
};

/** The same for one file. */
export const defaultResolvedConfig: ResolvedConfig = {
  dialect: 'auto',
  target: 'auto',
  sentAsIs: false,
  rules: {},
  expect: [],
  normalize: {},
  window: {},
  syntaxErrors: false,
  codeLens: true,
  file: 'unlisted',
};
