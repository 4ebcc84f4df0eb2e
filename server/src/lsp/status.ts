import { NotificationType, RequestType } from 'vscode-languageserver';
import { type DialectId, dialectTitle } from '../core/index';
import { STATUS, type Status, type StatusParams } from '../protocol/index';
import { uncheckedText } from './handlers/lensFacts';
import type { OpenDocument } from './openDocument';
import type { Session } from './session';

/** Asks for the status of an open document. */
export const StatusRequest = new RequestType<StatusParams, Status | null, void>(STATUS);
const StatusNotification = new NotificationType<Status>(STATUS);

/** A person reads the first few reasons; the rest say the same. */
const MAX_EVIDENCE = 5;

export function statusOf(document: OpenDocument): Status {
  const { uri, dialect = null, target = null, evidence, conversations } = document.analysis();
  const problems = { errors: 0, warnings: 0, infos: 0, hints: 0 };
  for (const { finding } of document.view().shown) problems[`${finding.severity}s`] += 1;
  return {
    uri,
    dialect,
    target,
    evidence: [...keptReason(document), ...evidence].slice(0, MAX_EVIDENCE),
    textDialect: textDialectOf(document) ?? null,
    conversations: conversations.length,
    notChecked: dialect === null ? null : uncheckedText(document),
    problems,
  };
}

/** The dialect that a document would have if it were opened now, where it is another. */
function textDialectOf({ transcript }: OpenDocument): DialectId | undefined {
  const { readAs, ownDialect } = transcript;
  return readAs === ownDialect ? undefined : ownDialect;
}

function keptReason(document: OpenDocument): string[] {
  const { readAs } = document.transcript;
  const own = textDialectOf(document);
  if (own === undefined || readAs === undefined) return [];
  return [`Read as ${dialectTitle(readAs)} as before; opened now, it would be read as ${dialectTitle(own)}`];
}

/** Tells a client that asked for it (`initializationOptions.status`) of each change of status, and the log of rules that failed. */
export class StatusTeller {
  private readonly session: Session;
  private readonly isWanted: boolean;
  private readonly told = new Map<string, string>();
  private readonly logged = new Set<string>();

  constructor(session: Session, isWanted: boolean) {
    this.session = session;
    this.isWanted = isWanted;
  }

  /** The document has just been looked at. */
  tell(document: OpenDocument): void {
    this.logFaults(document);
    const { uri } = document;
    const isOurs = document.analysis().dialect !== undefined;
    if (!this.isWanted || (!isOurs && !this.told.has(uri))) return;
    const status = statusOf(document);
    const text = JSON.stringify(status);
    if (text === this.told.get(uri)) return;
    this.told.set(uri, text);
    void this.session.connection.sendNotification(StatusNotification, status);
  }

  forget(uri: string): void {
    this.told.delete(uri);
  }

  private logFaults(document: OpenDocument): void {
    for (const fault of document.analysis().faults) {
      const line = `${fault} (${document.uri})`;
      if (this.logged.has(line)) continue;
      this.logged.add(line);
      this.session.log.error(line);
    }
  }
}
