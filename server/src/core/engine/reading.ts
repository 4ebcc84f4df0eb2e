import { defaultResolvedConfig } from '../config/defaults';
import type { ResolvedConfig } from '../config/types';
import { mayBeTranscript } from '../detect/gate';
import { detectDocument } from '../detect/index';
import type { Detection } from '../detect/types';
import type { Dialect } from '../model/types';
import { chosenDialect } from './chosenDialect';
import { type ParsedText, parseAny, parseRows, unreadText } from './parse';
import type { Stretch } from './rowSurvey';

export interface AnalyseOptions {
  readonly uri: string;
  readonly config?: ResolvedConfig | undefined;
  /** The person named this very file: weak evidence counts. */
  readonly isNamed?: boolean | undefined;
  readonly languageId?: string | undefined;
  /** The model that requests go to; it goes before what the document names. */
  readonly model?: string | undefined;
  /**
   * How an open document was read before: its dialect stays so while the entries' own signs are even, or gone. A strict majority
   * of another dialect's, the body around a plain list, and the configuration say otherwise.
   */
  readonly keptDialect?: Dialect | undefined;
  /** The text is a part of a JSON Lines file that was surveyed before (`RowSurvey`). */
  readonly stretch?: Stretch | undefined;
}

export function configOf({ config }: AnalyseOptions): ResolvedConfig {
  return config ?? defaultResolvedConfig;
}

/** A text that cannot be ours is not parsed: each JSON file that an editor opens comes here, with each of its keys. */
export function readText(text: string, options: AnalyseOptions): ParsedText {
  const { uri, languageId, stretch } = options;
  if (stretch !== undefined) return parseRows({ text }, stretch.standing);
  if (!mayBeOurs(text, options)) return unreadText(text);
  return parseAny(text, { uri, languageId, checksStrings: isAsked(options) });
}

/** Syntax errors are ours to report, also where other parts of an editor do so. */
export function isAsked(options: AnalyseOptions): boolean {
  const { rules, syntaxErrors } = configOf(options);
  const setting = rules['syntax-error'];
  return setting !== 'off' && (syntaxErrors || setting !== undefined);
}

/** The conversations of a text, if it may be ours. */
export function detected({ root, isRows, source }: ParsedText, options: AnalyseOptions): Detection | undefined {
  const { uri, isNamed, keptDialect, stretch } = options;
  if (root === undefined || !mayBeOurs(source.text, options)) return undefined;
  const config = configOf(options);
  return detectDocument(root, {
    ...{ uri, isRows, keptDialect },
    dialect: chosenDialect(config),
    isNamed: isNamed === true || config.file !== 'unlisted',
    outlook: stretch?.outlook,
  });
}

function mayBeOurs(text: string, options: AnalyseOptions): boolean {
  return configOf(options).file !== 'none' && (isForced(options) || mayBeTranscript(text, options.uri));
}

/** A person said that it is a transcript, whatever its text. */
function isForced(options: AnalyseOptions): boolean {
  const { isNamed, stretch } = options;
  return chosenDialect(configOf(options)) !== undefined || isNamed === true || stretch !== undefined;
}
