import { defaultResolvedConfig } from '../config/defaults';
import type { ResolvedConfig } from '../config/types';
import { mayBeTranscript } from '../detect/gate';
import { detectDocument } from '../detect/index';
import type { Detection } from '../detect/types';
import { dialectOf } from '../dialects/index';
import { chosenDialect } from './chosenDialect';
import type { AnalyseOptions } from './options';
import { type ParsedText, parseAny, parseRows, unreadText } from './parse';

export function configOf({ config }: AnalyseOptions): ResolvedConfig {
  return config ?? defaultResolvedConfig;
}

/** A text that cannot be ours is not parsed: each JSON file that an editor opens comes here, with each of its keys. */
export function readText(text: string, options: AnalyseOptions): ParsedText {
  const { uri, languageId, chunk } = options;
  if (chunk !== undefined) return parseRows({ text }, chunk.standing);
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
  const { uri, isNamed, keptDialect, chunk } = options;
  if (root === undefined || !mayBeOurs(source.text, options)) return undefined;
  const config = configOf(options);
  return detectDocument(root, {
    ...{ uri, isRows, keptDialect: keptDialect && dialectOf(keptDialect) },
    dialect: chosenDialect(config),
    isNamed: isNamed === true || config.file !== 'unlisted',
    outlook: chunk?.outlook,
  });
}

function mayBeOurs(text: string, options: AnalyseOptions): boolean {
  return configOf(options).file !== 'none' && (isForced(options) || mayBeTranscript(text, options.uri));
}

/** A person said that it is a transcript, whatever its text. */
function isForced(options: AnalyseOptions): boolean {
  const { isNamed, chunk } = options;
  return chosenDialect(configOf(options)) !== undefined || isNamed === true || chunk !== undefined;
}
