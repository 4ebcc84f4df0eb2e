import { type PreparedConversation, type PrepareTextResult, printJson } from '../../core/index';
import type { OpenFile } from '../files/opened';
import type { Counted } from '../outside/askProvider';

interface Placed extends PrepareTextResult {
  readonly counted: ReadonlyMap<string, Counted>;
}

/**
 * Writes the one object of `--json`. A list of messages is `messages` with what is said of it beside; a document with one
 * conversation is `document` with the same; several are told under `conversations`.
 */
export class WindowPrinter {
  private readonly told: object[] = [];
  private isFlat = false;
  private isOpen = false;
  private isInRows = false;
  private hasRows = false;

  piece({ subject, conversations, counted }: Placed, part: OpenFile['part']): string {
    for (const conversation of conversations) this.told.push(recordOf(conversation, counted));
    const { root, isRows, problems } = subject.document;
    const [only] = conversations;
    const isList = only?.pointer === '' && conversations.length === 1;
    this.isFlat = part === undefined && conversations.length === 1 && (isList || !isRows);
    // What is read out of a text with faults is a guess, and nobody's document. A row with faults is printed as its text.
    if (root === undefined || (!isRows && problems.length > 0)) return '';
    const opening = this.isOpen ? '' : `{"${isList ? 'messages' : 'document'}":`;
    this.isOpen = true;
    const printed = printJson(root);
    return part === undefined ? opening + printed : opening + this.rows(printed.slice(1, -1));
  }

  end(): string {
    const [only] = this.told;
    const report = JSON.stringify(this.isFlat && only !== undefined ? only : { conversations: this.told });
    if (!this.isOpen) return `${report}\n`;
    return `${this.isInRows ? ']' : ''},${report.slice(1)}\n`;
  }

  /** Some rows of the array that they all make together. */
  private rows(printed: string): string {
    const bracket = this.isInRows ? '' : '[';
    const separator = this.hasRows && printed !== '' ? ',' : '';
    this.isInRows = true;
    this.hasRows ||= printed !== '';
    return bracket + separator + printed;
  }
}

function recordOf({ pointer, window, steps, problems }: PreparedConversation, counted: Placed['counted']): object {
  const provider = counted.get(pointer);
  const { dropped, start, tokens, budget, estimator, terms, reason, problem, entries } = window ?? {};
  return {
    ...{ pointer, dropped, start, tokens, budget, estimator, problems },
    ...{ terms, provider, reason, problem, entries },
    steps: steps.filter(({ step }) => step !== 'trim' && step !== 'validate'),
  };
}
