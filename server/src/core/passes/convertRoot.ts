import { type ConvertOptions, settingsOf } from '../api/convertOptions';
import { defaultResolvedConfig } from '../config/defaults';
import type { ResolvedConfig } from '../config/types';
import { bodyOfExchange } from '../convert/convertConversation';
import { signElement } from '../detect/signElement';
import { isPiSession, readPi } from '../dialects/pi/transfer/read';
import { readConversation } from '../document/conversation';
import { type JsonNode, nodeAt } from '../json/node';
import type { Rewrite } from '../json/rewrite';
import { type Problem, problemsOf } from '../lint/problems';
import type { Conversation } from '../model/types';
import type { RuleId } from '../rules/ids';
import { LossLog } from '../transfer/lossLog';
import { convertLists, rowPointer } from './convertLists';
import { nothingFound, refusal, refusedCalls } from './convertRefusals';
import type { Place, RootConversion, Source } from './convertTypes';

/** Whether a source is to be read as a session log. */
export function isSession({ root }: Pick<Source, 'root'>, { from }: ConvertOptions): boolean {
  return from === 'pi' || (from === undefined && isPiSession(root));
}

export function convertRoot(source: Source, options: ConvertOptions): RootConversion {
  if (isSession(source, options)) return convertSession(source, options);
  if (options.branch === undefined) return convertLists(source, options);
  const message = `"branch" names a row of a session log, and this is none.`;
  return { ...nothing(), refused: [refusal('unknown-branch', '', message)] };
}

/** A conversion of nothing. */
function nothing(): RootConversion {
  const lossLog = new LossLog();
  const lists = { places: [], lossLog, left: [], refused: [], unread: [] };
  return { rewrite: new Map(), whole: undefined, ...lists, refusedRows: new Map(), cut: new Set() };
}

function convertSession({ root, faults }: Source, options: ConvertOptions): RootConversion {
  const lossLog = new LossLog();
  const rewrite: Rewrite = new Map();
  const exchange = readPi(root, options.branch, lossLog);
  const unread = faults.map(({ rule, message, row }) => refusal(rule, rowPointer(row), message));
  for (const row of root.items())
    if (row.kind === 'other') lossLog.lose(row, 'a row that does not parse: what it says is missing');
  const none = { ...nothing(), rewrite, lossLog, unread };
  if (exchange === undefined) {
    const message = `The log has no row with the id ${JSON.stringify(options.branch)}. Name the id of a row, or none for the latest branch.`;
    return { ...none, refused: [refusal('unknown-branch', '', message)] };
  }
  if (exchange.turns.length === 0) return { ...none, refused: [nothingFound([])] };
  const settings = settingsOf(options, exchange.model?.text());
  const whole = bodyOfExchange(exchange, root, { settings, lossLog, rewrite, owners: new Map() });
  const model = options.model ?? exchange.model?.text();
  const place: Place = { pointer: '/messages', dialect: settings.to, target: settings.target, model, isRow: false };
  return { ...none, whole, places: [place], refused: refusedCalls(lossLog) };
}

/** What the target says of each converted list in the new document. */
export function problemsIn(root: JsonNode, places: readonly Place[]): Problem<RuleId>[] {
  return places.flatMap((place) => {
    // A request is judged as it would be sent, whatever it is kept for.
    const conversation = conversationAt(root, { ...place, isRow: false });
    if (conversation === undefined) return [];
    return problemsOf(conversation, { ...defaultResolvedConfig, target: place.target }, root);
  });
}

/** A converted list of the new document, read in its new dialect. */
export function conversationAt(root: JsonNode, place: Place): Conversation | undefined {
  const { pointer, dialect, target, model, isRow } = place;
  const list = nodeAt(root, pointer);
  if (list === undefined) return undefined;
  const body = list.parent?.kind === 'object' ? list.parent : undefined;
  const signatures = list.items().map(signElement);
  const found = { list, isLone: false, body, dialect, side: 'request', tier: 'A', isRow, signatures } as const;
  const config: ResolvedConfig = { ...defaultResolvedConfig, target };
  return readConversation(found, { config, model, isBroken: () => false });
}
