import { visible } from './visible';

/** A piece of a page whose text is escaped already. */
export interface Html {
  readonly html: string;
}

/** What may stand in a template: text is escaped, pieces are taken as they are. */
type Slot = string | number | Html | readonly Html[];

/** HTML with everything escaped that is put into it, so that no text of a transcript becomes markup. */
export function html(parts: TemplateStringsArray, ...slots: readonly Slot[]): Html {
  let text = parts[0] ?? '';
  for (const [index, slot] of slots.entries()) text += textOf(slot) + (parts[index + 1] ?? '');
  return { html: text };
}

/** The same of several pieces. */
export function joined(pieces: readonly Html[]): Html {
  return { html: pieces.map((piece) => piece.html).join('') };
}

export const nothing: Html = { html: '' };

function textOf(slot: Slot): string {
  if (typeof slot === 'string') return escaped(slot);
  if (typeof slot === 'number') return String(slot);
  return 'html' in slot ? slot.html : joined(slot).html;
}

function escaped(text: string): string {
  return visible(text).replace(/[&<>"'`]/g, (one) => `&#${one.charCodeAt(0)};`);
}
