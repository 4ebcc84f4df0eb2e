/** A place as LSP has it. */
export interface WirePosition {
  readonly line: number;
  readonly character: number;
}

export interface WireRange {
  readonly start: WirePosition;
  readonly end: WirePosition;
}

export interface WireEdit {
  readonly range: WireRange;
  readonly newText: string;
}
