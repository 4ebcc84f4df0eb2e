import { sourceOf } from '../json/valueNode';
import type { Conversation } from '../model/types';
import type { CountEntry } from './types';

/** How a budget comes about, in tokens. `limit` is what the model takes, `reserve` what the reply may need. */
export interface BudgetTerms {
  readonly limit: number;
  readonly instructions: number;
  readonly tools: number;
  readonly reserve: number;
  readonly budget: number;
}

/** What a budget is worked out from. */
export interface LimitOptions {
  readonly limit: number;
  /** Default: what the body itself asks for (`max_tokens` and its relatives), else nothing. */
  readonly reserve?: number | undefined;
  /** Instructions and tool declarations that stand outside the document, as JSON values. */
  readonly system?: unknown;
  readonly tools?: unknown;
}

/** Members in which apps keep instructions beside a list, whatever its shape. */
const INSTRUCTION_FIELDS: readonly string[] = ['system', 'instructions'];

/**
 * budget = limit − instructions − tool declarations − reserve (docs/design/windows.md, "Budget"). Instructions and declarations
 * are never trimmed and always count; where the document is a whole body they are measured from it.
 */
export function budgetTerms(
  conversation: Conversation,
  { limit, reserve, system, tools }: LimitOptions,
  count: CountEntry,
): BudgetTerms {
  const { body, messages, dialect } = conversation;
  const instructionRoles = dialect.instructions.roles;
  let instructions = system === undefined ? 0 : count(system);
  for (const message of messages) {
    if (message.shape !== 'message' || !instructionRoles.includes(message.role)) break;
    instructions += count(sourceOf(message.node));
  }
  for (const key of INSTRUCTION_FIELDS) instructions += countField(conversation, key, count);
  const own = dialect.instructions.field;
  if (own !== undefined && !INSTRUCTION_FIELDS.includes(own)) instructions += countField(conversation, own, count);
  let declared = tools === undefined ? 0 : count(tools);
  for (const key of ['tools', 'functions']) declared += countField(conversation, key, count);
  const asked = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'].map((key) => body?.get(key)?.value());
  const kept = reserve ?? asked.find((value) => typeof value === 'number' && value > 0);
  const reserved = typeof kept === 'number' ? kept : 0;
  return {
    limit,
    instructions,
    tools: declared,
    reserve: reserved,
    budget: limit - instructions - declared - reserved,
  };
}

function countField({ body }: Conversation, key: string, count: CountEntry): number {
  const field = body?.get(key);
  return field === undefined || field.kind === 'null' ? 0 : count(sourceOf(field));
}

/** The four numbers in one sentence. */
export function describeTerms({ limit, instructions, tools, reserve, budget }: BudgetTerms): string {
  return `limit ${limit} − instructions ${instructions} − tool declarations ${tools} − reserve ${reserve} = ${budget} tokens`;
}
