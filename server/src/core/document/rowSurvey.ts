import { defaultResolvedConfig } from '../config/defaults';
import { TextGate } from '../detect/gate';
import { areRowsApart, RowsSurvey } from '../detect/rowsSurvey';
import type { RowsOutlook } from '../detect/types';
import type { JsonNode } from '../json/node';
import { looksLikeRows, parseRecords, type Standing } from '../json/records';
import { countLineEnds } from '../text/lineIndex';
import { chosenDialect } from './chosenDialect';
import { COMMENT } from './expectComments';
import type { AnalyseOptions } from './options';
import { isRowsName } from './parse';
import { mostlyBroken } from './unreadable';

/** `more`: the chunk cannot be judged without what follows; `together`: the file has to be read as a whole. */
export type SurveyStep = 'taken' | 'more' | 'together';

/**
 * Looks through a JSON Lines file from one end to the other, a chunk at a time, so that afterwards each chunk can be
 * analysed alone, with the answer that the whole file would give. Keeps nothing of the text.
 */
export class RowSurvey {
  private readonly gate = new TextGate();
  private readonly rows: RowsSurvey;
  private readonly isNamedRows: boolean;
  /** Whatever its text, a person or the configuration says that it is a transcript. */
  private readonly isListed: boolean;
  private readonly dialect;
  private isApart = false;
  private isTogether: boolean;
  private failed = 0;
  private next: Standing = { row: 0, line: 0 };

  constructor(options: AnalyseOptions) {
    const { uri, languageId, isNamed = false, config = defaultResolvedConfig } = options;
    this.dialect = chosenDialect(config);
    this.isNamedRows = isRowsName(uri, languageId);
    this.isListed = this.dialect !== undefined || isNamed;
    this.rows = new RowsSurvey({ uri, dialect: this.dialect, isNamed: isNamed || config.file !== 'unlisted' });
    // Whether an expectation of the whole file is met shows only when all of it is known.
    this.isTogether = config.expect.length > 0;
  }

  /** Where the next chunk stands. */
  get standing(): Standing {
    return this.next;
  }

  /** Takes the next chunk: whole lines, standing behind those that were taken. `isLast`: nothing follows. */
  add(text: string, isLast: boolean): SurveyStep {
    const { row, line } = this.next;
    if (this.isTogether || text.includes(COMMENT)) return this.refuse();
    const { root, hasComments, isOpenEnded } = parseRecords({ text }, this.next);
    if (!this.isNamedRows && (hasComments || (row === 0 && !isContainer(root.items()[0])))) return this.refuse();
    if (isOpenEnded && !isLast) return 'more';
    if (!this.isApart) {
      const answer = areRowsApart(root);
      if (answer === 'later' && !isLast) return 'more';
      if (answer !== 'apart') return this.refuse();
      this.isApart = true;
    }
    this.gate.add(text);
    this.rows.add(root);
    this.failed += root.items().filter((one) => !isContainer(one)).length;
    this.next = { row: row + root.size, line: line + countLineEnds(text) };
    return 'taken';
  }

  /** When all was taken: what each chunk is to be read with; undefined when the file has to be read as a whole. */
  end(): RowsOutlook | undefined {
    if (this.isTogether || !this.isApart) return undefined;
    if (!this.isNamedRows && !looksLikeRows(this.failed, this.next.row)) return undefined;
    const outlook = this.rows.outlook();
    // A dialect was chosen, and no row holds a conversation: then the rows are read as one.
    if (this.dialect !== undefined && outlook.firstRow === undefined) return undefined;
    return this.isListed || this.gate.isOpen ? outlook : { ...outlook, firstRow: undefined };
  }

  /** Nearly nothing of it parses, and by the cheap test it holds transcripts: reading it as a whole says what is wrong. */
  get isUnreadable(): boolean {
    return this.gate.isOpen && mostlyBroken(this.failed, this.next.row);
  }

  private refuse(): SurveyStep {
    this.isTogether = true;
    return 'together';
  }
}

function isContainer(node: JsonNode | undefined): boolean {
  return node?.kind === 'object' || node?.kind === 'array';
}
