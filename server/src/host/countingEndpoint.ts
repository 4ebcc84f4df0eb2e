import type { Target } from '../core/index';

export interface ProviderCountOptions {
  /** Whose endpoint: Anthropic's for `anthropic`, Google's for `gemini`. */
  readonly target: Target;
  readonly model: string;
  /** Where the key is looked for, and a base URL other than the provider's. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** For each of the two tries. */
  readonly timeoutMs?: number | undefined;
  readonly wait?: ((ms: number) => Promise<void>) | undefined;
}

/** The provider could not be asked, or gave no count; said for a person, and never with the key. */
export class CountingError extends Error {
  /** What came back, where the provider was asked and gave no count. */
  readonly answer: ProviderAnswer | undefined;

  constructor(message: string, answer?: ProviderAnswer) {
    super(message);
    this.name = 'CountingError';
    this.answer = answer;
  }
}

export interface ProviderAnswer {
  readonly status: number;
  /** The provider's own words, whole, without the key. */
  readonly text: string;
}

/** The targets that have an endpoint which counts. */
export const countingTargets: readonly Target[] = ['anthropic', 'gemini'];

/** A count of a long conversation takes a second or two. */
const TIMEOUT_MS = 30_000;
const DEFAULT_WAIT_MS = 1000;
/** A provider that wants a longer pause is not waited for. */
const LONGEST_WAIT_MS = 20_000;

/**
 * Has the provider count the tokens of a request body. Needs a key in the environment, and sends the conversation to the provider:
 * only the command line does this, and only when it is told to.
 */
export async function countWithProvider(
  body: Readonly<Record<string, unknown>>,
  options: ProviderCountOptions,
): Promise<number> {
  const request = requestOf(body, options);
  const first = await send(request, options);
  const response = isWorthRetry(first) ? await retry(first, request, options) : first;
  if (!response.ok) throw refusal(request, response);
  const tokens = numberIn(response.text, request.field);
  if (tokens === undefined) throw new CountingError(`${request.host} answered without "${request.field}"`);
  return tokens;
}

interface CountRequest {
  readonly url: URL;
  /** For messages: without what a URL may hold beside it. */
  readonly host: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Where the count stands in the answer. */
  readonly field: string;
}

function requestOf(body: Readonly<Record<string, unknown>>, options: ProviderCountOptions): CountRequest {
  switch (options.target) {
    case 'anthropic':
      return anthropicRequest(body, options);
    case 'gemini':
      return geminiRequest(body, options);
    default:
      throw new CountingError(`${options.target} has no endpoint that counts tokens; anthropic and gemini have`);
  }
}

/** What the endpoint takes; it refuses whatever else a body of Messages has (`max_tokens`, `stream`, …). */
const ANTHROPIC_FIELDS = ['messages', 'system', 'tools', 'tool_choice', 'thinking'];

function anthropicRequest(body: Readonly<Record<string, unknown>>, { env, model }: ProviderCountOptions): CountRequest {
  const key = keyFrom(env, ['ANTHROPIC_API_KEY']);
  const url = urlFrom(env, ['ANTHROPIC_BASE_URL'], 'https://api.anthropic.com', 'v1', '/messages/count_tokens');
  return {
    ...{ url, host: url.host, key, field: 'input_tokens' },
    headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
    body: { model, ...pick(body, ANTHROPIC_FIELDS) },
  };
}

const GEMINI_FIELDS = ['contents', 'systemInstruction', 'system_instruction', 'tools', 'toolConfig', 'tool_config'];

function geminiRequest(body: Readonly<Record<string, unknown>>, { env, model }: ProviderCountOptions): CountRequest {
  const key = keyFrom(env, ['GEMINI_API_KEY', 'GOOGLE_API_KEY']);
  const name = model.replace(/^models\//, '');
  const path = `/models/${encodeURIComponent(name)}:countTokens`;
  const bases = ['GEMINI_BASE_URL', 'GOOGLE_GEMINI_BASE_URL'];
  const url = urlFrom(env, bases, 'https://generativelanguage.googleapis.com', 'v1beta', path);
  return {
    ...{ url, host: url.host, key, field: 'totalTokens' },
    headers: { 'x-goog-api-key': key },
    body: { generateContentRequest: { model: `models/${name}`, ...pick(body, GEMINI_FIELDS) } },
  };
}

function pick(body: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]));
}

function keyFrom(env: ProviderCountOptions['env'], names: readonly string[]): string {
  const name = names.find((one) => (env[one] ?? '').trim() !== '');
  if (name === undefined) throw new CountingError(`no key to count with: set ${names.join(' or ')}`);
  const key = (env[name] ?? '').trim();
  // Checked here, because the error of a header that cannot be sent quotes it.
  if (!/^[\x21-\x7e]+$/.test(key)) throw new CountingError(`${name} holds characters that no key has`);
  return key;
}

function urlFrom(
  env: ProviderCountOptions['env'],
  names: readonly string[],
  usual: string,
  version: string,
  path: string,
): URL {
  const name = names.find((one) => (env[one] ?? '').trim() !== '');
  const given = name === undefined ? usual : (env[name] ?? '').trim();
  const base = URL.canParse(given) ? new URL(given) : undefined;
  if (base === undefined || !/^https?:$/.test(base.protocol))
    throw new CountingError(`${name} is no http or https URL`);
  if (base.username !== '' || base.password !== '') throw new CountingError(`${name} must not hold a user or password`);
  // Some clients want the version in the base URL, others without.
  const prefix = base.pathname.split('/').filter((part) => part !== '');
  if (prefix.at(-1) === version) prefix.pop();
  base.pathname = `/${[...prefix, version].join('/')}${path}`;
  base.hash = '';
  return base;
}

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

async function send({ url, host, key, headers, body }: CountRequest, options: ProviderCountOptions): Promise<Answer> {
  const { fetch = globalThis.fetch, timeoutMs = TIMEOUT_MS } = options;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      // A key must not follow a redirect to somebody else.
      redirect: 'manual',
    });
    const { ok, status } = response;
    return { ok, status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
  } catch (error) {
    if (isNamed(error, 'TimeoutError')) throw new CountingError(`${host} did not answer within ${timeoutMs / 1000} s`);
    throw new CountingError(`${host} could not be reached: ${scrub(reasonOf(error), key)}`);
  }
}

function isWorthRetry({ status }: Answer): boolean {
  return status === 429 || status >= 500;
}

async function retry(first: Answer, request: CountRequest, options: ProviderCountOptions): Promise<Answer> {
  const pause = pauseOf(first.retryAfter);
  if (pause > LONGEST_WAIT_MS) return first;
  await (options.wait ?? sleep)(pause);
  return send(request, options);
}

/** Seconds, or a date. */
function pauseOf(retryAfter: string | null): number {
  if (retryAfter === null || retryAfter.trim() === '') return DEFAULT_WAIT_MS;
  const seconds = Number(retryAfter);
  const pause = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
  return Number.isNaN(pause) ? DEFAULT_WAIT_MS : Math.max(0, pause);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Longer error texts of a provider are cut: they may be whole pages of a proxy. */
const LONGEST_REASON = 300;

function refusal({ host, key }: CountRequest, { status, text, retryAfter }: Answer): CountingError {
  const pause = status === 429 && retryAfter !== null ? ` (retry after ${retryAfter})` : '';
  // Scrubbed before it is cut: half a key is still a secret.
  const said = scrub(errorText(text), key).replace(/\s+/g, ' ').trim();
  const reason = said.slice(0, LONGEST_REASON);
  const message = `${host} answered ${status}${pause}${reason === '' ? '' : `: ${reason}`}`;
  return new CountingError(message, { status, text: said });
}

/** Both providers say `{"error": {"message": …}}`. */
function errorText(text: string): string {
  const error = propertyOf(parse(text), 'error');
  const message = typeof error === 'string' ? error : propertyOf(error, 'message');
  return typeof message === 'string' ? message : text;
}

function numberIn(text: string, field: string): number | undefined {
  const value = propertyOf(parse(text), field);
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

function scrub(message: string, key: string): string {
  return message.replaceAll(key, '[key]');
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
