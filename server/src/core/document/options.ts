import type { ResolvedConfig } from '../config/types';
import type { RowsOutlook } from '../detect/types';
import type { DialectOption } from '../dialects/index';
import type { Standing } from '../json/records';

export interface AnalyseOptions {
  readonly uri: string;
  readonly config?: ResolvedConfig | undefined;
  /** The person named this very file: weak evidence counts. */
  readonly isNamed?: boolean | undefined;
  readonly languageId?: string | undefined;
  /** The model that requests go to; it goes before what the document names. */
  readonly model?: string | undefined;
  /**
   * How an open document was read before: its dialect stays so while the entries' own signs are even, or gone. A strict majority
   * of another dialect's, the body around a plain list, and the configuration say otherwise.
   */
  readonly keptDialect?: DialectOption | undefined;
  /** The text is a part of a JSON Lines file that was surveyed before (`RowSurvey`). */
  readonly chunk?: Chunk | undefined;
}

/** Some rows of a JSON Lines file, and what the whole file says about them. */
export interface Chunk {
  readonly standing: Standing;
  readonly outlook: RowsOutlook;
}
