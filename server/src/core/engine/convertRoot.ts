import { defaultResolvedConfig } from '../config/defaults';
import type { ResolvedConfig } from '../config/types';
import { bodyOfExchange, type Conversion, convertConversation } from '../convert/convertConversation';
import { Ledger } from '../convert/ledger';
import { isPiSession, readPi } from '../convert/read/pi';
import type { Addition, Fallback, Loss } from '../convert/types';
import { signElement } from '../detect/signElement';
import { type JsonNode, nodeAt, pointerOf } from '../json/node';
import type { NewJson, Rewrite } from '../json/rewrite';
import { RowsNode } from '../json/rows';
import type { Conversation, Dialect, Target } from '../model/types';
import { readConversation } from './conversation';
import { type ConvertOptions, settingsOf } from './convertOptions';
import { type Problem, problemsOf } from './problems';

/** What a conversion tells beside its document. */
export interface ConvertReport {
  /** Malformed inputs of history that go out as `{}`. */
  readonly fallbacks: readonly Fallback[];
  /** What the other dialect cannot hold. Pointers are those of the source. */
  readonly lost: readonly Loss[];
  /** What the target requires and the source has not. */
  readonly added: readonly Addition[];
  /** Conversations that stay as they are: recorded answers, what a test expects, what does not parse. */
  readonly left: readonly Loss[];
  /** What the target says of the new document, by its pointers; where there is none, why, by those of the source. */
  readonly problems: readonly Problem[];
}

/** A list that was converted: where it stands in the new document, and for whom. */
interface Place {
  readonly pointer: string;
  readonly dialect: Dialect;
  readonly target: Target;
  readonly model: string | undefined;
}

/** A conversion as changes, before anything is made of them. */
export interface RootConversion {
  readonly rewrite: Rewrite;
  /** A new document in the place of the whole source: a request body made of a log. */
  readonly whole: NewJson | undefined;
  readonly places: readonly Place[];
  readonly ledger: Ledger;
  readonly left: readonly Loss[];
  /** Why there is no document. */
  readonly refused: readonly Problem[];
  /** What could not be read, while the rest could. */
  readonly unread: readonly Problem[];
}

/** The conversations of a source, and which of them cannot be touched. */
export interface Source {
  readonly root: JsonNode;
  readonly conversations: readonly Conversation[];
  readonly hasFault: (conversation: Conversation) => boolean;
}

/** Whether a source is to be read as a session log. */
export function isSession(source: Pick<Source, 'root'>, { from }: ConvertOptions): boolean {
  return from === 'pi' || (from === undefined && isPiSession(source.root));
}

export function convertRoot(source: Source, options: ConvertOptions): RootConversion {
  return isSession(source, options) ? convertSession(source, options) : convertLists(source, options);
}

function convertLists({ conversations, hasFault }: Source, options: ConvertOptions): RootConversion {
  const ledger = new Ledger();
  const rewrite: Rewrite = new Map();
  const owners = ownersOf(conversations);
  const places: Place[] = [];
  const left: Loss[] = [];
  const unread: Problem[] = [];
  for (const conversation of conversations) {
    const { list, model } = conversation;
    const reason = reasonToLeave(conversation, hasFault);
    if (reason !== undefined) {
      left.push({ pointer: pointerOf(list), reason });
      if (reason === UNREADABLE)
        unread.push(
          refusal(
            'syntax-error',
            pointerOf(list),
            'The conversation does not parse and is left as it is. Mend it first.',
          ),
        );
      continue;
    }
    const settings = settingsOf(options, model);
    const conversion: Conversion = { settings, ledger, rewrite, owners };
    const where = convertConversation(conversation, conversion);
    const here = pointerOf(list) + (list instanceof RowsNode && where === 'body' ? '/0' : '');
    const pointer = where === 'body' ? `${here}/messages` : here;
    places.push({ pointer, dialect: settings.to, target: settings.target, model: options.model ?? model });
  }
  const missing = places.length > 0 ? [] : [nothingFound(left)];
  return { rewrite, whole: undefined, places, ledger, left, refused: [...missing, ...refusedCalls(ledger)], unread };
}

/** The list that the instructions of a body speak for: its `messages`, or else the first request in it. */
function ownersOf(conversations: readonly Conversation[]): ReadonlyMap<JsonNode, JsonNode> {
  const owners = new Map<JsonNode, JsonNode>();
  for (const { body, list, side } of conversations) {
    if (body === undefined || owners.has(body)) continue;
    const named = body.get('messages');
    if (named?.kind === 'array') owners.set(body, named);
    else if (side === 'request' && list.kind === 'array') owners.set(body, list);
  }
  return owners;
}

function reasonToLeave(conversation: Conversation, hasFault: Source['hasFault']): string | undefined {
  if (conversation.side === 'response') return 'a recorded answer and no request';
  if (conversation.side === 'assertion') return 'what a test expects, and no request';
  if (conversation.list.kind !== 'array') return 'a single message and no list';
  return hasFault(conversation) ? UNREADABLE : undefined;
}

const UNREADABLE = 'it does not parse';

function convertSession({ root }: Source, options: ConvertOptions): RootConversion {
  const ledger = new Ledger();
  const rewrite: Rewrite = new Map();
  const exchange = readPi(root, options.branch, ledger);
  const none = { rewrite, whole: undefined, places: [], ledger, left: [], unread: [] };
  if (exchange === undefined) {
    const message = `The log has no row with the id ${JSON.stringify(options.branch)}. Name the id of a row, or none for the latest branch.`;
    return { ...none, refused: [refusal('unknown-branch', '', message)] };
  }
  if (exchange.turns.length === 0) return { ...none, refused: [nothingFound([])] };
  const settings = settingsOf(options, exchange.model?.text());
  const whole = bodyOfExchange(exchange, root, { settings, ledger, rewrite, owners: new Map() });
  const model = options.model ?? exchange.model?.text();
  const place: Place = { pointer: '/messages', dialect: settings.to, target: settings.target, model };
  return { ...none, whole, places: [place], refused: refusedCalls(ledger) };
}

function refusedCalls(ledger: Ledger): Problem[] {
  return ledger.refused.map(({ rule, pointer, message }) => refusal(rule, pointer, message));
}

function nothingFound(left: readonly Loss[]): Problem {
  const why = left.length > 0 ? ': those that are in it are left as they are' : '';
  return refusal(
    'nothing-to-convert',
    '',
    `No conversation to convert was found${why}. Name the dialect of the source, or another file.`,
  );
}

function refusal(rule: string, pointer: string, message: string): Problem {
  return { rule, severity: 'error', pointer, message, related: [] };
}

/** What the target says of each converted list in the new document. */
export function problemsIn(root: JsonNode, places: readonly Place[]): Problem[] {
  return places.flatMap(({ pointer, dialect, target, model }) => {
    const list = nodeAt(root, pointer);
    if (list === undefined) return [];
    const body = list.parent?.kind === 'object' ? list.parent : undefined;
    const signatures = list.items().map(signElement);
    const found = { list, isLone: false, body, dialect, side: 'request', tier: 'A', isRow: false, signatures } as const;
    const config: ResolvedConfig = { ...defaultResolvedConfig, target };
    return problemsOf(readConversation(found, { config, model, isBroken: () => false }), config, root);
  });
}
