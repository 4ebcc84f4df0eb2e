import { defaultResolvedConfig } from '../config/defaults';
import type { ResolvedConfig } from '../config/types';
import { bodyOf } from '../convert/convertConversation';
import { signElement } from '../detect/signElement';
import { sessionLogOf } from '../dialects/index';
import type { SessionLog } from '../dialects/types';
import { asRequest, readConversation } from '../document/conversation';
import { type JsonNode, nodeAt } from '../json/node';
import type { Rewrite } from '../json/rewrite';
import { type Problem, problemsOf } from '../lint/problems';
import type { Conversation } from '../model/types';
import type { RuleId } from '../rules/ids';
import { LossLog } from '../transfer/lossLog';
import { convertLists, rowPointer } from './convertLists';
import { nothingFound, refusal, refusedCalls } from './convertRefusals';
import { settingsFor } from './convertSettings';
import type { ConversionSettings, Place, RootConversion, Source } from './convertTypes';
import type { Subject } from './subject';

export function convertRoot(source: Source, settings: ConversionSettings): RootConversion {
  const log = sessionLogOf(source.subject.root, settings.from);
  if (log !== undefined) return convertSession(log, source.subject, settings);
  if (settings.branch === undefined) return convertLists(source, settings);
  const message = `"branch" names a row of a session log, and this is none.`;
  return { ...nothing(), refused: [refusal('unknown-branch', '', message)] };
}

/** A conversion of nothing. */
function nothing(): RootConversion {
  const lossLog = new LossLog();
  const lists = { places: [], lossLog, left: [], refused: [], unread: [] };
  return { rewrite: new Map(), whole: undefined, ...lists, refusedRows: new Map(), cut: new Set() };
}

function convertSession(
  log: SessionLog,
  { root, problems }: Subject<unknown>,
  settings: ConversionSettings,
): RootConversion {
  const lossLog = new LossLog();
  const rewrite: Rewrite = new Map();
  const neutral = log.read(root, settings.branch, lossLog);
  const unread = problems.map(({ rule, message, row }) => refusal(rule, rowPointer(row), message));
  for (const row of root.items())
    if (row.kind === 'other') lossLog.lose(row, 'a row that does not parse: what it says is missing');
  const none = { ...nothing(), rewrite, lossLog, unread };
  if (neutral === undefined) {
    const message = `The log has no row with the id ${JSON.stringify(settings.branch)}. Name the id of a row, or none for the latest branch.`;
    return { ...none, refused: [refusal('unknown-branch', '', message)] };
  }
  if (neutral.turns.length === 0) return { ...none, refused: [nothingFound([])] };
  const own = settingsFor(settings, neutral.model?.text());
  const whole = bodyOf(neutral, root, { settings: own, lossLog, rewrite, owners: new Map() });
  const model = settings.model ?? neutral.model?.text();
  const place: Place = { pointer: `/${own.to.lists[0].key}`, dialect: own.to, target: own.target, model, isRow: false };
  return { ...none, whole, places: [place], refused: refusedCalls(lossLog) };
}

/** What the target says of each converted list in the new document. */
export function problemsIn({ root, conversations }: Subject<unknown>): Problem<RuleId>[] {
  return conversations.flatMap((conversation) => {
    // A request is judged as it would be sent, whatever it is kept for.
    return problemsOf(asRequest(conversation), { ...defaultResolvedConfig, target: conversation.target }, root);
  });
}

/** The converted lists of the new document, read in their new dialect. */
export function conversationsAt(root: JsonNode, places: readonly Place[]): Conversation[] {
  return places.flatMap((place) => conversationAt(root, place) ?? []);
}

function conversationAt(root: JsonNode, place: Place): Conversation | undefined {
  const { pointer, dialect, target, model, isRow } = place;
  const list = nodeAt(root, pointer);
  if (list === undefined) return undefined;
  const body = list.parent?.kind === 'object' ? list.parent : undefined;
  const signatures = list.items().map(signElement);
  const found = { list, isLone: false, body, dialect, side: 'request', tier: 'A', isRow, signatures } as const;
  const config: ResolvedConfig = { ...defaultResolvedConfig, target };
  return readConversation(found, { config, model, isBroken: () => false });
}
