import type { Problem } from '../lint/problems';
import type { Severity } from '../rules/types';
import { thrownText } from '../text/thrown';

/** What rules of somebody's own say of a list. */
export type ValidatorProblem = Pick<Problem, 'rule' | 'severity' | 'pointer' | 'message'>;

/** A rule set of somebody's own, in place of the target's. */
export type Validator = (messages: readonly unknown[]) => readonly ValidatorProblem[];

/** Of which prefix an answer was judged. */
export interface ValidatedPrefix {
  readonly conversation: string;
  readonly length: number;
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info', 'hint'];
const PARTS = ['rule', 'pointer', 'message'] as const;

/** Asks, and says what is wrong with an answer that is none: it is code of the person's own that has to be mended. */
export function askValidator(
  validate: Validator,
  messages: readonly unknown[],
  prefix: ValidatedPrefix,
): readonly ValidatorProblem[] {
  let answer: unknown;
  try {
    answer = validate(messages);
  } catch (error) {
    throw new Error(`replay: "validate" threw ${at(prefix)}: ${thrownText(error)}`, { cause: error });
  }
  const found = faultOf(answer);
  if (found !== undefined) {
    const form = 'a list of { rule, severity, pointer, message }';
    throw new TypeError(`replay: "validate" must give ${form}, but ${at(prefix)} ${found}`);
  }
  return answer as readonly ValidatorProblem[];
}

function at({ conversation, length }: ValidatedPrefix): string {
  return `on the prefix of ${length} ${length === 1 ? 'message' : 'messages'} of ${conversation}`;
}

function faultOf(answer: unknown): string | undefined {
  if (typeof answer === 'object' && answer !== null && 'then' in answer) {
    return 'it gave a promise. It is not waited for: do what takes time before';
  }
  if (!Array.isArray(answer)) return `it gave ${kindOf(answer)}`;
  for (let i = 0; i < answer.length; i++) {
    const problem: unknown = answer[i];
    if (typeof problem !== 'object' || problem === null) return `its [${i}] is ${kindOf(problem)}`;
    const held = problem as Partial<Record<string, unknown>>;
    const wrong = PARTS.find((name) => typeof held[name] !== 'string');
    if (wrong !== undefined) return `"${wrong}" of its [${i}] is ${kindOf(held[wrong])}, not a text`;
    if (!SEVERITIES.some((one) => one === held.severity)) {
      return `"severity" of its [${i}] must be one of ${SEVERITIES.join(', ')}`;
    }
  }
  return undefined;
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
