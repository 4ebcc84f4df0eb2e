import { createScanner, getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { MAX_DEPTH, type SyntaxProblem } from '../json/faults';
import type { JsonKind, JsonNode, JsonProperty } from '../json/node';

export interface ConfigText {
  /** The value, if the text has no fault. */
  readonly root: JsonNode | undefined;
  /** The first fault. */
  readonly problem: SyntaxProblem | undefined;
}

/** Reads the text of a configuration: JSON with comments, trailing commas and, where an editor left one, a byte order mark. */
export function parseConfigText(text: string): ConfigText {
  const { tree, problem } = parseConfigTree(text);
  return { root: tree && problem === undefined ? new TreeNode(text, tree, undefined, '') : undefined, problem };
}

/** The same as the parser's own tree, for what edits the text. Behind a fault the tree is what could be read. */
export function parseConfigTree(text: string): { readonly tree: Node | undefined; readonly problem?: SyntaxProblem } {
  // The parser takes no mark; a space in its place keeps every position.
  const plain = text.replace(/^\ufeff/, ' ');
  // It recurses, and a tree that is too deep for it would end the server.
  const tooDeep = firstTooDeep(plain);
  if (tooDeep !== undefined) {
    const message = `Arrays and objects are nested deeper than ${MAX_DEPTH} levels`;
    return { tree: undefined, problem: { offset: tooDeep, length: 1, message } };
  }
  const errors: ParseError[] = [];
  const tree = parseTree(plain, errors, { allowTrailingComma: true });
  const [first] = errors;
  return first === undefined ? { tree } : { tree, problem: toProblem(plain, first) };
}

/** Where brackets are nested deeper than anything may be read; nothing is recursed into to find it. */
function firstTooDeep(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (;;) {
    scanner.scan();
    const at = scanner.getTokenOffset();
    if (scanner.getTokenLength() === 0) return undefined;
    const first = text.charAt(at);
    if (first === '{' || first === '[') depth += 1;
    else if (first === '}' || first === ']') depth -= 1;
    if (depth > MAX_DEPTH) return at;
  }
}

/** What the parser's words mean to a person. */
const MESSAGES: Readonly<Record<string, string>> = {
  InvalidNumberFormat: 'Invalid number',
  PropertyNameExpected: 'Expected a property name in double quotes or }',
  ValueExpected: 'Expected a value',
  ColonExpected: 'Expected a colon',
  CommaExpected: 'Expected a comma',
  CloseBraceExpected: 'Expected a comma or }',
  CloseBracketExpected: 'Expected a comma or ]',
  EndOfFileExpected: 'Expected nothing more behind the JSON value',
  UnexpectedEndOfComment: 'Unterminated comment: the closing */ is missing',
  UnexpectedEndOfString: 'Unterminated string: the closing " is missing',
  UnexpectedEndOfNumber: 'Invalid number',
  InvalidUnicode: 'Invalid escape: \\u needs four hexadecimal digits',
  InvalidEscapeCharacter: 'Invalid escape in a string',
  InvalidCharacter: 'A control character in a string must be escaped',
};

/** What is not there is marked by the first character of what stands in its place. */
const MISSING: ReadonlySet<string> = new Set(['ColonExpected', 'CommaExpected', 'EndOfFileExpected']);

function toProblem(text: string, { error, offset, length }: ParseError): SyntaxProblem {
  const code = printParseErrorCode(error);
  const message = code === 'InvalidSymbol' ? symbolMessage(text.slice(offset, offset + length)) : MESSAGES[code];
  const said = message ?? 'This is not JSON';
  if (offset < text.length) return { offset, length: MISSING.has(code) ? 1 : length, message: said };
  return { offset, length: 0, message: `Unexpected end of the text: ${said.charAt(0).toLowerCase()}${said.slice(1)}` };
}

const LONGEST_QUOTE = 20;

function symbolMessage(symbol: string): string {
  if (/^['“”]/.test(symbol)) return 'Strings stand in double quotes: "…"';
  const word = symbol.length > LONGEST_QUOTE ? `${symbol.slice(0, LONGEST_QUOTE)}…` : symbol;
  return `Unknown word "${word}": expected true, false, null or a string in double quotes`;
}

/** A node of the parser's tree, read like any other. */
class TreeNode implements JsonNode {
  readonly kind: JsonKind;
  readonly start: number;
  readonly end: number;
  readonly parent: JsonNode | undefined;
  readonly key: string | number;
  private readonly source: string;
  private readonly node: Node;
  private elements: readonly TreeNode[] | undefined;
  private members: readonly JsonProperty[] | undefined;

  constructor(source: string, node: Node, parent: JsonNode | undefined, key: string | number) {
    this.source = source;
    this.node = node;
    this.parent = parent;
    this.key = key;
    this.kind = node.type === 'property' ? 'other' : node.type;
    this.start = node.offset;
    this.end = node.offset + node.length;
  }

  get size(): number {
    return this.node.children?.length ?? 0;
  }

  get(key: string): JsonNode | undefined {
    return this.properties().find(({ name, isShadowed }) => name === key && !isShadowed)?.value;
  }

  items(): readonly TreeNode[] {
    if (this.kind !== 'array') return [];
    this.elements ??= (this.node.children ?? []).map((child, at) => new TreeNode(this.source, child, this, at));
    return this.elements;
  }

  /** The parser says nothing of names that stand twice, but its tree has them all. */
  properties(): readonly JsonProperty[] {
    if (this.kind !== 'object') return [];
    this.members ??= readMembers(this.source, this.node, this);
    return this.members;
  }

  text(): string {
    return this.kind === 'string' ? String(this.node.value) : '';
  }

  raw(): string {
    return this.source.slice(this.start, this.end);
  }

  value(): unknown {
    return getNodeValue(this.node);
  }
}

function readMembers(source: string, object: Node, parent: JsonNode): JsonProperty[] {
  const members = (object.children ?? []).flatMap(({ children }) => {
    const [key, value] = children ?? [];
    return key === undefined || value === undefined ? [] : [{ key, value, name: String(key.value) }];
  });
  const lastOf = new Map(members.map(({ name }, at) => [name, at]));
  return members.map(({ key, value, name }, at) => ({
    name,
    value: new TreeNode(source, value, parent, name),
    keyStart: key.offset,
    keyEnd: key.offset + key.length,
    isShadowed: lastOf.get(name) !== at,
  }));
}
