/** An array or object in the text: where its brackets are and where its members stand (for properties, key and value). */
export interface List {
  readonly text: string;
  /** The place behind the opening bracket. */
  readonly open: number;
  /** The place of the closing bracket. */
  readonly close: number;
  readonly size: number;
  readonly member: (index: number) => { readonly start: number; readonly end: number };
  /** How a list without members is to be filled. */
  readonly filling: Filling;
}

export interface Filling {
  readonly isExpanded: boolean;
  readonly unit: string;
  readonly lineBreak: string;
  readonly gap: string;
  readonly pad: string;
}
