import type { Dialect, DialectEdit } from '../types';

/** Of a dialect that can be written: whoever makes a rewrite has asked for that before. */
export function editOf({ edit, name }: Dialect): DialectEdit {
  if (edit === undefined) throw new TypeError(`nothing is written in the shape of ${name}`);
  return edit;
}
