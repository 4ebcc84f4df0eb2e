import {
  checkReplay,
  newSummary,
  openReplay,
  type PolicyAnswer,
  type PrefixReplay,
  type ReplayInput,
  type ReplayOptions,
  type ReplayReport,
  type TrimFunction,
  thrownText,
} from '../core/index';

/** What a trimming made of one prefix, and of which conversation it is. */
export interface PrefixResult extends PrefixReplay {
  /** Place in the list of conversations. */
  readonly conversation: number;
  readonly name: string;
}

/** A replay under way: each prefix as it is done, and the summary of all. Runs once; both may be asked for. */
export interface Replay extends AsyncIterable<PrefixResult> {
  /** Runs what is left, and adds everything up. */
  summary(): Promise<ReplayReport>;
}

/**
 * Every prefix of each conversation through a trimming, each result checked as it would be sent (docs/design/windows.md,
 * "Replay"). The trimming is a built-in window, or a function of your own.
 */
export function replay<Entry = unknown>(
  conversations: Iterable<ReplayInput<Entry>>,
  options: ReplayOptions<Entry>,
): Replay {
  checkReplay(conversations, options);
  const summary = newSummary(options as ReplayOptions);
  const run = runAll(conversations, options as ReplayOptions, summary);
  return {
    [Symbol.asyncIterator]: () => run,
    summary: async () => {
      for await (const _ of run);
      return summary.report();
    },
  };
}

async function* runAll(
  conversations: Iterable<ReplayInput>,
  options: ReplayOptions,
  summary: ReturnType<typeof newSummary>,
): AsyncGenerator<PrefixResult> {
  let index = 0;
  for (const input of conversations) {
    const session = openReplay(input, index, options);
    const { about } = session;
    const entry = summary.open(about);
    const { explain } = session.kind === 'known' ? session : session.judge;
    const prefixes = session.kind === 'known' ? session.prefixes : ask(session.judge, options.policy as TrimFunction);
    for await (const prefix of prefixes) {
      entry.add(prefix, explain);
      yield { ...prefix, conversation: index, name: about.path };
    }
    entry.close();
    index++;
  }
}

type Judge = Extract<ReturnType<typeof openReplay>, { kind: 'asked' }>['judge'];

async function* ask(judge: Judge, trim: TrimFunction): AsyncGenerator<PrefixReplay> {
  for (const length of judge.lengths) yield judge.judge(length, await answerOf(trim, judge.prefix(length)));
}

/** Code that throws has failed on this prefix, and on no other. */
async function answerOf(trim: TrimFunction, messages: readonly unknown[]): Promise<PolicyAnswer> {
  try {
    return { messages: await trim(messages) };
  } catch (error) {
    return { failure: { kind: 'threw', message: thrownText(error) } };
  }
}
