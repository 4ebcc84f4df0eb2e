import type { Answer, BodySign } from '../dialects/look';
import { memberText } from '../dialects/shared/look';
import { has, type JsonNode } from '../json/node';
import type { Dialect } from '../model/types';
import { MESSAGE_LIKE, Sign } from './signature';
import { ORDER, voters } from './signBits';
import { signElement } from './signElement';

/** Beside an empty list these say that a request was meant, not a chat that has not begun. */
const REQUEST_KEYS: readonly string[] = [
  ...['max_tokens', 'temperature', 'tools', 'stream'],
  ...ORDER.flatMap(({ look }) => look.body?.requestKeys ?? []),
];

/** Tools of one body are declared alike; an object may hold many lists, and each of them asks. */
const MAX_TOOLS = 16;

/** The dialect that the object around a list of plain messages decides; undefined when it says nothing. */
export function bodyDialect(body: JsonNode): Dialect | undefined {
  let known: Dialect | undefined;
  let likely: Dialect | undefined;
  for (const dialect of ORDER) {
    const sign: BodySign | undefined = dialect.look.body?.sign?.(body);
    if (sign === 'named') return dialect;
    if (sign === 'known') known ??= dialect;
    else if (sign === 'likely') likely ??= dialect;
  }
  return toolDialect(body.get('tools')) ?? known ?? likely;
}

/** A body that names a model and holds `messages`: whatever stands in the list was meant as messages. */
export function isRequestBody(body: JsonNode): boolean {
  return memberText(body, 'model') !== '' || REQUEST_KEYS.some((key) => has(body, key));
}

/** A recorded answer outside a list, and whose it is. */
export interface LoneAnswer extends Answer {
  readonly sign: number;
  readonly dialect: Dialect;
}

/** Members of objects that are recorded answers or hold some. */
export const ANSWER_KEYS: readonly string[] = ORDER.flatMap(({ look }) => look.answers?.keys ?? []);

/** The messages that a recorded answer holds, or the one that it is. */
export function loneAnswers(object: JsonNode): readonly LoneAnswer[] {
  return ORDER.flatMap((dialect) =>
    (dialect.look.answers?.find(object) ?? []).flatMap((answer) => {
      const sign = signElement(answer.node);
      return isAnswerSign(sign) ? { ...answer, sign, dialect: calledIn(dialect, sign) } : [];
    }),
  );
}

/** Whether an object is itself a recorded answer. */
export function isAnswer(node: JsonNode): boolean {
  return loneAnswers(node).some(({ path }) => path.length === 0);
}

/** An assistant message of ours; a stream chunk or a usage row has the role without the content. */
function isAnswerSign(sign: number): boolean {
  return (
    (sign & Sign.assistant) !== 0 && (sign & MESSAGE_LIKE) !== 0 && (sign & (Sign.foreign | Sign.oddContent)) === 0
  );
}

/** Dialects of one build share their containers: the calls say which it is, where none is of the container's own. */
function calledIn(container: Dialect, sign: number): Dialect {
  const own = voters.find(({ dialect }) => dialect === container);
  if (own === undefined || (sign & own.certain) !== 0) return container;
  const others = voters.filter(
    ({ dialect, certain }) => dialect.results === container.results && (sign & certain) !== 0,
  );
  return others[0]?.dialect ?? container;
}

function toolDialect(tools: JsonNode | undefined): Dialect | undefined {
  if (tools?.kind !== 'array') return undefined;
  for (const tool of tools.items().slice(0, MAX_TOOLS)) {
    const dialect = ORDER.find(({ look }) => look.body?.declares?.(tool) === true);
    if (dialect !== undefined) return dialect;
  }
  return undefined;
}
