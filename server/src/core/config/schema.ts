import { configFields, type Field, SEVERITIES, type Shape } from './shape';

/** What the schema says of one rule. */
export interface RuleEntry {
  readonly id: string;
  readonly summary: string;
  readonly aliases?: readonly string[];
}

type Schema = Readonly<Record<string, unknown>>;

/** The JSON schema of `transcript-lint.config.json`, from the same description that validation walks. */
export function configSchema(rules: readonly RuleEntry[]): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Transcript Lint configuration',
    ...objectSchema(configFields),
    // Comments and trailing commas are read; editors must not mark them.
    allowTrailingCommas: true,
    definitions: {
      severity: choiceSchema(SEVERITIES),
      rule: ruleSchema(rules),
      severities: {
        type: 'object',
        properties: {
          ...Object.fromEntries(
            rules.map(({ id, summary }) => [id, { description: summary, $ref: '#/definitions/severity' }]),
          ),
          ...Object.fromEntries(
            rules.flatMap(({ id, aliases = [] }) =>
              aliases.map((alias) => [alias, oldName(id, '#/definitions/severity')]),
            ),
          ),
        },
        additionalProperties: false,
      },
    },
  };
}

/**
 * The same for an editor with our language server: it completes and explains, and refuses nothing, since the server says what is wrong,
 * once and in its own words.
 */
export function editorSchema(rules: readonly RuleEntry[]): Schema {
  // Old names are said by the server, too.
  const current = rules.map(({ id, summary }) => ({ id, summary }));
  const { $schema, title, allowTrailingCommas, definitions, ...strict } = configSchema(current);
  return { $schema, title, allowTrailingCommas, anyOf: [strict, {}], definitions };
}

/** Old ids are taken and struck through, and no editor that knows `doNotSuggest` offers them. */
function ruleSchema(rules: readonly RuleEntry[]): Schema {
  const current = { enum: rules.map(({ id }) => id), markdownEnumDescriptions: rules.map(({ summary }) => summary) };
  const old = rules.flatMap(({ id, aliases = [] }) => aliases.map((alias) => ({ ...oldName(id), const: alias })));
  return old.length === 0 ? current : { anyOf: [current, ...old] };
}

function oldName(id: string, of?: string): Schema {
  return { deprecationMessage: `It is called "${id}" now.`, doNotSuggest: true, ...(of !== undefined && { $ref: of }) };
}

function schemaOf(shape: Shape): Schema {
  switch (shape.kind) {
    case 'boolean':
      return { type: 'boolean' };
    case 'count':
      return { type: 'integer', minimum: shape.least };
    case 'text':
      return { type: 'string' };
    case 'glob':
      return { type: 'string', minLength: 1 };
    case 'choice':
      return choiceSchema(shape.choices);
    case 'rule':
      return { $ref: '#/definitions/rule' };
    case 'severities':
      return { $ref: '#/definitions/severities' };
    case 'list': {
      const items = schemaOf(shape.of);
      const list = { type: 'array', items };
      return shape.isLoose ? { anyOf: [items, list] } : list;
    }
    case 'object':
      return { ...objectSchema(shape.fields), ...exclusion(shape.exclusive ?? []) };
    case 'file':
      return { anyOf: [{ type: 'string', minLength: 1 }, objectSchema(shape.fields)] };
  }
}

function objectSchema(fields: readonly Field[]): Schema {
  const required = fields.filter(({ isRequired }) => isRequired === true).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(({ name, description, shape }) => [name, { description, ...schemaOf(shape) }]),
    ),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function exclusion(names: readonly string[]): Schema {
  const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => ({ not: { required: [one, other] } })));
  return pairs.length === 0 ? {} : { allOf: pairs };
}

function choiceSchema(choices: Readonly<Record<string, string>>): Schema {
  return { enum: Object.keys(choices), enumDescriptions: Object.values(choices) };
}
