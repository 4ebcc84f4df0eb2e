import { type ConvertTextResult, printJson, type TranscriptDocument } from '../../core/index';
import type { OpenFile } from '../files/opened';
import type { Verification } from '../outside/verify';

const LISTED = ['fallbacks', 'lost', 'problems', 'added', 'left', 'normalized'] as const;

/** Writes the one object of `--json`, whether the document comes whole or in chunks. */
export class ConversionPrinter {
  private readonly lists: Record<(typeof LISTED)[number], object[]> = {
    ...{ fallbacks: [], lost: [], problems: [], added: [], left: [], normalized: [] },
  };
  private dialect: ConvertTextResult['dialect'] | undefined;
  private isOpen = false;
  private isInRows = false;
  private hasRows = false;

  piece(result: ConvertTextResult, part: OpenFile['part']): string {
    this.dialect = result.dialect;
    for (const name of LISTED) for (const one of result[name]) this.lists[name].push(one);
    const opening = this.isOpen ? '' : '{"document":';
    this.isOpen = true;
    const root = result.subject && rootOf(result.subject.document);
    const printed = root === undefined ? 'null' : printJson(root);
    return part === undefined || root === undefined ? opening + printed : opening + this.rows(printed.slice(1, -1));
  }

  end(verified: readonly Verification[] | undefined): string {
    return `${this.isInRows ? ']' : ''},${JSON.stringify({ dialect: this.dialect, ...this.lists, verified }).slice(1)}\n`;
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

function rootOf({ root, isRows, problems }: TranscriptDocument): TranscriptDocument['root'] {
  // What is read out of a text with faults is a guess, and nobody's document. A row with faults is printed as its text.
  return !isRows && problems.length > 0 ? undefined : root;
}
