import type { JsonNode } from '../../../json/node';
import type { Message } from '../../../model/types';
import type { LossLog } from '../../../transfer/lossLog';
import type { Part, TextPart, Turn } from '../../../transfer/types';

/** The frame of a turn that is read from a message of the model. */
export function turnOf(message: Message, parts: readonly Part[], body: JsonNode | undefined, isLast: boolean): Turn {
  const { contentNode, node: at, role, roleText, roleNode: roleAt, mayStayOpen } = message;
  return {
    role,
    roleText,
    roleAt,
    at,
    form:
      contentNode === undefined || contentNode.kind === 'null'
        ? 'none'
        : contentNode.kind === 'array'
          ? 'parts'
          : 'text',
    parts,
    isRaw: message.shape !== 'message',
    mayStayOpen,
    isCutOff: isLimited(at) || (isLast && isEnvelopeLimited(body)),
  };
}

export function textPart(at: JsonNode, text: JsonNode | string | undefined, cache?: JsonNode): TextPart {
  return { kind: 'text', at, text: text ?? '', cache };
}

/** Tells of every property that is there and not in `known`. `null` is what libraries write for nothing. */
export function loseOthers(lossLog: LossLog, holder: JsonNode, known: ReadonlySet<string>, what: string): void {
  for (const { name, value, isShadowed } of holder.properties()) {
    if (known.has(name) || isShadowed || value.kind === 'null') continue;
    lossLog.lose(value, `${what} ${JSON.stringify(name)} has no equal`);
  }
}

const LIMITS: ReadonlySet<string> = new Set(['length', 'max_tokens', 'max_output_tokens', 'MAX_TOKENS']);
const REASON_KEYS = ['finish_reason', 'stop_reason', 'stopReason', 'finishReason'];

/** Whether a message, its row or its envelope says that the output limit cut it off. */
export function isLimited(node: JsonNode | undefined): boolean {
  return REASON_KEYS.some((key) => {
    const reason = node?.get(key);
    return reason?.kind === 'string' && LIMITS.has(reason.text());
  });
}

/** The reason may stand on the body around the list, or in the answer that is kept beside it. */
function isEnvelopeLimited(body: JsonNode | undefined): boolean {
  if (body === undefined) return false;
  const response = body.get('response');
  return [body, response].some(
    (holder) =>
      isLimited(holder) ||
      holder
        ?.get('choices')
        ?.items()
        .some((choice) => isLimited(choice)) === true,
  );
}

/** A value that says something: not absent, not `null`. */
export function filled(node: JsonNode | undefined): JsonNode | undefined {
  return node === undefined || node.kind === 'null' ? undefined : node;
}

/** A parameter that says yes or no. */
export function aFlag(node: JsonNode | undefined, lossLog: LossLog): JsonNode | undefined {
  if (node === undefined || node.kind === 'boolean') return node;
  lossLog.lose(node, `${JSON.stringify(node.key)}, which says neither yes nor no`);
  return undefined;
}
