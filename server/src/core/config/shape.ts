import { type Choices, DIALECT_SETTINGS, FILE_SETTINGS, REUSED_IDS, SEVERITIES, TARGETS } from './names';

/**
 * The configuration said once: validation walks it, and the JSON schema is written from it. A `rule` is any id that the
 * caller knows.
 */
export type Shape =
  | { readonly kind: 'choice'; readonly choices: Choices<string>; readonly noun: string }
  | { readonly kind: 'boolean' }
  /** A whole number. */
  | { readonly kind: 'count'; readonly least: 0 | 1 }
  | { readonly kind: 'text' }
  | { readonly kind: 'glob' }
  | { readonly kind: 'rule' }
  /** Rule ids to severities. */
  | { readonly kind: 'severities' }
  /** `isLoose`: one value may stand for a list of one. */
  | { readonly kind: 'list'; readonly of: Shape; readonly isLoose: boolean }
  /** `exclusive`: at most one of these may be said. */
  | { readonly kind: 'object'; readonly fields: readonly Field[]; readonly exclusive?: readonly string[] }
  /** A glob alone, or an object; the glob is read as `{glob, dialect: "auto"}`. */
  | { readonly kind: 'file'; readonly fields: readonly Field[] };

export interface Field {
  readonly name: string;
  readonly description: string;
  readonly shape: Shape;
  readonly isRequired?: boolean;
}

const choice = (noun: string, choices: Choices<string>): Shape => ({ kind: 'choice', choices, noun });
const list = (of: Shape, isLoose = false): Shape => ({ kind: 'list', of, isLoose });
const glob: Shape = { kind: 'glob' };
const boolean: Shape = { kind: 'boolean' };
const count = (least: 0 | 1): Shape => ({ kind: 'count', least });

/** What may be said of all files, and of some under `overrides`. */
const settings: readonly Field[] = [
  {
    name: 'dialect',
    description: 'The wire shape of the conversations.',
    shape: choice('dialect', DIALECT_SETTINGS),
  },
  {
    name: 'target',
    description: 'The provider that must accept the conversations; it decides rules, severities and error texts.',
    shape: choice('target', TARGETS),
  },
  {
    name: 'sentAsIs',
    description: 'The conversations are sent as they stand, so a call that is still open at the end is an error.',
    shape: boolean,
  },
  { name: 'rules', description: 'Severities by rule id.', shape: { kind: 'severities' } },
  {
    name: 'expect',
    description:
      'Rule ids of the faults that the files are meant to have. They are not reported; an expected fault that is not there is.',
    shape: list({ kind: 'rule' }),
  },
  {
    name: 'normalize',
    description: 'Options of normalization.',
    shape: {
      kind: 'object',
      fields: [
        {
          name: 'keepOpenTail',
          description: 'Calls of the very last turn stay open. On by itself for training records.',
          shape: boolean,
        },
        {
          name: 'reusedIds',
          description: 'What becomes of a call id that is used again in a later turn.',
          shape: choice('setting', REUSED_IDS),
        },
      ],
    },
  },
  {
    name: 'window',
    description: 'How much of a conversation is sent: where an editor draws the cut, and what "trim" keeps.',
    shape: {
      kind: 'object',
      exclusive: ['budget', 'limit', 'last'],
      fields: [
        { name: 'budget', description: 'Tokens for the messages, leading instructions not counted.', shape: count(1) },
        {
          name: 'limit',
          description: 'Tokens that the model takes; instructions, tool declarations and "reserve" go off it.',
          shape: count(1),
        },
        {
          name: 'reserve',
          description: 'Tokens kept for the reply. Default: what the request body asks for.',
          shape: count(0),
        },
        { name: 'last', description: 'So many entries at most, whatever they hold.', shape: count(1) },
        {
          name: 'pinHead',
          description: 'Keep the first user turn, and say behind it how many turns are left out.',
          shape: boolean,
        },
        {
          name: 'step',
          description: 'When the window is over, free so many tokens more than needed, so that it moves seldom.',
          shape: count(0),
        },
      ],
    },
  },
  {
    name: 'syntaxErrors',
    description: "Report syntax errors in JSON files as well, beside the editor's own (in JSON Lines they always are).",
    shape: boolean,
  },
  {
    name: 'codeLens',
    description: 'Whether an editor shows lines above conversations and above the entry that the window starts at.',
    shape: boolean,
  },
];

export const configFields: readonly Field[] = [
  {
    name: '$schema',
    description: 'The JSON schema of this file, for editors.',
    shape: { kind: 'text' },
  },
  {
    name: 'files',
    description:
      'Which files are transcripts, by glob relative to this folder; the first match wins. A dialect makes a file a transcript whatever stands in it, "none" leaves it out. Files that no glob matches are decided by their content.',
    shape: list({
      kind: 'file',
      fields: [
        {
          name: 'glob',
          description: 'Files that this is about. Without a slash: by name, in any folder.',
          shape: glob,
          isRequired: true,
        },
        { name: 'dialect', description: 'How they are read.', shape: choice('dialect', FILE_SETTINGS) },
      ],
    }),
  },
  ...settings,
  {
    name: 'overrides',
    description: 'Settings for some files. All that match apply, in order: a later one wins, rule by rule.',
    shape: list({
      kind: 'object',
      fields: [
        {
          name: 'files',
          description: 'Globs relative to this folder. Without a slash: by name, in any folder.',
          shape: list(glob, true),
          isRequired: true,
        },
        ...settings,
      ],
    }),
  },
];

export { SEVERITIES };
