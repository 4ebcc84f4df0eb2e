// What of the editor's files follows from the dialects and targets: the choices of package.json, the words of the grammar.

/**
 * @typedef {{ enum: readonly string[], enumDescriptions: readonly string[] }} Choice
 * @typedef {{ dialect: Choice, fileDialect: Choice, target: Choice }} Choices
 */

/**
 * The manifest with the dialects and targets that there are, in its settings.
 * @param {string} manifest
 * @param {Choices} choices
 */
export function withChoices(manifest, { dialect, fileDialect, target }) {
  const all = JSON.parse(manifest);
  const { properties } = all.contributes.configuration;
  choose(properties['transcriptLint.dialect'], dialect);
  choose(properties['transcriptLint.files'].items.properties.dialect, fileDialect);
  choose(properties['transcriptLint.target'], target);
  return `${JSON.stringify(all, null, 2)}\n`;
}

/**
 * @param {{ enum: readonly string[], enumDescriptions?: readonly string[] }} setting
 * @param {Choice} choice
 */
function choose(setting, choice) {
  setting.enum = choice.enum;
  if (setting.enumDescriptions !== undefined) setting.enumDescriptions = choice.enumDescriptions;
}

/**
 * The grammar with the roles, the keys of ids and the types of calls that the dialects have. Its text stays as it is around
 * them, since it is laid out by hand.
 * @param {string} grammar
 * @param {readonly { look: { roles: object, colours?: { ids?: readonly string[], calls?: readonly string[] } } }[]} dialects
 */
export function withVocabulary(grammar, dialects) {
  const roles = dialects.flatMap(({ look }) => Object.keys(look.roles));
  const calls = dialects.flatMap(({ look }) => look.colours?.calls ?? []);
  const ids = dialects.flatMap(({ look }) => look.colours?.ids ?? []);
  const behind = distinct(ids).flatMap((key) => ['', ' ', ' : '].map((space) => quotedKey(key, space)));
  return [
    { rule: 'role', pattern: WORDS, words: `(${distinct(roles).join('|')})` },
    { rule: 'toolUse', pattern: WORDS, words: `(${distinct(calls).join('|')})` },
    { rule: 'resultId', pattern: /\(\?<=[^)]*\)/, words: `(?<=${behind.join('|')})` },
  ].reduce((text, { rule, pattern, words }) => inRule(text, rule, pattern, words), grammar);
}

/** A group of words in a pattern. */
const WORDS = /\([a-z_]+(?:\|[a-z_]+)+\)/;

/**
 * @param {string} key
 * @param {string} space
 */
function quotedKey(key, space) {
  return `\\"${key}\\"${space === ' : ' ? space : `:${space}`}`;
}

/** @param {readonly string[]} words */
function distinct(words) {
  return [...new Set(words)];
}

/**
 * The first place of a pattern in one rule of the grammar, with other words in it.
 * @param {string} grammar
 * @param {string} rule
 * @param {RegExp} pattern
 * @param {string} words
 */
function inRule(grammar, rule, pattern, words) {
  const start = grammar.indexOf(`"${rule}": {`);
  if (start < 0 || !pattern.test(grammar.slice(start))) throw new Error(`the grammar has no words in "${rule}"`);
  return grammar.slice(0, start) + grammar.slice(start).replace(pattern, () => words);
}
