import { type DialectName, dialects } from '../dialects/index';
import { profiles } from '../targets/index';
import type { SeveritySetting } from './types';

/** A value that may stand in a configuration, and what the editor says of it. */
export type Choices<Name extends string> = Readonly<Record<Name, string>>;

const DIALECTS = Object.fromEntries(dialects.map(({ id, description }) => [id, description])) as Choices<DialectName>;

export const DIALECT_SETTINGS: Choices<DialectName | 'auto'> = {
  auto: 'Decided by what stands in the file.',
  ...DIALECTS,
};

export const FILE_SETTINGS: Choices<DialectName | 'auto' | 'none'> = {
  ...DIALECT_SETTINGS,
  none: 'Never a transcript: left out of folder walks and of the editor. A file that is named on the command line is checked all the same.',
};

export const TARGETS: Choices<string> = {
  auto: 'The provider that the dialect comes from, refined by the model that the request names.',
  ...Object.fromEntries(profiles.map(({ id, name }) => [id, name])),
};

export const SEVERITIES: Choices<SeveritySetting> = {
  error: 'The conversation will be rejected.',
  warning: 'Reports disagree, or only some models reject it.',
  info: 'A fact worth seeing.',
  hint: 'Style.',
  off: 'Not reported.',
};

export const REUSED_IDS: Choices<'drop' | 'rename'> = {
  drop: 'The later exchange goes: the first declaration owns the id.',
  rename: 'A later exchange that is complete gets a fresh id.',
};

/** What the editor's settings offer, for its manifest. */
export function choicesOfSettings(): Readonly<Record<'dialect' | 'fileDialect' | 'target', SettingChoice>> {
  return { dialect: choiceOf(DIALECT_SETTINGS), fileDialect: choiceOf(FILE_SETTINGS), target: choiceOf(TARGETS) };
}

interface SettingChoice {
  readonly enum: readonly string[];
  readonly enumDescriptions: readonly string[];
}

/** Without full stops, as is usual there. */
function choiceOf(choices: Choices<string>): SettingChoice {
  return {
    enum: Object.keys(choices),
    enumDescriptions: Object.values(choices).map((text) => text.replace(/\.$/, '')),
  };
}
