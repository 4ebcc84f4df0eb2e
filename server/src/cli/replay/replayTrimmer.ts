import type { PolicyAnswer, PolicyFailure } from '../../core/index';
import { type LineProcess, LONGEST_LINE } from '../../host/lineProcess';

/**
 * One process of the user's trimming code (docs/windows.md, "Your own trimming"): asked for one prefix after the other, started
 * again when it has to be.
 */
export class Trimmer {
  private readonly start: () => LineProcess;
  private readonly timeoutMs: number;
  private process: LineProcess | undefined;
  private id = 0;
  /** Ids whose line was something else; what was meant for them may still come. */
  private late = new Set<number>();
  private isStopped = false;
  /** How many lines it gave, whatever stood in them. */
  lines = 0;
  /** How often it had to be started again. */
  restarts = 0;

  constructor(start: () => LineProcess, timeoutMs: number) {
    this.start = start;
    this.timeoutMs = timeoutMs;
  }

  /** What it makes of the messages, given as JSON; undefined once it was stopped. */
  async ask(messages: string): Promise<PolicyAnswer | undefined> {
    if (this.isStopped) return undefined;
    this.process ??= this.start();
    const { process } = this;
    const id = ++this.id;
    process.send(`{"id":${id},"messages":${messages}}`);
    const deadline = performance.now() + this.timeoutMs;
    for (;;) {
      const got = await process.next(deadline - performance.now());
      if (this.isStopped) return undefined;
      switch (got.kind) {
        case 'ended':
          return this.fallen('crash', `The command ${got.how} before it answered.`);
        case 'timeout':
          return this.fallen('timeout', `The command did not answer within ${durationText(this.timeoutMs)}.`);
        case 'too-long':
          return this.fallen('malformed', `The answer is longer than ${LONGEST_LINE / 1024 / 1024} MB.`);
      }
      if (got.text.trim() === '') continue;
      this.lines++;
      const answer = readAnswer(got.text);
      if ('failure' in answer) {
        this.late.add(id);
        return answer;
      }
      if (answer.id === id) return { messages: answer.messages };
      // That prefix has been told of already.
      if (typeof answer.id === 'number' && this.late.delete(answer.id)) continue;
      this.late.add(id);
      return failure('wrong-id', `The answer has the id ${idText(answer.id)}, and the request had ${id}.`);
    }
  }

  /** Ends the process whatever it is doing. */
  stop(): void {
    this.isStopped = true;
    this.process?.kill();
  }

  /** Lets the process end. Gives how many lines it printed that answer nothing. */
  async end(): Promise<number> {
    const lines = (await this.process?.end()) ?? [];
    this.process = undefined;
    return lines.filter((line) => line.trim() !== '' && !this.isLate(line)).length;
  }

  private isLate(line: string): boolean {
    const answer = readAnswer(line);
    return 'id' in answer && typeof answer.id === 'number' && this.late.delete(answer.id);
  }

  private fallen(kind: PolicyFailure['kind'], message: string): PolicyAnswer {
    this.process?.kill();
    this.process = undefined;
    this.late.clear();
    this.restarts++;
    return failure(kind, message);
  }
}

type Answer = { readonly id: unknown; readonly messages: readonly unknown[] };

/** Some languages begin their output with it. */
const BYTE_ORDER_MARK = '\ufeff';

function readAnswer(line: string): Answer | { readonly failure: PolicyFailure } {
  let value: unknown;
  try {
    value = JSON.parse(line.startsWith(BYTE_ORDER_MARK) ? line.slice(1) : line);
  } catch {
    return failure(
      'malformed',
      'The answer is not JSON: each answer is one line {"id": …, "messages": […]}, and nothing else goes to standard output.',
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return failure('malformed', 'The answer is no object with "id" and "messages".');
  }
  const { id, messages } = value as Partial<Record<'id' | 'messages', unknown>>;
  if (!Array.isArray(messages)) return failure('malformed', 'The answer\'s "messages" is no list.');
  return { id, messages };
}

function failure(kind: PolicyFailure['kind'], message: string): { readonly failure: PolicyFailure } {
  return { failure: { kind, message } };
}

/** As it was written, if it is short. */
function idText(id: unknown): string {
  const text = JSON.stringify(id) ?? 'missing';
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}

function durationText(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`;
}
