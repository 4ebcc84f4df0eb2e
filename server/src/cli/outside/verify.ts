import {
  type Conversation,
  type ConvertOptions,
  type ConvertTextResult,
  counted,
  defaultResolvedConfig,
  destinationOf,
  type Finding,
  pointerOf,
  type ResolvedConfig,
  type Target,
  type TranscriptDocument,
} from '../../core/index';
import { CountingError, countingTargets, countWithProvider } from '../../host/countingEndpoint';
import type { Io } from '../io';
import { UsageError } from '../usage';

/** What the provider says of one converted request, held against what the rules say. */
export interface Verification {
  /** The conversation in the new document. */
  readonly pointer: string;
  readonly target: Target;
  /**
   * `agrees`: both take it, or both refuse it with the same words. `differs`: both refuse it, in other words. `disagrees`: one takes
   * what the other refuses. `unknown`: the provider could not be asked.
   */
  readonly verdict: 'agrees' | 'differs' | 'disagrees' | 'unknown';
  /** Whether the provider takes it; absent where it could not be asked. */
  readonly taken?: boolean;
  readonly tokens?: number;
  readonly status?: number;
  /** The provider's words. */
  readonly text?: string;
  /** The rules that refuse it; with the same words the one that has them. */
  readonly rules: readonly string[];
  /** Why it could not be asked. */
  readonly fault?: string;
}

/** With these the provider judges what it was sent; any other status is about the key, the model, the load. */
const REFUSALS: readonly number[] = [400, 413, 422];

/**
 * Sends each converted request to the counting endpoint of its provider, which judges messages, instructions and tools as a real request
 * would be judged. Sends the conversations there, so only where somebody says so. The first that cannot be asked is the last.
 */
export async function verifyRequests(
  { subject }: ConvertTextResult,
  options: ConvertOptions,
  env: Io['env'],
): Promise<readonly Verification[]> {
  if (subject === undefined) return [];
  const document = readMade(subject.document, options);
  const { findings } = document.analysis();
  const requests = document.conversations.flatMap((conversation, index) => {
    const { side, list } = conversation;
    if (side !== 'request' || list.kind !== 'array' || document.hasFaultIn(conversation)) return [];
    const errors = findings.filter((one) => one.conversation === index && one.severity === 'error');
    return [{ ...requestOf(conversation, options), errors }];
  });
  const verified: Verification[] = [];
  let fault: string | undefined;
  for (const request of requests) {
    const one = fault === undefined ? await verify(request, env) : unknown(request, 'not asked any more');
    fault ??= one.fault;
    verified.push(one);
  }
  return verified;
}

/** "agrees: anthropic takes it (812 input tokens)", without the pointer. */
export function verificationText({ target, taken, tokens, status, text, rules, verdict, fault }: Verification): string {
  if (verdict === 'unknown') return `${target}: ${fault}`;
  if (taken === true) {
    const takes = `${target} takes it (${counted(tokens ?? 0, 'input token')})`;
    return rules.length === 0 ? takes : `${takes}, and ${rules.join(', ')} would refuse it`;
  }
  const words = `${target} answers ${status}: ${text === '' ? 'no reason' : text}`;
  if (verdict === 'agrees') return `${words} [${rules.join(', ')}]`;
  return rules.length === 0
    ? `${words}; no rule refuses it`
    : `${words}; other words than those of ${rules.join(', ')}`;
}

interface Request {
  readonly pointer: string;
  readonly target: Target;
  readonly model: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly errors: readonly Finding[];
}

async function verify(request: Request, env: Io['env']): Promise<Verification> {
  const { pointer, target, model, body, errors } = request;
  const rules = [...new Set(errors.map(({ rule }) => rule))];
  try {
    const tokens = await countWithProvider(body, { target, model, env });
    return { pointer, target, verdict: rules.length === 0 ? 'agrees' : 'disagrees', taken: true, tokens, rules };
  } catch (error) {
    if (!(error instanceof CountingError)) throw error;
    const { answer } = error;
    if (answer === undefined || !REFUSALS.includes(answer.status)) return unknown(request, error.message);
    const { status, text } = answer;
    const same = errors.find(({ providerError }) => isSameText(providerError, text));
    const refused = { pointer, target, taken: false, status, text } as const;
    if (same !== undefined) return { ...refused, verdict: 'agrees', rules: [same.rule] };
    return { ...refused, verdict: rules.length === 0 ? 'disagrees' : 'differs', rules };
  }
}

function unknown({ pointer, target }: Request, fault: string): Verification {
  return { pointer, target, verdict: 'unknown', rules: [], fault };
}

/** The provider tells of the first fault, at times with more around it. */
function isSameText(expected: string | undefined, said: string): boolean {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  return expected !== undefined && expected !== '' && plain(said).includes(plain(expected));
}

/** Judged as it is sent: an open call at the end is refused. */
function readMade(made: TranscriptDocument, options: ConvertOptions): TranscriptDocument {
  const { dialect, target } = destinationOf(options);
  const config: ResolvedConfig = {
    ...{ ...defaultResolvedConfig, dialect: dialect.id, file: dialect.id, sentAsIs: true },
    target: target ?? 'auto',
  };
  return made.readWith({ config, isNamed: true, model: options.model });
}

function requestOf(conversation: Conversation, options: ConvertOptions): Omit<Request, 'errors'> {
  const { target, dialect, list, body } = conversation;
  const pointer = pointerOf(list);
  const at = pointer === '' ? '' : ` of ${pointer}`;
  if (!countingTargets.includes(target) || dialect.defaultTarget !== target) {
    throw new UsageError(
      `--verify: no endpoint judges ${dialect.title} requests for ${target}, the target${at}; Anthropic's judges those of its own dialect`,
    );
  }
  const model = options.model ?? conversation.model;
  if (model === undefined) throw new UsageError(`--verify: the model${at} is not named; add --model`);
  const whole = list.key === 'messages' ? body?.value() : undefined;
  return { pointer, target, model, body: isRecord(whole) ? whole : { messages: list.value() } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
